/** The sections of a statement of architecture work: their shape is the client's, their texts are sanitised. */
import { sanitizeRichText } from "../../core/rich-text";

export type Sections = Record<string, unknown>;

/** Keys of a section whose texts are plain. */
const PLAIN: ReadonlySet<string> = new Set(["title", "insertAfter", "table_data", "togaf_data"]);

type Path = (string | number)[];

function sanitizeValue(value: unknown, path: Path): unknown {
  if (typeof value === "string") return sanitizeRichText(value, path);
  if (Array.isArray(value)) return value.map((entry, index) => sanitizeValue(entry, [...path, index]));
  return typeof value === "object" && value !== null ? sanitizeEntries(value, path) : value;
}

/** Returns an object whose values are sanitised but for those under some keys. */
const sanitizeEntries = (value: object, path: Path, plain?: ReadonlySet<string>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, plain?.has(key) ? entry : sanitizeValue(entry, [...path, key])]),
  );

const sanitizeSection = (section: unknown, path: Path): unknown =>
  typeof section === "object" && section !== null && !Array.isArray(section)
    ? sanitizeEntries(section, path, PLAIN)
    : sanitizeValue(section, path);

/**
 * Returns sections without what could run in a browser.
 * @throws Problem 422 when the tags of a text are nested too deeply
 */
export const sanitizeSections = (sections: Sections): Sections =>
  Object.fromEntries(
    Object.entries(sections).map(([id, section]) => [id, sanitizeSection(section, ["body", "sections", id])]),
  );

/**
 * The data that undoes a change of sections: the former ones of those that changed, and the keys of those that
 * were added.
 */
export type FormerSections = { changed: Sections; added: string[] };

/** Returns the former sections; undefined when nothing has changed. */
export function formerSections(before: Sections, after: Sections): FormerSections | undefined {
  const changed = Object.entries(before).filter(([id, section]) => !Bun.deepEquals(section, after[id]));
  const added = Object.keys(after).filter((id) => !Object.hasOwn(before, id));
  return changed.length + added.length === 0 ? undefined : { changed: Object.fromEntries(changed), added };
}

/** Returns sections with what they were before a change. */
export function restoreSections(current: Sections, { changed, added }: FormerSections): Sections {
  const gone = new Set(added);
  return { ...Object.fromEntries(Object.entries(current).filter(([id]) => !gone.has(id))), ...changed };
}
