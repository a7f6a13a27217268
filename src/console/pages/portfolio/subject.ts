/** The subject of a portfolio, as its address has it, or the first there is: a type, its two axes, area, shade and letter. */
import { type Field, fieldsOf, optionLabel, stepOf, type Tone, toneOf } from "../../metamodel/fields";
import { type CardType, labelOf, useTypes } from "../../metamodel/queries";
import { useMay } from "../../server/session";

/** A step of an axis or of the shade. */
export type ScaleStep = { key: string; label: string; tone: Tone | undefined };

/** The address's word for an area that means nothing. */
export const NO_SIZE = "none";

const APPLICATION = "Application";
/** The most steps that an axis has room for. */
const MAX_STEPS = 8;

/** Returns the fields whose values are steps. */
const scalesOf = (type: CardType | undefined): Field[] =>
  fieldsOf(type).filter(({ type: kind, options }) => {
    const count = options?.filter(({ hidden }) => !hidden).length ?? 0;
    return kind === "single_select" && count >= 2 && count <= MAX_STEPS;
  });

/** Checks whether the options of a field begin with the most. */
function isHighestFirst(field: Field): boolean {
  const keys = (field.options ?? []).map(({ key }) => key);
  const [first, last] = [keys[0] ?? "", keys.at(-1) ?? ""];
  return stepOf(field, first) !== undefined || (toneOf(field, first) === "good" && toneOf(field, last) !== "good");
}

/** Returns the steps of a field, from the least to the most. */
export function scaleOf(field: Field): ScaleStep[] {
  const steps = (field.options ?? [])
    .filter(({ hidden }) => !hidden)
    .map(({ key }) => ({ key, label: optionLabel(field, key), tone: toneOf(field, key) }));
  return isHighestFirst(field) ? steps.reverse() : steps;
}

/** Returns the keys of the steps in the upper half of a scale: the good ones, where steps are good or bad. */
export function upperHalf(scale: readonly ScaleStep[]): ReadonlySet<string> {
  const isJudged = scale.some(({ tone }) => tone !== undefined);
  return new Set(
    scale.filter(({ tone }, at) => (isJudged ? tone === "good" : at >= scale.length / 2)).map(({ key }) => key),
  );
}

export type Subject = {
  type: CardType;
  types: CardType[];
  /** The fields that axes and shade can be of. */
  scales: Field[];
  /** The fields that the area can be of. */
  sizes: Field[];
  x: Field;
  y: Field;
  size: Field | undefined;
  shade: Field;
  letter: Field | undefined;
};

type Search = Partial<Record<"type" | "x" | "y" | "size" | "shade", string | undefined>>;

/** Gives the subject; undefined when no type has two fields whose values are steps. */
export function usePortfolioSubject(search: Search): Subject | undefined {
  const seesCosts = useMay("costs.view");
  const types = [...useTypes().values()].filter((type) => scalesOf(type).length >= 2);
  const type = types.find(({ key }) => key === (search.type ?? APPLICATION)) ?? types[0];
  const scales = scalesOf(type);
  const named = (key: string | undefined) => scales.find((field) => field.key === key);
  const like = (pattern: RegExp) => scales.find(({ key }) => pattern.test(key));
  const x = named(search.x) ?? like(/^functional/i) ?? scales[0];
  const others = scales.filter((field) => field !== x);
  const y = named(search.y) ?? others.find(({ key }) => /^technical/i.test(key)) ?? others[0];
  if (!type || !x || !y) return undefined;
  const shade = named(search.shade) ?? like(/criticality/i) ?? scales.find((field) => ![x, y].includes(field)) ?? x;
  const sizes = fieldsOf(type)
    .filter(({ type: kind }) => kind === "number" || (kind === "cost" && seesCosts))
    .toSorted((one, other) => Number(other.type === "cost") - Number(one.type === "cost"));
  const size = search.size === NO_SIZE ? undefined : (sizes.find(({ key }) => key === search.size) ?? sizes[0]);
  return { type, types, scales, sizes, x, y, size, shade, letter: like(/time.?model/i) };
}

/** Returns the fields as choices. */
export const choicesOf = (fields: readonly Field[]) =>
  fields.map((field) => ({ value: field.key, label: labelOf(field) }));
