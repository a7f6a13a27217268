/** Tags on cards. */
import { inList, largeTransaction, listOf, statement, transaction } from "../../../db";
import { type Actor, may, requireOnCards } from "../../core/access/actor";
import { publishAll } from "../../core/journal/journal";
import { found, invalid } from "../../http/errors";
import { parseUuid } from "../../platform/ids";
import { refreshQuality, requireCard } from "../cards";
import type { BulkTags } from "./model";

export type TagRow = {
  id: string;
  name: string;
  group_id: string;
  group_name: string;
  mode: "multi" | "single";
  restrict_to_types: string | null;
};

export const TAG_COLUMNS = "t.id, t.name, g.id AS group_id, g.name AS group_name, g.mode, g.restrict_to_types";

/**
 * Finds the tags with these ids, in that order, each once.
 * @param field the place of the ids in the request, for the refusal
 * @throws Problem 422 for an invalid id, 404 for an unknown tag
 */
function requireTags(texts: readonly string[], field: string[]): RequestedTag[] {
  const ids = texts.map((text, at) => {
    const id = parseUuid(text);
    if (!id) throw invalid([...field, at], "must be a UUID", "uuid_parsing", text);
    return id;
  });
  const rows = statement<TagRow, [string]>(
    `SELECT ${TAG_COLUMNS} FROM tags t JOIN tag_groups g ON g.id = t.tag_group_id WHERE ${inList("t.id")}`,
  ).all(listOf(ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(ids)].map((id) => {
    const tag = found(byId.get(id), "Tag");
    return { tag, at: ids.indexOf(id) };
  });
}

/** Lists the tags of a card. */
export const tagsOf = (cardId: string): TagRow[] =>
  statement<TagRow, [string]>(
    `SELECT ${TAG_COLUMNS} FROM card_tags ct JOIN tags t ON t.id = ct.tag_id JOIN tag_groups g ON g.id = t.tag_group_id
     WHERE ct.card_id = ? ORDER BY t.sort_order, t.name, t.id`,
  ).all(cardId);

/** Returns why a tag is not for cards of a type; undefined when it is. */
export function typeObjection({ restrict_to_types, group_name }: TagRow, cardType: string): string | undefined {
  const types = JSON.parse(restrict_to_types ?? "[]") as string[] | null;
  if (!types?.length || types.includes(cardType)) return undefined;
  return `belongs to the group "${group_name}", whose tags are only for cards of type ${types.join(", ")}`;
}

function publishAssigned(
  actor: Actor,
  type: "card.tagged" | "card.untagged",
  cardId: string,
  tags: readonly TagRow[],
): void {
  const verb = type === "card.tagged" ? "Tag added" : "Tag removed";
  publishAll(
    actor,
    tags.map(({ id, name, group_name }) => ({
      type,
      cardId,
      data: { id: cardId, tag_id: id, tag_name: name, group_name, summary: `${verb}: ${group_name} / ${name}` },
    })),
  );
}

/** Takes tags off a card and puts others on it; part of the running transaction. Publishes each. */
export function changeTags(actor: Actor, cardId: string, removed: readonly TagRow[], added: readonly TagRow[]): void {
  if (removed.length + added.length === 0) return;
  const idsOf = (tags: readonly TagRow[]) => listOf(tags.map((tag) => tag.id));
  statement(`DELETE FROM card_tags WHERE card_id = ? AND ${inList("tag_id")}`).run(cardId, idsOf(removed));
  statement("INSERT INTO card_tags (card_id, tag_id) SELECT ?, value FROM json_each(?)").run(cardId, idsOf(added));
  refreshQuality([cardId]);
  publishAssigned(actor, "card.untagged", cardId, removed);
  publishAssigned(actor, "card.tagged", cardId, added);
}

/** A tag that is asked for, and its place in the request. */
type RequestedTag = { tag: TagRow; at: number };

/**
 * Changes which tags a card has; part of the running transaction. Of a group that allows one tag only, the last one given replaces
 * the others.
 * @returns true when the card has other tags than before
 * @throws Problem 422 for a tag that is not for cards of this type
 */
function putTags(
  actor: Actor,
  card: { id: string; type: string },
  asked: readonly RequestedTag[],
  unwanted: ReadonlySet<string>,
  field: string[],
): boolean {
  const own = tagsOf(card.id);
  const has = new Set(own.map((tag) => tag.id));
  for (const { tag, at } of asked) {
    const objection = has.has(tag.id) ? undefined : typeObjection(tag, card.type);
    if (objection) throw invalid([...field, at], objection, "value_error", tag.id);
  }
  const chosen = new Map(
    asked.map(({ tag }) => [tag.mode === "single" ? `group ${tag.group_id}` : tag.id, tag] as const),
  );
  const remaining = new Set([...chosen.values()].map((tag) => tag.id));
  const removed = own.filter(
    (tag) => unwanted.has(tag.id) || (chosen.has(`group ${tag.group_id}`) && !remaining.has(tag.id)),
  );
  const added = [...chosen.values()].filter((tag) => !has.has(tag.id));
  changeTags(actor, card.id, removed, added);
  return removed.length + added.length > 0;
}

/**
 * Adds tags to a card. Of a group that allows one tag only, the last one given replaces the others.
 * @param texts ids of tags
 * @throws Problem 404 for an unknown card or tag, 422 for an invalid id or a tag that is not for cards of this type
 */
export function tagCard(actor: Actor, cardId: string, texts: readonly string[]): { status: "ok" } {
  return transaction(() => {
    const card = requireCard(cardId);
    putTags(actor, card, requireTags(texts, ["body"]), new Set(), ["body"]);
    return { status: "ok" };
  });
}

/**
 * Adds tags to many cards, or takes them off.
 * @returns the number of cards that have other tags than before
 * @throws Problem 404 for an unknown card or tag, 403 without the right to edit one of the cards, 422 for an invalid id or a tag that
 *   is not for cards of one of the types
 */
export function tagCards(actor: Actor, { card_ids, add, remove }: BulkTags): { changed: number } {
  return largeTransaction(() => {
    const cards = [...new Set(card_ids)].map((id) => requireCard(id));
    if (!may(actor, "tags.manage"))
      requireOnCards(
        actor,
        "card.edit",
        cards.map(({ id }) => id),
      );
    const asked = requireTags(add, ["body", "add"]);
    const unwanted = new Set(requireTags(remove, ["body", "remove"]).map(({ tag }) => tag.id));
    return { changed: cards.filter((card) => putTags(actor, card, asked, unwanted, ["body", "add"])).length };
  });
}

/** Removes a tag from a card, if it has it. */
export function untagCard(actor: Actor, cardId: string, tagId: string): void {
  transaction(() => {
    const tag = tagsOf(cardId).find(({ id }) => id === tagId);
    if (tag) changeTags(actor, cardId, [tag], []);
  });
}
