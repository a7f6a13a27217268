/** Changes of cards: saved at once, one batch for each gesture. */
import { t } from "@lingui/core/macro";
import type { Field } from "../metamodel/fields";
import { labelOf } from "../metamodel/queries";
import { tryChange } from "../server/changes";
import { api, type Schemas } from "../server/client";
import { cache } from "../server/queries";

type Changes = Schemas["CardChanges"];

/** The cards of every list that is in the cache, as after a change. */
function showInLists(id: string, changed: (card: Schemas["ListedCard"]) => Schemas["ListedCard"]): void {
  cache.setQueriesData<Schemas["CardList"]>(
    { queryKey: ["cards", "list"] },
    (list) => list && { ...list, items: list.items.map((card) => (card.id === id ? changed(card) : card)) },
  );
}

/** Reads again what shows cards. */
const readAgain = () => cache.invalidateQueries({ queryKey: ["cards"] });

/** Changes a card. @param sentence what has happened, for the message @param shown the card as it will be */
export async function changeCard(
  card: { id: string },
  body: Partial<Changes>,
  sentence: string,
  shown?: (card: Schemas["ListedCard"]) => Schemas["ListedCard"],
): Promise<boolean> {
  if (shown) showInLists(card.id, shown);
  const isSaved = await tryChange({
    sentence,
    send: () => api.PATCH("/api/v1/cards/{card_id}", { params: { path: { card_id: card.id } }, body: body as Changes }),
  });
  void readAgain();
  return isSaved;
}

/** Sets an attribute of a card. @param value null clears it */
export const setAttribute = (card: { id: string; name: string }, field: Field, value: unknown): Promise<boolean> =>
  changeCard(
    card,
    { merge_attributes: { [field.key]: value } },
    t`${labelOf(field)} of ${card.name} changed`,
    (shown) => ({
      ...shown,
      attributes: { ...shown.attributes, [field.key]: value },
    }),
  );

/** Renames a card. */
export const renameCard = (card: { id: string; name: string }, name: string): Promise<boolean> =>
  changeCard(card, { name }, t`${card.name} is called ${name} now`, (shown) => ({ ...shown, name }));

/** A card with changes of its own. */
export type OwnChange = { id: string } & Partial<Changes>;

/** Changes many cards, each in its own way, as one batch. */
export async function changeCards(cards: readonly OwnChange[], sentence: string): Promise<boolean> {
  const isSaved = await tryChange({
    sentence,
    send: () => api.PATCH("/api/v1/cards/bulk", { body: { cards } as never }),
  });
  void readAgain();
  return isSaved;
}

/** Archives cards, as one batch. */
export async function archiveCards(ids: readonly string[], sentence: string): Promise<boolean> {
  const isSaved = await tryChange({
    sentence,
    send: () => api.POST("/api/v1/cards/bulk-archive", { body: { card_ids: [...ids] } as never }),
  });
  void readAgain();
  return isSaved;
}

/** Makes a card. @returns its id; undefined when it is refused */
export async function createCard(type: string, name: string): Promise<string | undefined> {
  let id: string | undefined;
  await tryChange({
    sentence: t`${name} made`,
    send: async () => {
      const reply = await api.POST("/api/v1/cards", { body: { type, name } as never });
      id = reply.data?.id;
      return reply;
    },
  });
  void readAgain();
  return id;
}
