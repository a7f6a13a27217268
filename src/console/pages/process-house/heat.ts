/** Capabilities as a tree of areas with their cells, and the steps that their figures fall into. */
import { t } from "@lingui/core/macro";
import { number } from "../../language/format";
import { type Field, optionLabel } from "../../metamodel/fields";
import type { Step } from "../../reports/legend";
import { boundsOf, scale, spans, toneAt } from "../../reports/steps";
import type { Heatmap, Metric } from "./queries";

export type HeatItem = Heatmap["items"][number];

/** A capability at the top with all that are below it, in the order of the tree. */
export type HeatArea = { item: HeatItem; cells: readonly HeatItem[] };

/** Returns the capabilities in areas. */
export function areasOf(items: readonly HeatItem[]): HeatArea[] {
  const known = new Set(items.map(({ id }) => id));
  const byParent = Map.groupBy(items, ({ parent_id }) => (parent_id && known.has(parent_id) ? parent_id : ""));
  const below = (id: string): HeatItem[] => (byParent.get(id) ?? []).flatMap((one) => [one, ...below(one.id)]);
  return (byParent.get("") ?? []).map((item) => ({ item, cells: below(item.id) }));
}

/** A figure of capabilities: the steps of the legend, and where a capability belongs. */
export type Heat = {
  steps: readonly Omit<Step, "count">[];
  stepOf: (item: HeatItem) => string;
  toneOf: (item: HeatItem) => string;
  text: (item: HeatItem) => string;
  /** The figure in words. */
  words: (item: HeatItem) => string;
};

const NOTHING = "k0";

/** Returns the figure that a metric is. @param field behind it; undefined for the number of processes */
export function heatOf(metric: Metric, items: readonly HeatItem[], field: Field | undefined): Heat {
  const countOf = ({ metric_value: value }: HeatItem) => value ?? 0;
  if (metric === "process_count" || !field) {
    const { steps, stepOf } = scale(boundsOf(items.map(countOf)), spans(number));
    const of = (item: HeatItem) => (countOf(item) === 0 ? NOTHING : stepOf(countOf(item)));
    return {
      steps: [
        ...steps.map((step) => ({ ...step, label: step.label || t`some` })),
        { key: NOTHING, tone: NOTHING, label: t`no process` },
      ],
      stepOf: of,
      toneOf: of,
      text: (item) => (countOf(item) === 0 ? "" : number(countOf(item))),
      words: (item) => number(countOf(item)),
    };
  }
  const options = (field.options ?? []).filter(({ hidden }) => !hidden);
  const placeOf = ({ attributes }: HeatItem) => options.findIndex(({ key }) => key === attributes?.[metric]);
  const toneOf = (at: number): Step["tone"] => (at < 0 ? NOTHING : toneAt(at, options.length));
  return {
    steps: [
      ...options.map(({ key }, at) => ({ key, tone: toneOf(at), label: optionLabel(field, key) })),
      { key: NOTHING, tone: NOTHING, label: t`not set` },
    ],
    stepOf: (item) => options[placeOf(item)]?.key ?? NOTHING,
    toneOf: (item) => toneOf(placeOf(item)),
    text: (item) => (placeOf(item) < 0 ? "" : number(placeOf(item) + 1)),
    words: ({ attributes }) => optionLabel(field, String(attributes?.[metric] ?? "")),
  };
}

/** Returns how many of some things each step has; the step for nothing is left out when none has it. */
export const counted = <T>(steps: readonly Omit<Step, "count">[], things: readonly T[], stepOf: (one: T) => string) =>
  steps
    .map((step): Step => ({ ...step, count: things.filter((one) => stepOf(one) === step.key).length }))
    .filter(({ key, count }) => key !== NOTHING || count > 0);
