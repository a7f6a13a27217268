/** The shades of the areas: five steps of a figure, and hatching for what has none. */
import { t } from "@lingui/core/macro";
import { number } from "../../language/format";
import type { Field } from "../../metamodel/fields";
import type { Step } from "../../reports/legend";
import type { Schemas } from "../../server/client";

export type CostItem = Schemas["CostTreemap"]["items"][number];

export type Shade = {
  /** The words of the legend. */
  title: string;
  /** The figure of an item; undefined when it has none. */
  figureOf: (item: CostItem) => number | undefined;
  toneOf: (item: CostItem) => Step["tone"];
  steps: readonly Omit<Step, "count">[];
};

const TONES = ["k1", "k2", "k3", "k4", "k5"] as const;

/** Rounds to a number that reads well: 1, 2 or 5 times a power of ten. */
function rounded(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  const factor = value / power;
  return power * (factor < 1.5 ? 1 : factor < 3.5 ? 2 : factor < 7.5 ? 5 : 10);
}

/** Returns four bounds that part figures into five about equal parts, each once. */
export function boundsOf(figures: readonly number[]): number[] {
  const sorted = figures.toSorted((one, other) => one - other);
  const bounds = [0.2, 0.4, 0.6, 0.8].map((part) => rounded(sorted[Math.floor(part * sorted.length)] ?? 0));
  return [...new Set(bounds)].sort((one, other) => one - other);
}

const short = (value: number) => number(value, { notation: "compact", maximumSignificantDigits: 2 });

/** Returns the steps between bounds, with their words. */
function stepsBetween(bounds: readonly number[]): Omit<Step, "count">[] {
  const tones = TONES.slice(TONES.length - bounds.length - 1);
  return tones.map((tone, at) => {
    const [from, to] = [bounds[at - 1], bounds[at]];
    if (from === undefined) return { key: tone, tone, label: to === undefined ? t`all` : `< ${short(to)}` };
    return { key: tone, tone, label: to === undefined ? `≥ ${short(from)}` : `${short(from)} – ${short(to)}` };
  });
}

/** Returns the shade of costs for each user. */
export function userShade(items: readonly CostItem[], field: Field): Shade {
  const figureOf = ({ cost, attributes }: CostItem) => {
    const users = Number(attributes?.[field.key]);
    return users > 0 ? cost / users : undefined;
  };
  const figures = items.flatMap((item) => figureOf(item) ?? []);
  const bounds = boundsOf(figures);
  const steps = stepsBetween(bounds);
  return {
    title: t`cost per user`,
    figureOf,
    toneOf(item) {
      const figure = figureOf(item);
      if (figure === undefined) return "k0";
      return steps[bounds.filter((bound) => figure >= bound).length]?.tone ?? "k5";
    },
    steps: [...steps, { key: "k0", tone: "k0", label: t`users unknown` }],
  };
}

const YEAR = 365.25 * 86_400_000;

/** Returns the shade of how soon a card ends: the darker, the sooner. */
export function endShade(): Shade {
  const figureOf = ({ lifecycle }: CostItem) => {
    const end = lifecycle?.["endOfLife"];
    return typeof end === "string" ? (Date.parse(end) - Date.now()) / YEAR : undefined;
  };
  return {
    title: t`ends in years`,
    figureOf,
    toneOf(item) {
      const years = figureOf(item);
      if (years === undefined) return "k0";
      return years < 0 ? "k5" : years < 1 ? "k4" : years < 3 ? "k3" : years < 5 ? "k2" : "k1";
    },
    steps: [
      { key: "k5", tone: "k5", label: t`ended` },
      { key: "k4", tone: "k4", label: "< 1" },
      { key: "k3", tone: "k3", label: "1 – 3" },
      { key: "k2", tone: "k2", label: "3 – 5" },
      { key: "k1", tone: "k1", label: "≥ 5" },
      { key: "k0", tone: "k0", label: t`no end` },
    ],
  };
}
