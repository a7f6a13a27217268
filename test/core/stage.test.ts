/** Work on another thread can be given up until its commit begins. */
import { expect, test } from "bun:test";
import { statement, transaction } from "../../db";
import { beginCommit, GivenUp, giveUp, interruptible, isCommitting, newStage } from "../../src/core/threads/stage";
import { testServer } from "../support/server";

testServer();

test("what is given up ends with its next statement, and is rolled back", () => {
  const stage = newStage();
  const label = () => statement<{ label: string }>("SELECT label FROM roles WHERE key = 'viewer'").get()?.label;
  const before = label();
  let reached = "";
  const work = () =>
    transaction(() => {
      statement("UPDATE roles SET label = 'changed' WHERE key = 'viewer'").run();
      reached += "one";
      giveUp(stage);
      statement("UPDATE roles SET label = 'changed again' WHERE key = 'viewer'").run();
      reached += "two";
    });
  expect(() => interruptible(stage, work)).toThrow(GivenUp);
  expect(reached).toBe("one");
  expect(label()).toBe(before);
});

test("what is given up isn't committed, though its work swallows that", () => {
  const stage = newStage();
  giveUp(stage);
  const work = () => {
    try {
      statement("SELECT 1").get();
    } catch {}
    beginCommit(stage);
  };
  expect(() => interruptible(stage, work)).toThrow(GivenUp);
});

test("what is being committed isn't given up", () => {
  const stage = newStage();
  beginCommit(stage);
  expect(giveUp(stage)).toBe(false);
  expect(isCommitting(stage)).toBe(true);
  expect(interruptible(stage, () => statement<{ one: 1 }>("SELECT 1 AS one").get()?.one)).toBe(1);
});
