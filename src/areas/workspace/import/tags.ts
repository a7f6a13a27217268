/** Tags: matched by the names of their group and their own. */
import { statement } from "../../../../db";
import { newId } from "../../../platform/ids";
import type { Bundle, Row } from "./bundle";
import { insertRow } from "./configuration";
import { applyRows, Conflict, type Outcome, type Sections, Unfit } from "./report";
import { textAt } from "./values";

type Look = { description: string | null; color: string | null; sort_order: number };
type Tag = Look & { id: string };

/** The key of `tagsByName`. */
export const tagKey = (group: string | null, name: string | null): string => JSON.stringify([group, name]);

/** Tags by the names of their group and their own; of several the oldest. */
export const tagsByName = (): Map<string, Tag> =>
  new Map(
    statement<Tag & { group_name: string; name: string }>(
      `SELECT tag.id, g.name AS group_name, tag.name, tag.description, tag.color, tag.sort_order
       FROM tags tag JOIN tag_groups g ON g.id = tag.tag_group_id ORDER BY tag.id DESC`,
    )
      .all()
      .map(({ group_name, name, ...tag }) => [tagKey(group_name, name), tag]),
  );

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

/** Applies tags. */
export function applyTags(bundle: Bundle, sections: Sections): void {
  const tags = tagsByName();
  const groups = new Map(
    statement<{ id: string; name: string }>("SELECT id, name FROM tag_groups ORDER BY id DESC")
      .all()
      .map(({ id, name }) => [name, id]),
  );

  function create(groupId: string, key: string, name: string, look: Look): Outcome {
    const tag = { id: newId(), ...look };
    insertRow("tags", { ...tag, name, tag_group_id: groupId });
    tags.set(key, tag);
    return "created";
  }

  applyRows(sections, "Tags", bundle.rows("Tags"), (row) => {
    const [group, name] = [textAt(row, "group_name"), textAt(row, "name")];
    const groupId = groups.get(group ?? "");
    if (!groupId) throw new Conflict(`there is no group of tags '${group ?? ""}'`);
    if (!name) throw new Conflict("a tag must have a name");
    const look = lookOf(row);
    const known = tags.get(tagKey(group, name));
    if (!known) return create(groupId, tagKey(group, name), name, look);
    if (isSame(look, known)) return "skipped";
    statement("UPDATE tags SET description = ?, color = ?, sort_order = ? WHERE id = ?").run(
      look.description,
      look.color,
      look.sort_order,
      known.id,
    );
    return "updated";
  });
}
