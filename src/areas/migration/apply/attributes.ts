/** Attributes as the chosen mapping has them. */
import type { JsonObject } from "../../../platform/json";
import { LIFECYCLE_TARGET, SKIP_TARGET } from "../targets";

type Content = { lifecycle: JsonObject; attributes: JsonObject };

/** The date that a text begins with; undefined when it looks like none. */
const dayIn = (value: unknown): string | undefined =>
  typeof value === "string" && /^.{4}-.{2}-/.test(value) && value.length >= 10 ? value.slice(0, 10) : undefined;

/** Moves attributes to where a mapping sends them. Attributes that it doesn't name stay. */
export function mapAttributes({ lifecycle, attributes }: Content, mapping: Readonly<Record<string, string>>): Content {
  const mapped: Content = { lifecycle: { ...lifecycle }, attributes: {} };
  const entries: [string, unknown][] = [];
  for (const [key, value] of Object.entries(attributes)) {
    const target = Object.hasOwn(mapping, key) ? (mapping[key] as string) : key;
    const day = dayIn(value);
    if (!target.startsWith(LIFECYCLE_TARGET)) {
      if (target !== SKIP_TARGET) entries.push([target, value]);
    } else if (day !== undefined) mapped.lifecycle[target.slice(LIFECYCLE_TARGET.length)] = day;
  }
  mapped.attributes = Object.fromEntries(entries);
  return mapped;
}
