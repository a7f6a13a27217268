/** The cards that initiatives are grouped by. */
import { inList, listOf } from "../../../../db";
import { type Condition, clause, valuesOf } from "../../../../db/query";
import { metamodel, type RelationType } from "../../metamodel";
import { INITIATIVE } from "../../ppm";
import { fragment, rowsOf } from "../rows";

/** Returns the shown relation types of initiatives, each with the type at its other end. */
function shownRelations(): { seq: number; other: string }[] {
  const shown = [...metamodel().relationTypes.values()].filter((type: RelationType) => !type.is_hidden);
  return shown.flatMap(({ seq, source_type_key: source, target_type_key: target }) => {
    if (source === INITIATIVE) return { seq, other: target };
    return target === INITIATIVE ? { seq, other: source } : [];
  });
}

/** Returns the types of cards that initiatives can be grouped by. */
export function groupOptions(): { type_key: string; type_label: string }[] {
  const keys = new Set(shownRelations().map(({ other }) => other));
  keys.delete(INITIATIVE);
  return [...keys].sort().map((key) => ({ type_key: key, type_label: key }));
}

/** The group of an initiative. */
type Group = { id: string; name: string };

/**
 * Maps number of an initiative → its group: the card at the other end of its first relation with a card of the type.
 * @param typeKey unknown types give no groups
 */
export function groupsOf(initiatives: readonly Condition[], typeKey: string | undefined): Map<number, Group> {
  const types = shownRelations().filter(({ other }) => other === typeKey);
  if (types.length === 0) return new Map();
  const ofTypes = inList("r.type_seq", "(SELECT numbers FROM types)");
  const rows = rowsOf<[initiative: number, id: string, name: string]>(
    fragment(
      `WITH types (numbers) AS (SELECT ?), initiative AS MATERIALIZED (SELECT c.seq FROM cards c ${clause(initiatives)})
       SELECT link.initiative, g.id, g.name FROM (
         SELECT r.source_seq AS initiative, r.target_seq AS peer, r.seq FROM initiative CROSS JOIN relations r
           ON r.source_seq = initiative.seq WHERE ${ofTypes}
         UNION ALL SELECT r.target_seq, r.source_seq, r.seq FROM initiative CROSS JOIN relations r
           ON r.target_seq = initiative.seq WHERE ${ofTypes}
       ) link JOIN cards g ON g.seq = link.peer WHERE g.type = ? ORDER BY link.seq DESC`,
      listOf(types.map(({ seq }) => seq)),
      ...valuesOf(initiatives),
      typeKey ?? "",
    ),
  );
  return new Map(rows.map(([initiative, id, name]) => [initiative, { id, name }]));
}
