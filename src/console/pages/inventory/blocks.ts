/** Blocks of cells: copied as text, filled down, and pasted as changes of many cards in one batch. */
import { useLingui } from "@lingui/react/macro";
import { changeCards, type OwnChange } from "../../cards/changes";
import { valueFor } from "../../cards/editors";
import type { ListedCard } from "../../cards/list";
import type { ListedField } from "../../cards/listed-fields";
import { fromText, toText } from "../../grid/clipboard";
import type { Column } from "../../grid/column";
import type { Block, Cell } from "../../grid/cursor";
import { labelOf } from "../../metamodel/queries";
import { toast } from "../../server/changes";

/** Rows of one fill or paste. */
const MAX_ROWS = 1_000;

/** Returns the value that a text means for a field: options by their labels or keys. Undefined when it means none. */
export function cellValue({ field }: ListedField, text: string): unknown {
  const trimmed = text.trim();
  if (!field) return undefined;
  if (trimmed === "" || trimmed === "–") return null;
  if (field.type === "boolean")
    return /^(true|yes|ja|oui|1)$/i.test(trimmed) ? true : /^(false|no|nein|non|0)$/i.test(trimmed) ? false : undefined;
  if (!field.type.endsWith("select")) return valueFor(field, trimmed);
  const keys = trimmed.split(/\s*;\s*/).map((word) => {
    const option = field.options?.find((one) =>
      [one.key, one.label, labelOf(one)].some((name) => name.toLowerCase() === word.toLowerCase()),
    );
    return option?.key;
  });
  if (keys.includes(undefined)) return undefined;
  return field.type === "multiple_select" ? keys : keys[0];
}

/** Gives the handlers of a grid for its clipboard. */
export function useBlocks(
  columns: readonly Column<ListedCard>[],
  rowAt: (index: number) => ListedCard | undefined,
  fields: readonly ListedField[],
  mayEdit: boolean,
) {
  const { t } = useLingui();
  const fieldAt = (column: number) => fields.find(({ name }) => name === columns[column]?.key);

  function onCopy({ top, bottom, left, right }: Block): string {
    const rows = range(top, bottom).flatMap((index) => rowAt(index) ?? []);
    return toText(rows.map((card) => range(left, right).map((at) => columns[at]?.text?.(card) ?? "")));
  }

  /** Returns the change of a card by the texts of its cells; undefined when one of them means nothing. */
  function changeOf(card: ListedCard, texts: readonly string[], left: number): OwnChange | undefined {
    const change: OwnChange = { id: card.id };
    for (const [offset, text] of texts.entries()) {
      const column = columns[left + offset];
      const field = fieldAt(left + offset);
      const value = field && cellValue(field, text);
      if (column?.key === "name") change.name = text.trim();
      else if (!field?.field || field.field.readonly || value === undefined) return undefined;
      else change.merge_attributes = { ...change.merge_attributes, [field.field.key]: value };
    }
    return change;
  }

  async function apply(rows: readonly (readonly string[])[], top: number, left: number): Promise<void> {
    const cards = rows.slice(0, MAX_ROWS).map((texts, at) => ({ card: rowAt(top + at), texts }));
    const changes = cards.map(({ card, texts }) => card && changeOf(card, texts, left));
    const refused = changes.indexOf(undefined);
    if (refused >= 0)
      return toast("failed", t`Row ${top + refused + 1} has a value that doesn't fit its column; nothing was changed.`);
    await changeCards(changes as OwnChange[], t`${changes.length} cards changed`);
  }

  return {
    onCopy,
    ...(mayEdit && {
      onPaste: (text: string, { row, column }: Cell) => void apply(fromText(text), row, column),
      onFill({ top, bottom, left, right }: Block) {
        const first = rowAt(top);
        if (!first) return;
        const texts = range(left, right).map((at) => columns[at]?.text?.(first) ?? "");
        void apply(
          range(top + 1, bottom).map(() => texts),
          top + 1,
          left,
        );
      },
    }),
  };
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);
