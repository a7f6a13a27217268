/** The filters of an impact: by type, criticality, phase and who is responsible. They choose of what is read already. */
import { t } from "@lingui/core/macro";
import type { Condition, Filter } from "../../../filters/condition";
import type { FilterableField } from "../../../filters/field";
import { type CardType, labelOf } from "../../../metamodel/queries";
import type { AffectedCard } from "./query";
import { GRAVEST, gravityOf, isUnowned } from "./rank";

type Types = ReadonlyMap<string, CardType>;

/** The steps of criticality, the gravest first; the last is for what has none. */
export const STEPS_OF_GRAVITY = [GRAVEST, 3, 2, 1, 0];

/** Returns a step of criticality in words. */
export const gravityLabel = (step: number): string =>
  [t`criticality unknown`, t`low`, t`medium`, t`high`, t`most critical`][step] ?? String(step);

/** Returns a phase of a life in words. */
const phaseLabel = (phase: string): string =>
  ({
    plan: t`Plan`,
    phaseIn: t`Phase in`,
    active: t`Active`,
    phaseOut: t`Phase out`,
    endOfLife: t`End of life`,
  })[phase] ?? phase;

type Read = (item: AffectedCard, types: Types) => string[];

/** Field of the filter → its values in an item. */
const READ: Record<string, Read> = {
  type: ({ type }) => [type],
  criticality: (item, types) => {
    const step = gravityOf(item, types.get(item.type));
    return step === 0 ? [] : [String(step)];
  },
  phase: ({ phase }) => (phase ? [phase] : []),
  responsible: ({ owners }) => owners.map(({ display_name }) => display_name),
};

/** Returns what an impact can be filtered by, with how many items have each value. */
export function impactFields(items: readonly AffectedCard[], types: Types): FilterableField[] {
  const labels: Record<string, { label: string; word: (value: string) => string }> = {
    type: { label: t`Type`, word: (key) => labelOf(types.get(key) ?? { label: key }) },
    criticality: { label: t`Criticality`, word: (step) => gravityLabel(Number(step)) },
    phase: { label: t`Phase`, word: phaseLabel },
    responsible: { label: t`Responsible`, word: (name) => name },
  };
  return Object.entries(labels).map(([name, { label, word }]) => {
    const values = Map.groupBy(
      items.flatMap((item) => READ[name]?.(item, types) ?? []),
      (value) => value,
    );
    const choices = [...values]
      .map(([value, { length: count }]) => ({ value, label: word(value), count }))
      .toSorted((one, other) => other.count - one.count || one.label.localeCompare(other.label));
    return { name, label, choices, isNumber: false };
  });
}

/** Checks whether an item meets a condition; what nobody need be responsible for lacks nobody. */
function meets(condition: Condition, item: AffectedCard, types: Types): boolean {
  const values = READ[condition.field]?.(item, types);
  if (!values) return true;
  const isMet =
    condition.kind === "empty"
      ? condition.field === "responsible"
        ? isUnowned(item, types.get(item.type))
        : values.length === 0
      : condition.kind !== "values" || values.some((value) => condition.values.includes(value));
  return isMet !== condition.isNegated;
}

/** Returns the items that a filter leaves. */
export function filtered(items: readonly AffectedCard[], { conditions, search }: Filter, types: Types): AffectedCard[] {
  const part = search.toLocaleLowerCase();
  return items.filter(
    (item) =>
      item.name.toLocaleLowerCase().includes(part) && conditions.every((condition) => meets(condition, item, types)),
  );
}

/** Returns some items with all those by which they are reached. */
export function withCauses(some: readonly AffectedCard[], all: readonly AffectedCard[]): AffectedCard[] {
  const byId = new Map(all.map((item) => [item.id, item]));
  const shown = new Set<string>();
  const keep = (item: AffectedCard): void => {
    if (shown.has(item.id)) return;
    shown.add(item.id);
    for (const { id } of item.causes) {
      const cause = byId.get(id);
      if (cause) keep(cause);
    }
  };
  for (const item of some) keep(item);
  return all.filter(({ id }) => shown.has(id));
}
