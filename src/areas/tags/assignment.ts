/** Tags on cards. */
import { inList, listOf, statement, transaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { publishAll } from "../../core/journal/journal";
import { invalid, notFound } from "../../http/errors";
import { parseUuid } from "../../platform/ids";
import { refreshQuality, requireCard } from "../cards";

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
 * @throws Problem 422 for an invalid id, 404 for an unknown tag
 */
function requireTags(texts: readonly string[]): { tag: TagRow; at: number }[] {
  const ids = texts.map((text, at) => {
    const id = parseUuid(text);
    if (!id) throw invalid(["body", at], "must be a UUID", "uuid_parsing", text);
    return id;
  });
  const rows = statement<TagRow, [string]>(
    `SELECT ${TAG_COLUMNS} FROM tags t JOIN tag_groups g ON g.id = t.tag_group_id WHERE ${inList("t.id")}`,
  ).all(listOf(ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(ids)].map((id) => {
    const tag = byId.get(id);
    if (!tag) throw notFound("Tag");
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

/**
 * Adds tags to a card. Of a group that allows one tag only, the last one given replaces the others.
 * @param texts ids of tags
 * @throws Problem 404 for an unknown card or tag, 422 for an invalid id or a tag that is not for cards of this type
 */
export function tagCard(actor: Actor, cardId: string, texts: readonly string[]): { status: "ok" } {
  return transaction(() => {
    const card = requireCard(cardId);
    const own = tagsOf(cardId);
    const has = new Set(own.map((tag) => tag.id));
    const asked = requireTags(texts);
    for (const { tag, at } of asked) {
      const objection = has.has(tag.id) ? undefined : typeObjection(tag, card.type);
      if (objection) throw invalid(["body", at], objection, "value_error", tag.id);
    }
    const chosen = new Map(
      asked.map(({ tag }) => [tag.mode === "single" ? `group ${tag.group_id}` : tag.id, tag] as const),
    );
    const remaining = new Set([...chosen.values()].map((tag) => tag.id));
    const removed = own.filter((tag) => chosen.has(`group ${tag.group_id}`) && !remaining.has(tag.id));
    const added = [...chosen.values()].filter((tag) => !has.has(tag.id));
    changeTags(actor, cardId, removed, added);
    return { status: "ok" };
  });
}

/** Removes a tag from a card, if it has it. */
export function untagCard(actor: Actor, cardId: string, tagId: string): void {
  transaction(() => {
    const tag = tagsOf(cardId).find(({ id }) => id === tagId);
    if (tag) changeTags(actor, cardId, [tag], []);
  });
}
