/** The order in which work waits for a thread, and how much of it may. */
import { describe, expect, test } from "bun:test";
import { createFairQueue } from "../../src/core/threads/fair-queue";

type Work = { userId: string; expected: number; name: string };

const newQueue = (limits = { perUser: 100, all: 100 }) => createFairQueue<Work>(limits);
const work = (userId: string, name: string, expected = 10): Work => ({ userId, name, expected });

/** Returns the names of all work in the order in which one thread would run it. */
function orderOf(queue: ReturnType<typeof newQueue>, took = (one: Work) => one.expected): string[] {
  const names: string[] = [];
  for (let next = queue.take(); next; next = queue.take()) {
    names.push(next.name);
    queue.finish(next, took(next));
  }
  return names;
}

describe("a fair queue", () => {
  test("serves a user who asks once before the second of forty that another has asked for", () => {
    const queue = newQueue();
    for (let count = 0; count < 40; count++) queue.add(work("viewer", `report ${count}`, 1_000));
    queue.take();
    queue.add(work("other", "comments"));
    expect(queue.take()?.name).toBe("comments");
  });

  test("serves the short work of a user before the long, and equals in their order", () => {
    const queue = newQueue();
    for (const [name, expected] of [
      ["long", 900],
      ["first", 5],
      ["second", 5],
      ["middle", 50],
    ] as const)
      queue.add(work("viewer", name, expected));
    expect(orderOf(queue)).toEqual(["first", "second", "middle", "long"]);
  });

  test("lets a user wait whose work has taken longer than was expected", () => {
    const queue = newQueue();
    for (const name of ["one", "two"]) for (const user of ["slow", "fast"]) queue.add(work(user, `${user} ${name}`));
    expect(orderOf(queue, ({ userId }) => (userId === "slow" ? 5_000 : 1))).toEqual([
      "slow one",
      "fast one",
      "fast two",
      "slow two",
    ]);
  });

  test("gives a user who comes later no credit for the time before", () => {
    const queue = newQueue();
    for (let count = 0; count < 6; count++) queue.add(work("early", `early ${count}`));
    for (let count = 0; count < 3; count++) {
      const next = queue.take() as Work;
      queue.finish(next, 10);
    }
    for (let count = 0; count < 3; count++) queue.add(work("late", `late ${count}`));
    const order = orderOf(queue).map((name) => name.split(" ")[0]);
    expect(order.slice(0, 4).filter((user) => user === "late")).toHaveLength(2);
  });

  test("refuses a user with 429 of whom too much waits, and everybody with 503 when too much of all does", () => {
    const queue = newQueue({ perUser: 2, all: 3 });
    const ask = (userId: string) => {
      queue.requireRoom(userId);
      queue.add(work(userId, "any"));
    };
    ask("one");
    ask("one");
    expect(() => ask("one")).toThrow(expect.objectContaining({ status: 429, headers: { "Retry-After": "5" } }));
    ask("two");
    expect(() => ask("three")).toThrow(expect.objectContaining({ status: 503, headers: { "Retry-After": "5" } }));
  });

  test("forgets what is withdrawn, and counts it no longer", () => {
    const queue = newQueue({ perUser: 1, all: 10 });
    const withdrawn = work("one", "withdrawn");
    queue.add(withdrawn);
    expect(queue.withdraw(withdrawn)).toBe(true);
    expect(queue.withdraw(withdrawn)).toBe(false);
    queue.requireRoom("one");
    expect(queue.take()).toBeUndefined();
  });
});
