/** The heads of groups: their names, how many cards they have, and what these add up to under each column. */
import { Plural, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { choicesOf } from "../../cards/choices";
import { type Group, nameOfGroup } from "../../cards/layout";
import type { CardRows } from "../../cards/list";
import type { ListedField } from "../../cards/listed-fields";
import type { Fold, Section } from "../../grid/column";
import { number } from "../../language/format";
import type { Schemas } from "../../server/client";
import { Missing, Quality } from "../../ui/signs";
import type { InventoryState } from "./state";

type Summary = Schemas["CardList"] | undefined;

/** Gives the words of a group: the metamodel's where it knows the value. */
export function useGroupNames(field: ListedField | undefined, summary: Summary): (group: Group) => string {
  const { t } = useLingui();
  const labels = new Map(field ? choicesOf(field, summary).map(({ value, label }) => [value, label]) : []);
  return ({ value, label }) =>
    value === null ? t`Without ${field?.label ?? ""}` : (labels.get(String(value)) ?? label ?? String(value));
}

/** Shows what the cards of a group add up to in one column. */
function Subtotal({ field, group }: { field: ListedField; group: Group }): ReactNode {
  const { t } = useLingui();
  const total = group.totals?.[field.name];
  if (!total) return null;
  if (field.kind === "quality") return typeof total.mean === "number" ? <Quality value={total.mean} /> : null;
  if (field.kind === "people") {
    const missing = group.count - total.filled;
    return missing > 0 ? (
      <span className="num c3 missing-count">
        <Missing title={t`${missing} without ${field.label}`} />
        {number(missing)}
      </span>
    ) : null;
  }
  if (total.sum === undefined || total.filled === 0) return <span className="c3">–</span>;
  const mean = number(total.mean ?? 0, { maximumFractionDigits: 1 });
  return (
    <span className="num w2" title={t`Sum of ${total.filled} cards; the mean is ${mean}`}>
      {number(total.sum, { maximumFractionDigits: 1 })}
    </span>
  );
}

/** Returns a function that answers the same as another one, and with the same object for the same row. */
function remembered<T>(of: (index: number) => T): (index: number) => T {
  const known = new Map<number, T>();
  return (index) => {
    if (!known.has(index)) known.set(index, of(index));
    return known.get(index) as T;
  };
}

/** Gives the heads of the groups of a list, and how rows fold. */
export function useSections(
  state: InventoryState,
  rows: CardRows,
  summary: Summary,
): { sectionAt?: (index: number) => Section | undefined; foldAt?: (index: number) => Fold | undefined } {
  const nameOf = useGroupNames(state.group, summary);
  const { layout } = rows;
  if (!layout) return {};
  if (state.isTree) return { foldAt: remembered((index) => branchAt(index, rows, state)) };
  const groups = rows.groups;
  if (!groups) return {};
  const totals = new Map(summary?.groups?.map((group) => [group.value, group]));
  return {
    sectionAt: remembered((index) => {
      const row = layout.rowAt(index);
      const plain = "group" in row ? groups[row.group] : undefined;
      if (!plain) return undefined;
      const group = { ...plain, totals: totals.get(plain.value)?.totals };
      return {
        label: nameOf(group),
        title: (
          <>
            {group.value === null ? <Missing title="" /> : null}
            <b>{nameOf(group)}</b>
            <span className="c3 num">
              <Plural value={group.count} one="# card" other="# cards" />
            </span>
          </>
        ),
        cells: Object.fromEntries(
          state.shown.map((field) => [field.name, <Subtotal key={field.name} field={field} group={group} />]),
        ),
      };
    }),
    foldAt: remembered((index) => {
      const row = layout.rowAt(index);
      if ("place" in row) return row.of === undefined ? undefined : { level: 2, parent: layout.headOf(row.of) };
      const group = groups[row.group];
      if (!group) return undefined;
      const name = nameOfGroup(group);
      return { level: 1, isOpen: state.folds.isOpen(name), toggle: () => state.folds.toggle(name) };
    }),
  };
}

/** Returns the fold of a row of a tree. */
function branchAt(index: number, rows: CardRows, { folds }: InventoryState): Fold | undefined {
  const card = rows.rowAt(index);
  if (!card?.branch) return undefined;
  const { level, children } = card.branch;
  let parent: number | undefined;
  for (let at = index - 1; at >= 0 && level > 0; at--) {
    const other = rows.rowAt(at)?.branch;
    if (!other) break;
    if (other.level < level) {
      parent = at;
      break;
    }
  }
  return {
    level: level + 1,
    indent: level,
    ...(children > 0 && { isOpen: folds.isOpen(card.id), toggle: () => folds.toggle(card.id) }),
    parent,
  };
}
