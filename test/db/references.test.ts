/** Many rows that are deleted together leave what they would leave one after the other. */
import { expect, test } from "bun:test";
import { rehearse, statement } from "../../db";
import { deleteRows } from "../../src/areas/cards/lifecycle/delete";
import { testServer } from "../support/server";

testServer({ SEED_DEMO: "true" });

type Key = { child: string; column: string; action: string };
const keysOnCards = () =>
  statement<Key>(
    `SELECT child.name AS child, key."from" AS "column", key.on_delete AS action
     FROM sqlite_schema child, pragma_foreign_key_list(child.name) key
     WHERE child.type = 'table' AND key."table" = 'cards'`,
  ).all();

/** Returns the rows of each table that may refer to cards, and how many of them do. */
const referring = () =>
  keysOnCards().map(({ child, column }) => ({
    key: `${child}.${column}`,
    ...(statement<{ count: number; referring: number }>(
      `SELECT count(*) AS count, count(${column}) AS referring FROM ${child}`,
    ).get() as { count: number; referring: number }),
  }));

/** Returns what cards leave that are deleted so many at a time. */
const leftAfter = (ids: readonly string[], atOnce: number) =>
  rehearse(() => {
    for (let at = 0; at < ids.length; at += atOnce) deleteRows(ids.slice(at, at + atOnce));
    return { rows: referring(), violated: statement("PRAGMA foreign_key_check").all() };
  });

test("hundreds of cards that are deleted at once leave the same rows as if they are deleted one after the other", () => {
  const all = statement<{ id: string }>("SELECT id FROM cards ORDER BY seq").all();
  const ids = all.filter((_, at) => at % 4 > 0).map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(250);
  const left = leftAfter(ids, ids.length);
  expect(left).toEqual(leftAfter(ids, 1));
  expect(left.violated).toEqual([]);
  const before = referring();
  expect(left.rows.filter(({ count }, at) => count < before[at]!.count).length).toBeGreaterThan(15);
});

test("each reference to cards is deleted or emptied with them, but for that of children to their parents", () => {
  const others = keysOnCards().filter(({ action }) => !["CASCADE", "SET NULL"].includes(action));
  expect(others.map(({ child, column }) => `${child}.${column}`)).toEqual(["cards.parent_id"]);
});
