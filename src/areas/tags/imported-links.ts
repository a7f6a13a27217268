/** Tags in the cells of an import of cards, as `group / tag`. */
import { nameKeyOf, statement } from "../../../db";
import { type Actor, may, requireOnCard } from "../../core/access/actor";
import { cellsOf, type LinkCell, type LinkOutcome, namesIn, Refusal, requireCard, type SetLinks } from "../cards";
import { changeTags, TAG_COLUMNS, type TagRow, tagsOf, typeObjection } from "./assignment";

/** Returns a tag as exports of cards name it. */
const label = ({ group_name, name }: TagRow) => `${group_name} / ${name}`;

type Tags = ReadonlyMap<string, readonly TagRow[]>;

/** Returns all tags by what may name them: group and name, or the name alone. */
function tagsByName(): Tags {
  const rows = statement<TagRow, []>(
    `SELECT ${TAG_COLUMNS} FROM tags t JOIN tag_groups g ON g.id = t.tag_group_id`,
  ).all();
  const named = (tag: TagRow) => [[tag.group_name, tag.name], [tag.name]].map((names) => [keyOf(names), tag] as const);
  const byName = Map.groupBy(rows.flatMap(named), ([key]) => key);
  return new Map([...byName].map(([key, entries]) => [key, entries.map(([, tag]) => tag)]));
}

const keyOf = (names: readonly string[]) => JSON.stringify(names.map(nameKeyOf));

/** @throws Refusal for an entry that names no tag, or several */
function tagNamed(tags: Tags, entry: string): TagRow {
  const [tag, ...more] = tags.get(keyOf(namesIn(entry))) ?? [];
  const why = tag
    ? "several tags have this name; write the group, a slash and the tag"
    : "there is no tag of this name";
  if (!tag || more.length > 0) throw new Refusal(`tags: ${why}: ${entry.slice(0, 200)}`, "tags");
  return tag;
}

/** @throws Refusal for two tags of a group that allows one, and for a tag that is not for cards of the type */
function checkTags(wanted: readonly TagRow[], added: readonly TagRow[], cardType: string): void {
  for (const [first, second] of Map.groupBy(wanted, (tag) => tag.group_id).values())
    if (first?.mode === "single" && second)
      throw new Refusal(`tags: the group "${first.group_name}" allows one tag only`, "tags");
  for (const tag of added) {
    const objection = typeObjection(tag, cardType);
    if (objection) throw new Refusal(`tags: "${tag.name}" ${objection}`, "tags");
  }
}

/** Sets the tags of a card to some; returns what they were and are. @throws Problem 403, 422 */
function setTags(actor: Actor, cardId: string, wanted: readonly TagRow[]): { old: string[]; new: string[] } {
  const before = tagsOf(cardId);
  const lacks = (tags: readonly TagRow[]) => (tag: TagRow) => !tags.some(({ id }) => id === tag.id);
  const [removed, added] = [before.filter(lacks(wanted)), wanted.filter(lacks(before))];
  checkTags(wanted, added, requireCard(cardId).type);
  if (removed.length + added.length > 0 && !may(actor, "tags.manage")) requireOnCard(actor, "card.edit", cardId);
  changeTags(actor, cardId, removed, added);
  return { old: before.map(label), new: wanted.map(label) };
}

/** Sets the tags of cards to those that cells list; part of the running transaction. */
export function importTags(actor: Actor, cells: readonly LinkCell[], setLinks: SetLinks): LinkOutcome[] {
  const own = cellsOf(cells, "tags");
  if (own.length === 0) return [];
  const tags = tagsByName();
  return own.map((cell) =>
    setLinks(cell, ({ id, entries }) =>
      setTags(actor, id, [...new Set(entries.map((entry) => tagNamed(tags, entry)))]),
    ),
  );
}
