/** Blocks of cells: copied as text, filled down, and pasted as changes of many cards in one batch. */
import { useLingui } from "@lingui/react/macro";
import { cellValue } from "../../cards/cell-value";
import { changeCards, type OwnChange } from "../../cards/changes";
import { BLOCK, type CardListing, cardBlockQuery, type ListedCard } from "../../cards/list";
import type { ListedField } from "../../cards/listed-fields";
import { MAX_ROWS as MAX_PASTED, type PastedBlock } from "../../cards/paste/state";
import { fromText, toText } from "../../grid/clipboard";
import type { Column } from "../../grid/column";
import type { Block, Cell } from "../../grid/cursor";
import { toast } from "../../server/changes";
import { cache } from "../../server/queries";
import { asRefusal } from "../../server/refusal";

/** Rows of one fill. */
const MAX_ROWS = 1_000;

/** Gives the handlers of a grid for its clipboard. */
export function useBlocks(
  columns: readonly Column<ListedCard>[],
  rowAt: (index: number) => ListedCard | undefined,
  fields: readonly ListedField[],
  mayEdit: boolean,
  listing: CardListing,
  preview: ((pasted: PastedBlock) => void) | undefined,
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
      const value = field?.field && cellValue(field.field, text);
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

  /** Returns the ids of the cards in some rows, also of those that are not loaded. */
  async function idsOf(top: number, count: number): Promise<(string | undefined)[]> {
    const blocks = range(Math.floor(top / BLOCK), Math.floor((top + count - 1) / BLOCK));
    const cards: ListedCard[] = [];
    for (const block of blocks) {
      const { items, total } = await cache.fetchQuery(cardBlockQuery(listing, block));
      cards.push(...items);
      if ((block + 1) * BLOCK >= total) break;
    }
    return range(0, count - 1).map((at) => cards[(top % BLOCK) + at]?.id);
  }

  /** Shows what a pasted block would do; a single cell is pasted at once. */
  async function paste(text: string, { row, column }: Cell): Promise<void> {
    const rows = fromText(text);
    if (!preview || (rows.length === 1 && rows[0]?.length === 1)) return apply(rows, row, column);
    if (rows.length > MAX_PASTED) return toast("failed", t`At most ${MAX_PASTED} rows are pasted at once.`);
    try {
      const ids = await idsOf(row, rows.length);
      const names = (rows[0] ?? []).map((_, at) => columns[column + at]?.key);
      preview({ rows, onto: { ids, columns: names } });
    } catch (error) {
      toast("failed", asRefusal(error).message);
    }
  }

  return {
    onCopy,
    ...(mayEdit && {
      onPaste: (text: string, at: Cell) => void paste(text, at),
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
