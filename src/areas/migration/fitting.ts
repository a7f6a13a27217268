/** The values of another tool as fields hold them, and why some don't fit. */
import type { Field } from "../../../db/schema/metamodel";
import { instantOf } from "../../platform/instants";
import type { JsonObject } from "../../platform/json";
import { isLink } from "../cards";
import { relationType, withNumbers } from "../metamodel";

/** A value in the form of its field, as far as it fits, and the reason for what doesn't. */
export type Fit = { value?: unknown; objection?: string };

/** Characters of a value that a reason repeats. */
const LONGEST_VALUE = 100;

/** Returns a value in quotes, as a reason repeats it. */
export const quoted = (value: unknown): string => {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return `"${text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE).toWellFormed()}…` : text}"`;
};

/** Returns the day that a text begins with; undefined when there is none. */
export function dayIn(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const day = value.trim().slice(0, "2026-01-31".length);
  return /^\d{4}-\d\d-\d\d$/.test(day) && instantOf(day, "start") !== undefined ? day : undefined;
}

const folded = (text: string) => text.trim().toLowerCase();

/** Returns the key of the choice that a text names by its key or its label; undefined when there is none. */
export function choiceOf(choices: readonly { key: string; label: string }[], text: string): string | undefined {
  if (choices.some(({ key }) => key === text)) return text;
  const wanted = folded(text);
  return choices.find(({ key, label }) => folded(key) === wanted || folded(label) === wanted)?.key;
}

const flags = new Map([
  ["true", true],
  ["yes", true],
  ["1", true],
  ["false", false],
  ["no", false],
  ["0", false],
]);

/** Returns the option that a value names; any text where a field has no options. */
const optionOf = ({ options = [] }: Field, value: unknown): string | undefined =>
  options.length === 0 ? String(value) : choiceOf(options, String(value));

/** Lists the options of a list, which is a text with commas or semicolons between them. */
function listFit(field: Field, value: unknown): Fit {
  const only = Array.isArray(value) ? undefined : optionOf(field, value);
  const isListed = (field.options?.length ?? 0) > 0 && only !== undefined;
  const texts = isListed ? [only] : [value].flat().flatMap((part) => String(part).split(/[,;\n]/));
  const wanted = texts.map((text) => text.trim()).filter(Boolean);
  const unknown = wanted.filter((text) => optionOf(field, text) === undefined);
  const known = [...new Set(wanted.flatMap((text) => optionOf(field, text) ?? []))];
  return {
    ...(known.length > 0 && { value: known }),
    ...(unknown.length > 0 && { objection: `${unknown.map(quoted).join(", ")} is none of its options` }),
  };
}

const fitting = (value: unknown, why: string, original: unknown): Fit =>
  value === undefined ? { objection: `${quoted(original)} is ${why}` } : { value };

function numberFit(field: Field, value: unknown): Fit {
  const number = withNumbers([field], { [field.key]: value })[field.key];
  if (typeof number === "number") return { value: number };
  // The values of costs are shown only to those who may see costs.
  return { objection: field.type === "cost" ? "its value is no number" : `${quoted(value)} is no number` };
}

/** Returns a value in the form of a field. */
export function fitOf(field: Field, value: unknown): Fit {
  if (value === null || value === undefined || value === "") return { value };
  switch (field.type) {
    case "number":
    case "cost":
      return numberFit(field, value);
    case "boolean":
      return fitting(flags.get(folded(String(value))), "neither true nor false", value);
    case "date":
      return fitting(dayIn(value), "no date", value);
    case "url":
      return fitting(isLink(value) ? value : undefined, "no link that begins with http://, https:// or mailto:", value);
    case "single_select":
      return fitting(optionOf(field, value), "none of its options", value);
    case "multiple_select":
      return listFit(field, value);
    default:
      return { value };
  }
}

/** Attributes as far as they fit their fields, and the reasons for what doesn't. */
export type FittedAttributes = { attributes: JsonObject; objections: string[] };

/** Returns attributes in the form of their fields; those without a field stay. */
export function fitAttributes(fields: ReadonlyMap<string, Field>, attributes: JsonObject): FittedAttributes {
  const objections: string[] = [];
  const entries = Object.entries(attributes).flatMap(([key, value]): [string, unknown][] => {
    const field = fields.get(key);
    if (!field) return [[key, value]];
    const fit = fitOf(field, value);
    if (fit.objection !== undefined) objections.push(`${key}: ${fit.objection}`);
    return "value" in fit ? [[key, fit.value]] : [];
  });
  return { attributes: Object.fromEntries(entries), objections };
}

/** Returns the attributes of a relation in the form that its type asks for; of a type that doesn't exist yet all stay. */
export function fitRelation(typeKey: string, attributes: JsonObject): FittedAttributes {
  const fields = relationType(typeKey)?.attributes_schema ?? [];
  return fitAttributes(new Map(fields.map((field) => [field.key, field])), attributes);
}
