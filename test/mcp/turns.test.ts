/** Many messages at once: how many are at work, whose, and what they hold. */
import { describe, expect, test } from "bun:test";
import { answerBudget, heldBytes } from "../../src/http/answer-memory";
import { resetRateLimits } from "../../src/http/rate-limit";
import { readBytes, readText } from "../../src/mcp/bounded";
import { AT_WORK, AT_WORK_PER_USER, inTurn } from "../../src/mcp/turns";
import { clientAs, testServer } from "../support/server";
import { connect, tokenOf } from "./assistant";

const { signal } = new AbortController();

/** Sends messages of users. @returns how many of each user are at work, the most that were at once, and what lets them end */
function sent(...users: string[]) {
  const working = new Map<string, number>();
  const { promise, resolve } = Promise.withResolvers<void>();
  const seen = { all: 0, order: [] as string[] };
  const change = (user: string, by: number) => working.set(user, (working.get(user) ?? 0) + by);
  const done = users.map((user) =>
    inTurn(user, signal, async () => {
      change(user, 1);
      seen.order.push(user);
      seen.all = Math.max(
        seen.all,
        [...working.values()].reduce((sum, count) => sum + count, 0),
      );
      await promise;
      change(user, -1);
    }),
  );
  const end = () => {
    resolve();
    return Promise.allSettled(done);
  };
  return { working, seen, end };
}

const times = (count: number, user: string) => Array.from({ length: count }, () => user);

describe("messages", () => {
  test("of one user take half of the turns, so that others don't wait for them", async () => {
    const { working, seen, end } = sent(...times(50, "busy"), "other");
    await Bun.sleep(0);
    expect(working).toEqual(
      new Map([
        ["busy", AT_WORK_PER_USER],
        ["other", 1],
      ]),
    );
    expect((await end()).every(({ status }) => status === "fulfilled")).toBeTrue();
    expect(seen.order.length).toBe(51);
    expect(seen.all).toBeLessThanOrEqual(AT_WORK);
  });

  test("of all take no more than all of them, and those beyond what may wait are refused", async () => {
    const users = Array.from({ length: 5 }, (_, at) => times(110, `user ${at}`)).flat();
    const { seen, end } = sent(...users);
    const outcomes = await end();
    const refusals = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason.status as number] : []));
    expect(seen.all).toBe(AT_WORK);
    expect(new Set(refusals)).toEqual(new Set([429, 503]));
    expect(outcomes.length - refusals.length).toBe(seen.order.length);
  });

  test("leave the queue when their client has gone", async () => {
    const { end } = sent(...times(AT_WORK_PER_USER, "gone"));
    const leaving = new AbortController();
    const answer = inTurn("gone", leaving.signal, async () => "answered");
    leaving.abort();
    expect(answer).rejects.toThrow();
    await end();
    expect(await inTurn("gone", signal, async () => "answered")).toBe("answered");
  });
});

test("bodies are read as far as they may be long, and no further", async () => {
  let made = 0;
  const endless = () =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        made++;
        controller.enqueue(Buffer.from("a line\n".repeat(100)));
      },
    });
  const { text, isCut } = await readText(endless(), 5_000);
  expect([isCut, text.length <= 5_000, text.endsWith("a line")]).toEqual([true, true, true]);
  expect(readBytes(endless(), 5_000)).rejects.toThrow("more than 5000 bytes");
  await Bun.sleep(0);
  expect(made).toBeLessThan(30);
});

describe("100 calls of heavy tools at once", () => {
  const server = testServer({ SEED_DEMO: "true" });
  const admin = clientAs(server, "admin");
  const heavy: [tool: string, input: object][] = [
    ["report", { name: "landscape", type: "Application", group_by: "Organization" }],
    ["report", { name: "matrix" }],
    ["impact", { card: "Group ERP", depth: 10 }],
    ["costs", {}],
    ["metamodel", { type: "Application" }],
  ];

  test("are all answered, and hold no more than answers may", async () => {
    await admin.patch("/settings/mcp", { enabled: true });
    const users = await Promise.all(["admin", "bpm_admin", "member", "member"].map((role) => server.as(role)));
    const assistants = await Promise.all(users.map(async (user) => connect(server.url, (await tokenOf(user)).token)));
    resetRateLimits();
    let most = 0;
    const timer = setInterval(() => (most = Math.max(most, heldBytes())), 1);
    const calls = assistants.flatMap((assistant) =>
      Array.from({ length: 25 }, (_, at) => assistant.call(...(heavy[at % heavy.length] as [string, object]))),
    );
    const answers = await Promise.all(calls);
    clearInterval(timer);
    expect(answers.filter(({ isError }) => isError)).toEqual([]);
    expect(most).toBeLessThanOrEqual(answerBudget().limit);
    expect(heldBytes()).toBe(0);
  });
});
