/** The figures that shade the tiles: cost for each user, fit, or the year of the end. */
import { t } from "@lingui/core/macro";
import { number } from "../../language/format";
import { type Field, fieldsOf, optionLabel, type Tone, toneOf } from "../../metamodel/fields";
import type { CardType } from "../../metamodel/queries";
import { boundsOf, scale, spans } from "../../reports/steps";
import type { CostItem } from "./queries";

export type Shade = "users" | "fit" | "ends";

type LensStep = { key: string; label: string; tone?: Tone };

export type Lens = {
  title: string;
  /** The steps, from little to much, and last `k0` for what has no value. */
  steps: readonly LensStep[];
  /** The key of the step of a card, also the class of its tile. */
  stepOf: (item: CostItem) => string;
};

const NOTHING = "k0";

/** Returns the field that counts the users of a card. */
export const usersField = (type: CardType | undefined): Field | undefined =>
  fieldsOf(type).find(({ key, type: kind }) => kind === "number" && /users/i.test(key));

/** Returns the field that judges a card, the technical one first. */
export function fitField(type: CardType | undefined): Field | undefined {
  const judgements = fieldsOf(type).filter(
    (field) => field.type === "single_select" && field.options?.some(({ key }) => toneOf(field, key)),
  );
  return judgements.find(({ key }) => /technical/i.test(key)) ?? judgements[0];
}

/** Returns the cost of a card for each of its users; undefined where they are unknown. */
export function costPerUser({ cost, attributes }: CostItem, users: Field | undefined): number | undefined {
  const count = users && Number(attributes?.[users.key]);
  return count ? cost / count : undefined;
}

const withNothing = (steps: readonly LensStep[], label: string): LensStep[] => [...steps, { key: NOTHING, label }];

/** Returns the lens of costs for each user. */
export function usersLens(items: readonly CostItem[], users: Field): Lens {
  const figures = items.flatMap((item) => costPerUser(item, users) ?? []);
  const { steps, stepOf } = scale(
    boundsOf(figures),
    spans((value) => number(value, { notation: "compact" })),
  );
  return {
    title: t`cost per user`,
    steps: withNothing(
      steps.map(({ key, label }) => ({ key, label })),
      t`users unknown`,
    ),
    stepOf: (item) => {
      const figure = costPerUser(item, users);
      return figure === undefined ? NOTHING : stepOf(figure);
    },
  };
}

/** Returns the lens of a judgement: its options with their shapes. */
export function fitLens(field: Field, label: string): Lens {
  const options = (field.options ?? []).filter(({ hidden }) => !hidden);
  return {
    title: label,
    steps: withNothing(
      options.map(({ key }) => {
        const tone = toneOf(field, key);
        return { key: `o-${key}`, label: optionLabel(field, key), ...(tone && { tone }) };
      }),
      t`not assessed`,
    ),
    stepOf: ({ attributes }) => {
      const value = attributes?.[field.key];
      return options.some(({ key }) => key === value) ? `o-${value}` : NOTHING;
    },
  };
}

/** Years until an end, the nearest last, with their tones. */
const YEARS = [
  { tone: "k1", from: 5 },
  { tone: "k2", from: 3 },
  { tone: "k3", from: 2 },
  { tone: "k4", from: 1 },
] as const;

/** Returns the lens of ends of life. @param today as 2026-12-31 */
export function endsLens(today: string): Lens {
  const year = Number(today.slice(0, 4));
  const labels = [t`in 5 years or later`, t`in 3 or 4`, t`in 2`, t`next year`, t`this year or before`];
  return {
    title: t`end of life`,
    steps: withNothing(
      ["k1", "k2", "k3", "k4", "k5"].map((key, at) => ({ key, label: labels[at] ?? "" })),
      t`no end planned`,
    ),
    stepOf: ({ lifecycle }) => {
      const end = (lifecycle as { endOfLife?: string } | null)?.endOfLife;
      if (!end) return NOTHING;
      return YEARS.find(({ from }) => Number(end.slice(0, 4)) - year >= from)?.tone ?? "k5";
    },
  };
}
