/** The columns of a saved view, in the forms in which front ends store them, as properties of a feed. */
import { metamodel } from "../../metamodel";

/** The properties of an entry without columns, in their order. */
export const PROPERTIES = [
  "id",
  "type",
  "subtype",
  "name",
  "description",
  "status",
  "approval_status",
  "data_quality",
  "lifecycle",
  "attributes",
  "external_id",
  "alias",
  "created_at",
  "updated_at",
] as const;

/** The beginning of a property with the names of related cards; the key of the relation type follows. */
const RELATED = "rel_";

/** Returns the relation type of a property like `rel_relAppToITC`; undefined for other properties. */
export const relationKeyOf = (property: string): string | undefined =>
  property.startsWith(RELATED) ? property.slice(RELATED.length) : undefined;

const isProperty = (name: string) => name === "tags" || (PROPERTIES as readonly string[]).includes(name);

/** Returns a column of the card itself: `name`, `core_name`, `core_approvalStatus`. */
function ownProperty(column: string): string | undefined {
  const name = column.replace(/^core_/, "").replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return isProperty(name) ? name : undefined;
}

/**
 * Returns the property that a column of a view stands for: one of an entry's own, `attributes/<key>`, or one of related
 * cards.
 * @returns undefined for a column that a feed doesn't have
 */
export function propertyOf(column: unknown): string | undefined {
  if (typeof column !== "string") return undefined;
  const [, key] = /^(?:attr_|attributes[./])(.+)$/.exec(column) ?? [];
  if (key !== undefined) return `attributes/${key}`;
  const relationKey = relationKeyOf(column);
  if (relationKey !== undefined) return metamodel().relationTypes.has(relationKey) ? column : undefined;
  return ownProperty(column);
}
