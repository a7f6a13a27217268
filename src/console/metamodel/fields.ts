/** Fields of card types, their options, and what their values mean. */
import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "../server/client";
import { answered, api, everyPage } from "../server/client";
import { query } from "../server/queries";
import { type CardType, labelOf, typesQuery } from "./queries";

export type Field = Schemas["TypeField"];
export type RelationType = Schemas["RelationType"];

const SIZE = 200;

/** All relation types that are not hidden. */
export const relationTypesQuery = query(["metamodel", "relation-types"], ["metamodel."], ({ signal }) =>
  everyPage(
    (page) =>
      answered(api.GET("/api/v1/metamodel/relation-types", { signal, params: { query: { page, page_size: SIZE } } })),
    SIZE,
  ),
);

/** Gives the failure to read the metamodel, and the way to try again; undefined while there is none. */
export function useMetamodelFailure(): { error: unknown; retry: () => unknown } | undefined {
  // Nothing is asked for here: the parts that need the types do so.
  const types = useQuery({ ...typesQuery, enabled: false });
  const relationTypes = useQuery({ ...relationTypesQuery, enabled: false });
  const failed = [types, relationTypes].find(({ data, error }) => error && !data);
  return failed && { error: failed.error, retry: failed.refetch };
}

/** Returns the fields of a card type that are not hidden, in the order of its sections. */
export const fieldsOf = (type: CardType | undefined): Field[] =>
  (type?.fields_schema ?? []).flatMap(({ fields }) => fields.filter(({ hidden }) => !hidden));

/** Returns a field of a card type by its key. */
export const fieldOf = (type: CardType | undefined, key: string): Field | undefined =>
  fieldsOf(type).find((field) => field.key === key);

/** Returns the label of an option; its key when the field doesn't have it. */
export function optionLabel(field: Field | undefined, key: string): string {
  const option = field?.options?.find((one) => one.key === key);
  return option ? labelOf(option) : key;
}

/** Returns the label of a subtype; its key when the type doesn't have it. */
export function subtypeLabel(type: CardType | undefined, key: string): string {
  const subtype = type?.subtypes.find((one) => one.key === key);
  return subtype ? labelOf(subtype) : key;
}

/** Fields whose options are steps, the highest first, and which are shown as signal bars. */
const ORDINALS = /criticality|importance|priority/i;
/** Fields whose options are good or bad. */
const JUDGEMENTS = /suitability|fit$|risk|compliance|health/i;

/** Returns the number of bars, of four, for an option of a field whose options are steps; undefined for other fields. */
export function stepOf(field: Field, key: string): number | undefined {
  const options = field.options ?? [];
  if (!ORDINALS.test(field.key) || options.length < 3) return undefined;
  const at = options.findIndex((option) => option.key === key);
  return at < 0 ? undefined : Math.max(1, 4 - at);
}

export type Tone = "good" | "warn" | "bad";

/** Returns the judgement of an option, by the hue of its colour; undefined for options that are neither good nor bad. */
export function toneOf(field: Field, key: string): Tone | undefined {
  if (!JUDGEMENTS.test(field.key)) return undefined;
  const color = field.options?.find((option) => option.key === key)?.color;
  const hue = color && hueOf(color);
  if (typeof hue !== "number") return undefined;
  if (hue >= 80 && hue < 190) return "good";
  if (hue >= 18 && hue < 80) return "warn";
  return hue < 18 || hue >= 330 ? "bad" : undefined;
}

/** Returns the hue of a colour as #rrggbb, in degrees; undefined for greys and other notations. */
function hueOf(color: string): number | undefined {
  const parts = /^#(..)(..)(..)$/
    .exec(color)
    ?.slice(1)
    .map((part) => Number.parseInt(part, 16));
  const [red = 0, green = 0, blue = 0] = parts ?? [];
  const highest = Math.max(red, green, blue);
  const span = highest - Math.min(red, green, blue);
  if (!parts || span === 0) return undefined;
  const sixth =
    highest === red ? (green - blue) / span : highest === green ? 2 + (blue - red) / span : 4 + (red - green) / span;
  return (sixth * 60 + 360) % 360;
}
