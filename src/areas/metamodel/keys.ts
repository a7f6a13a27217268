/** The form of keys: of types, fields, options, subtypes and stakeholder roles. */
import type { Field } from "../../../db/schema/metamodel";
import { Problem, type Violation } from "../../http/errors";

/** The form of a new key. */
export const KEY = /^[a-zA-Z][a-zA-Z0-9_]*$/;
export const KEY_RULE = "must begin with a letter and hold only letters, digits and underscores";
export const LONGEST_KEY = 100;

type Location = (string | number)[];
type LocatedKey = { key: string; loc: Location };

/** Returns the keys of list entries, each with its place in the request. */
export const locatedKeys = (entries: readonly { key: string }[] | undefined, loc: Location): LocatedKey[] =>
  (entries ?? []).map(({ key }, index) => ({ key, loc: [...loc, index, "key"] }));

/** Returns the keys of fields and of their options. */
export const schemaKeys = (fields: readonly Field[]): string[] =>
  fields.flatMap(({ key, options = [] }) => [key, ...options.map((option) => option.key)]);

/**
 * Checks the form of keys. Keys that existed before are exempt: imported ones may have another form.
 * @throws Problem 422 naming each violation
 */
export function checkKeys(keys: readonly LocatedKey[], before: readonly string[] = []): void {
  const violations = keys
    .filter(({ key }) => !KEY.test(key) && !before.includes(key))
    .map(({ key, loc }): Violation => ({ type: "string_pattern_mismatch", loc, msg: KEY_RULE, input: key }));
  if (violations.length > 0) throw new Problem(422, violations.slice(0, 100));
}
