/** The missing content of cards: the filter that finds them, the words for it, and what helps most. */
import { t } from "@lingui/core/macro";
import { labelOfItem } from "../../cards/missing";
import { type Filter, formatFilter, withCondition } from "../../filters/condition";
import type { CardType } from "../../metamodel/queries";
import type { MissingCount, TypeFigures } from "./query";

type MissingName = Pick<MissingCount, "kind" | "key"> & { side?: MissingCount["side"] | undefined };

/** Returns the field that a filter names what is missing by. */
export function fieldOfMissing({ kind, key, side }: MissingName): string {
  if (kind === "relation") return `${side === "target" ? "reverse" : "relation"}.${key}`;
  if (kind === "tag_group") return `tag.${key}`;
  if (kind === "stakeholder") return `stakeholder.${key}`;
  return key;
}

/** Returns the search of the inventory that lists just the cards which lack something. */
export const missingSearch = (filter: Filter, item: MissingName, type?: string) => ({
  ...(type && { type }),
  filter: formatFilter(withCondition(filter, { field: fieldOfMissing(item), isNegated: false, kind: "empty" })),
});

/** Returns the words for filling what is missing, such as "Assign responsible". */
export function verbOfMissing(item: MissingCount, type: CardType | undefined): string {
  if (item.kind === "lifecycle") return t`Set dates`;
  if (item.kind === "description") return t`Describe`;
  const name = labelOfItem(item as never, type);
  if (item.kind === "stakeholder") return t`Assign ${name}`;
  if (item.kind === "relation") return t`Relate: ${name}`;
  return item.kind === "tag_group" ? t`Tag: ${name}` : t`Set ${name}`;
}

/** Returns how many cards of a group lack something. */
export const countOf = (missing: readonly MissingCount[] | undefined, kind: string, key: string): number =>
  missing?.find((item) => item.kind === kind && item.key === key)?.count ?? 0;

const RESPONSIBLE = "responsible";

/** Returns what would gain most; at like gain, who is responsible goes before all else. */
export const bestOf = (missing: readonly MissingCount[] | undefined): MissingCount | undefined =>
  missing?.toSorted(
    (one, other) => other.gain - one.gain || Number(other.key === RESPONSIBLE) - Number(one.key === RESPONSIBLE),
  )[0];

/** Something that helps the landscape, with the points of the whole that it would gain. */
export type Help = { type: string; item: MissingCount; gain: number };

/** Returns what helps the whole landscape most. */
export function helpsMost(types: readonly TypeFigures[], most: number): Help[] {
  const all = types.reduce((sum, { total }) => sum + total, 0);
  return types
    .flatMap(({ type, total, missing = [] }) =>
      missing.map((item) => ({ type, item, gain: (item.gain * total) / all })),
    )
    .toSorted((one, other) => other.gain - one.gain || other.item.count - one.item.count)
    .slice(0, most);
}
