/** Changes that a page shows before the server has answered, when several are under way. */
import { afterEach, describe, expect, test } from "bun:test";
import { cache, makeStale } from "../../src/console/server/queries";
import { showChange } from "../../src/console/server/shown-changes";

type Card = { name: string; phase: string };
const KEY = ["cards", "one"];

/** Returns what a change of some fields shows of a card. */
const fields = (changes: Partial<Card>) => [{ queryKey: KEY, update: (card: Card) => ({ ...card, ...changes }) }];
const shown = () => cache.getQueryData<Card>(KEY);
const isStale = () => cache.getQueryState(KEY)?.isInvalidated;

afterEach(() => cache.clear());

describe("changes that are shown before their answers", () => {
  test("a refused change takes itself back, and leaves the newer one shown", () => {
    cache.setQueryData(KEY, { name: "A", phase: "plan" });
    const first = showChange(fields({ name: "B" }));
    const second = showChange(fields({ phase: "active" }));
    first.takeBack();
    first.settle();
    expect(shown()).toEqual({ name: "A", phase: "active" });
    second.takeBack();
    second.settle();
    expect(shown()).toEqual({ name: "A", phase: "plan" });
  });

  test("a refused change that a newer one builds on doesn't come back with it", () => {
    cache.setQueryData(KEY, { name: "A", phase: "plan" });
    const first = showChange([{ queryKey: ["cards"], update: (card: Card) => ({ ...card, name: `${card.name}1` }) }]);
    const second = showChange([{ queryKey: KEY, update: (card: Card) => ({ ...card, name: `${card.name}2` }) }]);
    expect(shown()?.name).toBe("A12");
    first.takeBack();
    expect(shown()?.name).toBe("A2");
    first.settle();
    second.takeBack();
    expect(shown()?.name).toBe("A");
    second.settle();
  });

  test("a change of the same waits for the one before, and another one for nothing", async () => {
    const order: string[] = [];
    const first = showChange(fields({ name: "B" }));
    const second = showChange([{ queryKey: ["cards"], update: (card: Card) => card }]);
    const other = showChange([{ queryKey: ["risks"], update: (risk: object) => risk }]);
    const ends = [second.turn.then(() => order.push("second")), other.turn.then(() => order.push("other"))];
    await other.turn;
    order.push("first");
    first.settle();
    await Promise.all(ends);
    expect(order).toEqual(["other", "first", "second"]);
    second.settle();
    other.settle();
  });

  test("what changes show is read again when the last of them is answered, and not by an event before", () => {
    cache.setQueryDefaults(KEY, { meta: { events: ["card."] } });
    cache.setQueryData(KEY, { name: "A", phase: "plan" });
    const first = showChange(fields({ name: "B" }));
    const second = showChange(fields({ name: "C" }));
    first.settle();
    makeStale(new Set(["card.updated"]));
    expect({ ...shown(), isStale: isStale() }).toEqual({ name: "C", phase: "plan", isStale: false });
    second.settle();
    expect(isStale()).toBe(true);
  });
});
