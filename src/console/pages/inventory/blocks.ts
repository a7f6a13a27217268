/** Blocks of cells: copied as text, filled down, and pasted as changes of many cards in one batch. */
import { useLingui } from "@lingui/react/macro";
import { cellValue } from "../../cards/cell-value";
import { changeCards, type OwnChange } from "../../cards/changes";
import { BLOCK, type CardRows, cardBlockQuery, type ListedCard } from "../../cards/list";
import { MAX_ROWS as MAX_PASTED, type PastedBlock } from "../../cards/paste/state";
import { fromText, toText } from "../../grid/clipboard";
import type { Column } from "../../grid/column";
import type { Block, Cell } from "../../grid/cursor";
import { toast } from "../../server/changes";
import { cache } from "../../server/queries";
import { asRefusal } from "../../server/refusal";
import type { InventoryState } from "./state";

/** Gives the handlers of a grid for its clipboard. */
export function useBlocks(
  columns: readonly Column<ListedCard>[],
  { rowAt, layout }: CardRows,
  { fields, listing, folds }: InventoryState,
  mayEdit: boolean,
  preview: ((pasted: PastedBlock) => void) | undefined,
) {
  const { t } = useLingui();
  const fieldAt = (column: number) => fields.find(({ name }) => name === columns[column]?.key);

  const textOf = (cards: readonly ListedCard[], { left, right }: Block) =>
    toText(cards.map((card) => range(left, right).map((at) => columns[at]?.text?.(card) ?? "")));

  /** Returns a block as text; one with rows that are not loaded is read first, and put on the clipboard then. */
  function onCopy(block: Block): string | undefined {
    const indexes = range(block.top, block.bottom).filter((index) => placeAt(index) !== undefined);
    const cards = indexes.map(rowAt);
    if (!cards.includes(undefined)) return textOf(cards as ListedCard[], block);
    if (indexes.length > MAX_PASTED) {
      toast("failed", t`At most ${MAX_PASTED} rows are copied at once.`);
      return undefined;
    }
    void cardsAt(indexes)
      .then((read) => navigator.clipboard.writeText(textOf(read, block)))
      .then(() => toast("done", t`${indexes.length} rows copied`))
      .catch((error) => toast("failed", asRefusal(error).message));
    return undefined;
  }

  /** Returns the place in the list of the card in a row; undefined for the head of a group. */
  function placeAt(index: number): number | undefined {
    const row = layout && index < layout.total ? layout.rowAt(index) : undefined;
    return row && "place" in row ? row.place : undefined;
  }

  /** Reads the cards in some rows, also those that are not loaded. */
  async function cardsAt(indexes: readonly number[]): Promise<ListedCard[]> {
    const places = indexes.map(placeAt).filter((place) => place !== undefined);
    const blocks = [...new Set(places.map((place) => Math.floor(place / BLOCK)))];
    const lists = await Promise.all(blocks.map((block) => cache.fetchQuery(cardBlockQuery(listing, block, folds))));
    const byBlock = new Map(blocks.map((block, at) => [block, lists[at]?.items] as const));
    return places.flatMap((place) => byBlock.get(Math.floor(place / BLOCK))?.[place % BLOCK] ?? []);
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

  /** Gives the cards in some rows the values that texts mean, in the columns from one on. */
  async function fill(indexes: readonly number[], texts: readonly string[], left: number): Promise<void> {
    if (indexes.length > MAX_PASTED) return toast("failed", t`At most ${MAX_PASTED} rows are filled at once.`);
    try {
      const cards = await cardsAt(indexes);
      const changes = cards.map((card) => changeOf(card, texts, left));
      const refused = changes.indexOf(undefined);
      const name = cards[refused]?.name;
      if (refused >= 0)
        return toast("failed", t`${name} can't have a value that doesn't fit its column; nothing was changed.`);
      await changeCards(changes as OwnChange[], t`${changes.length} cards changed`);
    } catch (error) {
      toast("failed", asRefusal(error).message);
    }
  }

  /** Returns the ids of the cards from a row on, also of those that are not loaded; undefined for rows behind the last. */
  async function idsOf(top: number, count: number): Promise<(string | undefined)[]> {
    const indexes: number[] = [];
    for (let index = top; index < (layout?.total ?? 0) && indexes.length < count; index++)
      if (placeAt(index) !== undefined) indexes.push(index);
    const cards = await cardsAt(indexes);
    return range(0, count - 1).map((at) => cards[at]?.id);
  }

  /** Shows what a pasted block would do; a single cell is pasted at once. */
  async function paste(text: string, { row, column }: Cell): Promise<void> {
    const rows = fromText(text);
    if (!preview || (rows.length === 1 && rows[0]?.length === 1)) return fill([row], rows[0] ?? [], column);
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
        void fill(range(top + 1, bottom), texts, left);
      },
    }),
  };
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);
