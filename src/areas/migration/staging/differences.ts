/** Differences of attributes. */
import { type Changes, differences } from "../../../core/journal/differences";
import type { JsonObject } from "../../../platform/json";

/** Returns the attributes that differ, of those that a record has. */
export function differingAttributes(before: JsonObject, wanted: JsonObject): Changes {
  const keys = Object.keys(wanted);
  return differences(
    Object.fromEntries(keys.map((key) => [key, Object.hasOwn(before, key) ? before[key] : null])),
    wanted,
  );
}
