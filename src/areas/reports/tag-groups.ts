/** Tag groups as reports show them. */
import { columnOf, fragment, list, object, scalar } from "./rows";

const TAG = object({ id: scalar("t.id"), name: scalar("t.name"), color: scalar("t.color") });
const TAGS = `(SELECT '[' || coalesce(group_concat(text), '') || ']' FROM (
  SELECT ${TAG} AS text FROM tags t WHERE t.tag_group_id = g.id ORDER BY t.name, t.id))`;
const GROUP = object({ id: scalar("g.id"), name: scalar("g.name"), mode: scalar("g.mode"), tags: TAGS });

/** Returns the tag groups for cards of a type, by name, as a JSON array. */
export const tagGroupsFor = (type: string): string =>
  list(
    columnOf(
      fragment(
        `SELECT ${GROUP} FROM tag_groups g
         WHERE coalesce(g.restrict_to_types, 'null') IN ('null', '[]')
           OR EXISTS (SELECT 1 FROM json_each(g.restrict_to_types) WHERE value = ?)
         ORDER BY g.name, g.id`,
        type,
      ),
    ),
  );
