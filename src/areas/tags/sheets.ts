/** The sheets of tags, their groups, and the tags of cards in a workspace bundle. */
import { hasRow, statement, tables } from "../../../db";
import { type Actor, may, mayOnCard } from "../../core/access/actor";
import type { Cell } from "../../core/sheets/cells";
import { configurationSheet } from "../../core/sheets/configuration-sheet";
import { Conflict, LeftOut, type Outcome, type Row, textAt, Unfit } from "../../core/sheets/row";
import { requireFor, type Sheet } from "../../core/sheets/sheet";
import { plainRows, referenceCells, rowsOf } from "../../core/sheets/table-rows";
import { checked } from "../../http/validation";
import { tagCard } from "./assignment";
import { createTagGroup, updateTagGroup } from "./groups";
import { NewTag, NewTagGroup, TagChanges, TagGroupChanges } from "./model";
import { createTag, setTagOrder, updateTag } from "./tags";

const groups = configurationSheet("TagGroups", tables.tagGroups, {
  columns: "name description mode restrict_to_types mandatory",
  key: "name",
  lists: "restrict_to_types",
  needs: "tags.manage",
  create: (actor, row) => void createTagGroup(actor, checked(NewTagGroup, row)),
  update: (actor, { id }, changes) => void updateTagGroup(actor, id, checked(TagGroupChanges, changes)),
});

type Look = { description: string | null; color: string | null; sort_order: number };
type StoredTag = Look & { id: string };

/** Finds the oldest group with a name. */
const findGroup = (name: string) =>
  statement<{ id: string }>("SELECT id FROM tag_groups WHERE name = ? ORDER BY id LIMIT 1").get(name);

/** Finds the oldest tag with a name in a group. */
const findTag = (groupId: string, name: string) =>
  statement<StoredTag>(
    "SELECT id, description, color, sort_order FROM tags WHERE tag_group_id = ? AND name = ? ORDER BY id LIMIT 1",
  ).get(groupId, name);

/** @throws Unfit */
function lookOf(row: Row): Look {
  const sort_order = Number(row.cells.get("sort_order") ?? 0);
  if (!Number.isSafeInteger(sort_order)) throw new Unfit("sort_order must be a whole number");
  return { description: textAt(row, "description"), color: textAt(row, "color"), sort_order };
}

const isSame = (one: Look, other: Look) =>
  (one.description || null) === (other.description || null) &&
  (one.color || null) === (other.color || null) &&
  one.sort_order === other.sort_order;

function applyTag(actor: Actor, row: Row): Outcome {
  const group = textAt(row, "group_name") ?? "";
  const name = textAt(row, "name");
  const groupId = findGroup(group)?.id;
  if (!groupId) throw new Conflict(`there is no group of tags '${group}'`);
  if (!name) throw new Conflict("a tag must have a name");
  const { sort_order, ...look } = lookOf(row);
  const stored = findTag(groupId, name);
  if (stored && isSame({ ...look, sort_order }, stored)) return "skipped";
  requireFor(actor, "tags.manage");
  if (stored) updateTag(actor, groupId, stored.id, checked(TagChanges, look));
  const id = stored?.id ?? createTag(actor, groupId, checked(NewTag, { name, ...look })).id;
  if (sort_order !== (stored?.sort_order ?? 0)) setTagOrder(id, sort_order);
  return stored ? "updated" : "created";
}

const tags: Sheet = {
  name: "Tags",
  headers: ["group_name", "name", "description", "color", "sort_order"],
  begin: ({ actor }) => ({ apply: (row) => applyTag(actor, row) }),
  rows: (sheetExport) =>
    plainRows(
      sheetExport,
      ["g.name", "t.name", "t.description", "t.color", "t.sort_order"],
      "tags t JOIN tag_groups g ON g.id = t.tag_group_id",
    ),
};

const isTagged = (cardId: string, tagId: string) =>
  hasRow("SELECT 1 FROM card_tags WHERE card_id = ? AND tag_id = ?", cardId, tagId);

/** @throws Conflict when a card has another tag of a group that allows one only: an import takes nothing away */
function requireRoom(cardId: string, groupId: string): void {
  const other = statement<{ name: string }>(
    `SELECT tag.name FROM card_tags ct JOIN tags tag ON tag.id = ct.tag_id JOIN tag_groups g ON g.id = tag.tag_group_id
     WHERE ct.card_id = ? AND g.id = ? AND g.mode = 'single' LIMIT 1`,
  ).get(cardId, groupId);
  if (other) throw new Conflict(`the card has the tag '${other.name}' already, and its group allows one only`);
}

const CARD_TAGS = `(SELECT json_group_array(json_array(g.name, tag.name)) FROM card_tags ct
  JOIN tags tag ON tag.id = ct.tag_id JOIN tag_groups g ON g.id = tag.tag_group_id WHERE ct.card_id = t.id)`;

const cardTags: Sheet = {
  name: "CardTags",
  headers: ["card_type", "card_ref", "group_name", "tag_name"],
  begin: ({ actor, cards }) => ({
    apply(row) {
      const cardId = cards.require(row, "card_type", "card_ref");
      const group = textAt(row, "group_name") ?? "";
      const name = textAt(row, "tag_name") ?? "";
      const groupId = findGroup(group)?.id ?? "";
      const tag = findTag(groupId, name);
      if (!tag) throw new Conflict(`there is no tag '${name}' in a group '${group}'`);
      if (isTagged(cardId, tag.id)) return "skipped";
      if (!may(actor, "tags.manage") && !mayOnCard(actor, "card.edit", cardId))
        throw new LeftOut("it needs the permission tags.manage or card.edit");
      requireRoom(cardId, groupId);
      tagCard(actor, cardId, [tag.id]);
      return "created";
    },
  }),
  *rows(sheetExport) {
    const { connection, cards, assets } = sheetExport;
    for (const [id, own] of rowsOf(connection, ["t.id", CARD_TAGS], "cards t")) {
      if (own === "[]" || !cards.includes(id as string)) continue;
      const [reference, type] = referenceCells(sheetExport, id as string) as [Cell, Cell];
      for (const [group, tag] of JSON.parse(own as string) as [string, string][])
        yield [type, reference, assets.cellOf(group), assets.cellOf(tag)];
    }
  },
};

export const sheets = [groups, tags, cardTags];
