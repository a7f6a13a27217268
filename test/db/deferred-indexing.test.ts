/** The full-text index of a large transaction is brought up to date at its end, by one statement for all of its cards. */
import { beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { largeTransaction, rehearse, savepoint, statement, transaction } from "../../db";
import { closeDatabase, openDatabase } from "../../db/client";
import { connection } from "../../db/connection";
import { indexingAfterwards, indexSlice, isIndexBehind } from "../../db/deferred-indexing";
import { matching } from "../../db/query";
import { commit } from "../../db/transaction";
import { findCards } from "../../src/areas/search/cards";
import { findingsOf } from "../support/databases";
import { cardType, storedCards, unique } from "../support/factories";
import { testServer } from "../support/server";

testServer();
beforeAll(() => {
  cardType("Widget");
});

let word: string;
let ids: string[];
const letters = () => unique("").replaceAll(/[^a-z0-9]/gi, "");
beforeEach(() => {
  word = `w${letters()}`;
  ids = storedCards([1, 2, 3].map((number) => ({ type: "Widget", name: `${word} ${number}` })));
});

/** Counts the cards that the index finds. */
const count = (text: string) => {
  const { sql, values } = matching(text);
  return statement<{ count: number }>(`SELECT count(*) AS count FROM cards c WHERE ${sql}`).get(...values)?.count;
};
const redescribe = (id: string | undefined, description: string | null) =>
  statement("UPDATE cards SET description = ? WHERE id = ?").run(description, id ?? null);
const unindexed = () => statement<{ count: number }>("SELECT count(*) AS count FROM unindexed_cards").get()?.count;
/** Checks the index against the cards, and that nothing is left to be indexed. */
function expectSound(): void {
  statement("INSERT INTO cards_search(cards_search, rank) VALUES ('integrity-check', 1)").run();
  expect(unindexed()).toBe(0);
}

test("cards that a large transaction changes, creates and deletes are found by their new texts alone", () => {
  const other = `o${letters()}`;
  largeTransaction(() => {
    redescribe(ids[0], `first ${other}`);
    redescribe(ids[0], `second ${other}x`);
    statement("DELETE FROM cards WHERE id = ?").run(ids[1] as string);
    statement("UPDATE cards SET name = ? WHERE id = ?").run(`${other} renamed`, ids[2] as string);
    storedCards([{ type: "Widget", name: `${other} created` }]);
  });
  expect(count(`first ${other}`)).toBe(0);
  expect(count(`${other}x`)).toBe(1);
  expect(count(word)).toBe(1);
  expect(count(other)).toBe(3);
  expectSound();
});

test("the index is written once at the end of a large transaction, and after each change of any other", () => {
  const blocks = () =>
    statement<{ count: number }>("SELECT count(*) AS count FROM cards_search_data").get()?.count ?? 0;
  const before = blocks();
  let during = 0;
  largeTransaction(() => {
    for (const id of ids) redescribe(id, `large ${word}`);
    during = blocks();
    expect(unindexed()).toBe(ids.length + 1);
  });
  expect(during).toBe(before);
  transaction(() => {
    redescribe(ids[0], `small ${word}`);
    expect(unindexed()).toBe(0);
  });
  expect(count(`small ${word}`)).toBe(1);
  expectSound();
});

test("a search within a large transaction finds what it has changed so far", () => {
  largeTransaction(() => {
    redescribe(ids[0], `early ${word}`);
    expect(count(`early ${word}`)).toBe(1);
    redescribe(ids[0], `later ${word}`);
    expect(count(`early ${word}`)).toBe(0);
    expect(count(`later ${word}`)).toBe(1);
  });
  expectSound();
});

test("a text that a savepoint of a large transaction undoes is not in the index", () => {
  largeTransaction(() => {
    redescribe(ids[0], `stays ${word}`);
    expect(() =>
      savepoint(() => {
        redescribe(ids[0], `undone ${word}`);
        redescribe(ids[1], `undone ${word}`);
        throw new Error("undone");
      }),
    ).toThrow("undone");
  });
  expect(count(`stays ${word}`)).toBe(1);
  expect(count(`undone ${word}`)).toBe(0);
  expectSound();
});

test("a dry run and a large transaction that fails leave the index as it was", () => {
  rehearse(() => redescribe(ids[0], `rehearsed ${word}`));
  expect(() =>
    largeTransaction(() => {
      redescribe(ids[0], `failed ${word}`);
      throw new Error("failed");
    }),
  ).toThrow("failed");
  expect(count(`rehearsed ${word}`)).toBe(0);
  expect(count(`failed ${word}`)).toBe(0);
  expect(count(word)).toBe(3);
  expectSound();
});

test("the last card, deleted and created again under its number in one large transaction, is found by its new text", () => {
  const fresh = `f${letters()}`;
  largeTransaction(() => {
    statement("DELETE FROM cards WHERE id = ?").run(ids[2] as string);
    storedCards([{ type: "Widget", name: fresh }]);
  });
  expect(count(word)).toBe(2);
  expect(count(fresh)).toBe(1);
  expectSound();
});

describe("the index of a very large transaction", () => {
  const MANY = 2_500;
  let fresh: string;

  /** Leaves cards that aren't indexed: those of this test, with other texts, and new ones. */
  function leave(): void {
    fresh = `f${letters()}`;
    indexingAfterwards(() =>
      largeTransaction(() => {
        redescribe(ids[0], `changed ${fresh}`);
        statement("UPDATE cards SET name = ? WHERE id = ?").run(`${fresh} renamed`, ids[1] as string);
        statement("DELETE FROM cards WHERE id = ?").run(ids[2] as string);
        storedCards(Array.from({ length: MANY }, (_, at) => ({ type: "Widget", name: `${fresh} ${at}` })));
      }),
    );
  }

  /** Checks that exactly the texts that the cards have are found. */
  function expectFound(): void {
    expect(count(word)).toBe(1);
    expect(count(`changed ${fresh}`)).toBe(1);
    expect(count(`${fresh} renamed`)).toBe(1);
    expect(count(fresh)).toBe(MANY + 2);
    expect(count(fresh.slice(0, 3))).toBeGreaterThanOrEqual(MANY + 2);
    expect(findCards(`${fresh} 2321`, ["Widget"], 5).map(({ name }) => name)).toEqual([`${fresh} 2321`]);
  }

  test("is made afterwards in slices; until then searches find all texts, and only those", () => {
    leave();
    // A new card has the number of the deleted one.
    expect(unindexed()).toBe(MANY + 3);
    let slices = 0;
    for (; isIndexBehind(); slices++) {
      expectFound();
      transaction(() => redescribe(ids[0], `changed ${fresh} ${slices}`));
      largeTransaction(indexSlice);
    }
    expect(slices).toBe(2);
    expectFound();
    expectSound();
  });

  test("is completed when the database is opened again", () => {
    leave();
    commit();
    const { filename } = connection();
    expect(findingsOf(filename).find(({ check }) => check === "index cards_search")).toMatchObject({
      note: expect.stringContaining(`${MANY + 2} cards`),
    });
    closeDatabase();
    openDatabase(filename);
    expectFound();
    expectSound();
  });

  test("is made anew when the database is opened with notes that don't fit it", () => {
    statement("INSERT INTO unindexed_cards VALUES (0, NULL, NULL), (1, 'never', 'indexed')").run();
    commit();
    const { filename } = connection();
    closeDatabase();
    openDatabase(filename);
    expect(count(word)).toBe(3);
    expectSound();
  });
});
