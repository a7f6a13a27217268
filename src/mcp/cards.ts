/** Cards as tools are given them, by id or by name, and their addresses in the console. */
import { parseUuid } from "../platform/ids";
import type { Api } from "./api";
import { tableOf } from "./table";

/** A card, as far as it names one. */
export type CardName = { id: string; name: string; type: string };

/** Cards that are named when a name is not clear. */
const MAX_NAMED = 10;

/** Returns the address of a card in the console. */
export const cardLink = ({ base }: Api, id: string): string => `${base}/cards/${id}`;

/**
 * Finds the card that a tool is given.
 * @param given an id, or a name, whatever its case
 * @param type the card type, where several cards have the name
 * @throws Error that names the cards that may be meant
 */
export async function findCard(api: Api, given: string, type?: string): Promise<CardName> {
  const id = parseUuid(given.trim());
  if (id) return api.get<CardName>(`/cards/${id}`);
  const { items } = await api.get<{ items: CardName[] }>("/cards", {
    search: given.trim().slice(0, 200),
    type,
    page_size: MAX_NAMED * 2,
  });
  const wanted = given.trim().toLowerCase();
  const exact = items.filter(({ name }) => name.toLowerCase() === wanted);
  if (exact.length === 1) return exact[0] as CardName;
  const near = exact.length > 1 ? exact : items;
  const named = tableOf(
    [
      ["Name", ({ name }) => name],
      ["Type", (card) => card.type],
      ["Id", (card) => card.id],
    ],
    near.slice(0, MAX_NAMED),
  );
  throw new Error(
    exact.length > 1
      ? `Several cards have this name; give the id of one:\n${named}`
      : `No card has exactly this name. Cards that hold its words:\n${named}`,
  );
}

/** Finds cards one after another, as far as they are not ids. @throws Error as `findCard` */
export async function findCards(api: Api, given: readonly string[]): Promise<CardName[]> {
  const cards: CardName[] = [];
  for (const one of given) cards.push(await findCard(api, one));
  return cards;
}
