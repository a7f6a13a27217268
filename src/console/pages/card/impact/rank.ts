/** The gravity of affected cards. */
import { type Field, fieldsOf, stepOf } from "../../../metamodel/fields";
import type { CardType } from "../../../metamodel/queries";
import type { AffectedCard } from "./query";

/** Steps of criticality, from 1 to 4, of which the last is the gravest. */
export const GRAVEST = 4;

/** Returns the step of an item's criticality, 0 for one without. */
export function gravityOf({ criticality }: AffectedCard, type: CardType | undefined): number {
  if (criticality === null) return 0;
  const steps = fieldsOf(type).map((field: Field) => stepOf(field, criticality));
  return steps.find((step) => step !== undefined) ?? 0;
}

/** Returns items, the gravest first: by criticality, then by steps, then by cost. */
export function ranked(items: readonly AffectedCard[], types: ReadonlyMap<string, CardType>): AffectedCard[] {
  const gravity = new Map(items.map((item) => [item.id, gravityOf(item, types.get(item.type))]));
  const of = ({ id }: AffectedCard) => gravity.get(id) as number;
  return items.toSorted(
    (one, other) =>
      of(other) - of(one) ||
      one.depth - other.depth ||
      (other.cost ?? 0) - (one.cost ?? 0) ||
      one.name.localeCompare(other.name),
  );
}

/** Checks whether the end of an item's life is past at a day. */
export const isPast = ({ lifecycle }: AffectedCard, day: string): boolean => {
  const end = (lifecycle as Record<string, unknown> | null)?.["endOfLife"];
  return typeof end === "string" && end !== "" && end <= day;
};

/** Checks whether somebody is to be responsible for cards of a type. */
export const wantsResponsible = (type: CardType | undefined): boolean =>
  type?.stakeholder_roles.some(({ key }) => key === "responsible") ?? false;

/** Checks whether nobody is responsible for an item that somebody should be responsible for. */
export const isUnowned = (item: AffectedCard, type: CardType | undefined): boolean =>
  item.owners.length === 0 && wantsResponsible(type);
