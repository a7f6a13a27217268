/** Work on another thread can be cancelled until its commit begins. */
import { expect, test } from "bun:test";
import { statement, transaction } from "../../db";
import {
  beginCommit,
  CancelledError,
  cancel,
  createCancelFlag,
  interruptible,
  isCommitting,
} from "../../src/core/threads/cancel-flag";
import { testServer } from "../support/server";

testServer();

test("cancelled work ends with its next statement and is rolled back", () => {
  const flag = createCancelFlag();
  const label = () => statement<{ label: string }>("SELECT label FROM roles WHERE key = 'viewer'").get()?.label;
  const before = label();
  let reached = "";
  const work = () =>
    transaction(() => {
      statement("UPDATE roles SET label = 'changed' WHERE key = 'viewer'").run();
      reached += "one";
      cancel(flag);
      statement("UPDATE roles SET label = 'changed again' WHERE key = 'viewer'").run();
      reached += "two";
    });
  expect(() => interruptible(flag, work)).toThrow(CancelledError);
  expect(reached).toBe("one");
  expect(label()).toBe(before);
});

test("cancelled work is not committed, even when it swallows the cancellation", () => {
  const flag = createCancelFlag();
  cancel(flag);
  const work = () => {
    try {
      statement("SELECT 1").get();
    } catch {}
    beginCommit(flag);
  };
  expect(() => interruptible(flag, work)).toThrow(CancelledError);
});

test("work that is being committed can no longer be cancelled", () => {
  const flag = createCancelFlag();
  beginCommit(flag);
  expect(cancel(flag)).toBe(false);
  expect(isCommitting(flag)).toBe(true);
  expect(interruptible(flag, () => statement<{ one: 1 }>("SELECT 1 AS one").get()?.one)).toBe(1);
});
