/** Many rows that are deleted together leave what they would leave one after the other. */
import { expect, test } from "bun:test";
import { rehearse, statement } from "../../db";
import { violatedConstraint } from "../../db/errors";
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

test("each reference to cards is deleted or emptied with them", () => {
  expect(keysOnCards().filter(({ action }) => !["CASCADE", "SET NULL"].includes(action))).toEqual([]);
});

const aCard = () =>
  statement<{ id: string }>("SELECT id FROM cards WHERE parent_id IS NULL LIMIT 1").get() as { id: string };

test.each([
  ["a change", () => statement("UPDATE cards SET parent_id = 'missing' WHERE id = ?").run(aCard().id)],
  [
    "a new card",
    () =>
      statement(
        `INSERT INTO cards (id, type, name, name_key, parent_id, created_at, updated_at)
         VALUES ('new', 'Application', 'New', 'new', 'missing', '', '')`,
      ).run(),
  ],
])("the parent of a card is a card: %s to another is refused", (_, write) => {
  let refusal: unknown;
  try {
    rehearse(write);
  } catch (error) {
    refusal = error;
  }
  expect(violatedConstraint(refusal)).toBe("reference");
});
