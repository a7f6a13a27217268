/** The figures that shade the cells of the map, and the steps that they fall into. */
import { t } from "@lingui/core/macro";
import { number, shortMoney } from "../../language/format";
import { type Field, optionLabel } from "../../metamodel/fields";
import type { Step } from "../../reports/legend";
import { boundsOf, scale, spans } from "../../reports/steps";
import type { Application, Capability } from "./tree";

export type LensName = "applications" | "cost" | "ends" | "maturity";

/** A figure of a capability: a number, in words, and the step that it falls into; undefined where there is nothing. */
export type Lens = {
  name: LensName;
  /** The words of the legend. */
  title: string;
  /** The word for what has no figure. */
  nothing: string;
  /** The steps without their counts; `k0`, for nothing, comes last. */
  steps: readonly Omit<Step, "count">[];
  stepOf: (capability: Capability) => string;
  /** The figure of a cell. */
  text: (capability: Capability) => string;
  /** The figure of a group: of all that is in it, each application once; empty where groups have none. */
  sum: (capability: Capability) => string;
};

const TONES = ["k1", "k2", "k3", "k4", "k5"] as const;
const NOTHING = "k0";

/** Returns the day on which an application ends or has ended; undefined without one. */
const endOf = ({ lifecycle }: Application): string | undefined =>
  (lifecycle as { endOfLife?: string } | null)?.endOfLife || undefined;

/** Returns the applications that have an end of life, planned or past. */
export const ending = (applications: readonly Application[]): Application[] => applications.filter(endOf);

/** The share of cells that the highest step of counts has at least. */
const TOP = 0.08;

/** Returns the bounds of counts: each number is a step of its own while they are small. */
export function countBounds(counts: readonly number[]): number[] {
  const filled = counts.filter((count) => count > 0);
  if (Math.max(0, ...filled) > 6) return boundsOf(filled);
  return [2, 3, 4, 5].filter((bound) => filled.filter((count) => count >= bound).length > TOP * filled.length);
}

type CountWords = Pick<Lens, "name" | "title" | "nothing"> & { count: (capability: Capability) => number };

function countLens({ count, ...words }: CountWords, cells: readonly Capability[]): Lens {
  const values = cells.map(count);
  const bounds = countBounds(values);
  const { steps, stepOf } = scale(bounds, (from = 1, to) =>
    to === undefined ? `≥ ${number(from)}` : to - from <= 1 ? number(from) : `${number(from)} – ${number(to - 1)}`,
  );
  return {
    ...words,
    steps: [...steps, { key: NOTHING, tone: NOTHING, label: words.nothing }],
    stepOf: (capability) => (count(capability) === 0 ? NOTHING : stepOf(count(capability))),
    text: (capability) => (count(capability) === 0 ? words.nothing : number(count(capability))),
    sum: (capability) => number(count(capability)),
  };
}

/** Returns the yearly cost of some applications. @param fields the keys of their costs */
export const costOf = (applications: readonly Application[], fields: readonly string[]): number =>
  applications.reduce(
    (sum, { attributes }) => sum + fields.reduce((own, key) => own + (Number(attributes?.[key]) || 0), 0),
    0,
  );

/** Returns the lens of costs. @param fields the keys of the costs of applications */
export function costLens(cells: readonly Capability[], fields: readonly string[], currency: string): Lens {
  const nothing = t`no application`;
  const money = (value: number) => shortMoney(value, currency);
  const cost = ({ all }: Capability) => costOf(all, fields);
  const { steps, stepOf } = scale(boundsOf(cells.map(cost)), spans(money));
  return {
    name: "cost",
    title: t`Annual cost of supporting applications`,
    nothing,
    steps: [...steps, { key: NOTHING, tone: NOTHING, label: nothing }],
    stepOf: (capability) => (capability.all.length === 0 ? NOTHING : stepOf(cost(capability))),
    text: (capability) => (capability.all.length === 0 ? nothing : money(cost(capability))),
    sum: (capability) => money(cost(capability)),
  };
}

/** Returns the lens of maturity: the options of the field from the least to the best. */
export function maturityLens(field: Field): Lens {
  const options = (field.options ?? []).slice(0, TONES.length);
  const nothing = t`not assessed`;
  const assessed = ({ attributes }: Capability) => attributes[field.key];
  const toneOf = (value: unknown) => TONES[options.findIndex(({ key }) => key === value)] ?? NOTHING;
  return {
    name: "maturity",
    title: t`Maturity`,
    nothing,
    steps: [
      ...options.map(({ key }, at) => {
        const tone = TONES[at] ?? "k5";
        return { key: tone, tone, label: optionLabel(field, key) };
      }),
      { key: NOTHING, tone: NOTHING, label: nothing },
    ],
    stepOf: (capability) => toneOf(assessed(capability)),
    text: (capability) =>
      toneOf(assessed(capability)) === NOTHING ? nothing : optionLabel(field, String(assessed(capability))),
    sum: () => "",
  };
}

/** Returns the lens of the number of applications. */
export const applicationsLens = (cells: readonly Capability[]): Lens =>
  countLens(
    {
      name: "applications",
      title: t`Applications that support it`,
      nothing: t`no application`,
      count: ({ all }) => all.length,
    },
    cells,
  );

/** Returns the lens of ends of life. */
export const endsLens = (cells: readonly Capability[]): Lens =>
  countLens(
    {
      name: "ends",
      title: t`Applications with an end of life, planned or past`,
      nothing: t`none`,
      count: ({ all }) => ending(all).length,
    },
    cells,
  );

/** Returns how many cells each step has. */
export const countedSteps = ({ steps, stepOf }: Lens, cells: readonly Capability[]): Step[] => {
  const counts = new Map<string, number>();
  for (const cell of cells) counts.set(stepOf(cell), (counts.get(stepOf(cell)) ?? 0) + 1);
  return steps.map((step) => ({ ...step, count: counts.get(step.key) ?? 0 }));
};
