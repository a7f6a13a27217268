/** The landscape as a diagram sees it: its cards as they are now, and the relations behind its lines. */
import { useQueries, useQuery } from "@tanstack/react-query";
import { relationsQuery, someCardsQuery } from "../cards/queries";
import { fieldOf } from "../metamodel/fields";
import { useTypes } from "../metamodel/queries";
import type { Item } from "./board";
import type { Diagram } from "./queries";
import { type CardLine, cardLines, relationBetween } from "./relate";

/** Cards whose relations are compared with the lines at once. */
const MAX_COMPARED = 40;
const FALLBACK = "#607d8b";

/** A difference between an item and its card. */
export type Difference = { id: string; name?: string; color?: string };

type Perspective = { kind?: string; type_key?: string; field_key?: string };

/** Gives a function that returns the colour of a card in the perspective of a diagram. */
export function useColorOf(diagram: Diagram): (card: { type: string; attributes?: unknown }) => string {
  const types = useTypes();
  const {
    kind,
    type_key,
    field_key = "",
  } = ((diagram.data as { view?: Perspective } | null)?.view ?? {}) as Perspective;
  return ({ type, attributes }) => {
    const own = types.get(type);
    if (kind === "card_field" && type === type_key) {
      const value = (attributes as Record<string, unknown> | undefined)?.[field_key];
      const option = fieldOf(own, field_key)?.options?.find(({ key }) => key === value);
      if (option?.color) return option.color;
    }
    return own?.color ?? FALLBACK;
  };
}

/** Gives what has changed of the cards on a diagram since they were drawn. */
export function useDifferences(diagram: Diagram, items: readonly Item[]): Difference[] {
  const ids = [...new Set(items.flatMap(({ cardId }) => cardId ?? []))].sort();
  const { data = [] } = useQuery(someCardsQuery(ids));
  const colorOf = useColorOf(diagram);
  const cards = new Map(data.map((card) => [card.id, card]));
  return items.flatMap(({ id, cardId, label, color, kind }) => {
    const card = cards.get(cardId ?? "");
    if (!card) return [];
    const wanted = colorOf(card);
    const hasName = label === card.name.replaceAll(/\s+/g, " ").trim();
    const hasColor = kind !== "shape" || !color || color.toLowerCase() === wanted.toLowerCase();
    if (hasName && hasColor) return [];
    return [{ id, ...(hasName ? {} : { name: card.name }), ...(hasColor ? {} : { color: wanted }) }];
  });
}

/** Gives the lines between cards that no relation stands behind. */
export function useDoubtfulLines(items: readonly Item[], maySee: boolean): CardLine[] {
  const lines = cardLines(items);
  const ids = [...new Set(lines.map(({ from }) => from.cardId as string))].slice(0, MAX_COMPARED);
  const results = useQueries({ queries: ids.map((id) => ({ ...relationsQuery(id), enabled: maySee })) });
  const relations = new Map(ids.map((id, at) => [id, results[at]?.data]));
  return lines.filter(({ from, to }) => {
    const known = relations.get(from.cardId as string);
    return known !== undefined && !relationBetween(known, from.cardId as string, to.cardId as string);
  });
}
