/** Changes of cards: saved at once, one batch for each gesture. */

import { plural, t } from "@lingui/core/macro";
import type { Field } from "../metamodel/fields";
import { labelOf } from "../metamodel/queries";
import { refusalSentence, type ShownChange, toast, together, tryChange } from "../server/changes";
import { answered, api, type Schemas } from "../server/client";
import { cache } from "../server/queries";
import { asRefusal } from "../server/refusal";
import { type EditedCard, phaseOf, shownCard } from "./edited-field";
import { cardQuery } from "./queries";
import { sendAttributes } from "./relation-attributes";
import { saveField } from "./saving";

type Changes = Schemas["CardChanges"];

type CardUpdate = <C extends EditedCard>(card: C) => C;

type Reply = { response: Response; data?: unknown; error?: unknown };

/** Sends a change of cards or of what belongs to them, and reads again what shows cards. @returns true when it is saved */
export async function saveCards(
  sentence: string,
  send: () => Promise<Reply>,
  show: ShownChange[] = [],
): Promise<boolean> {
  const isSaved = await tryChange({ sentence, show, send });
  void cache.invalidateQueries({ queryKey: ["cards"] });
  return isSaved;
}

/** Changes a card. @param sentence what has happened, for the message @param update the card as it will be */
const changeCard = (
  { id }: { id: string },
  body: Partial<Changes>,
  sentence: string,
  update: CardUpdate,
): Promise<boolean> =>
  saveCards(
    sentence,
    () => api.PATCH("/api/v1/cards/{card_id}", { params: { path: { card_id: id } }, body: body as Changes }),
    shownCard(id, update),
  );

/** Sets an attribute of a card. @param value null clears it */
export const setAttribute = (card: { id: string; name: string }, field: Field, value: unknown): Promise<boolean> =>
  changeCard(
    card,
    { merge_attributes: { [field.key]: value } },
    t`${labelOf(field)} of ${card.name} changed`,
    (shown) => ({ ...shown, attributes: { ...shown.attributes, [field.key]: value } }),
  );

/** Sets the day on which a phase of a card begins. @param day null takes the phase out of its life */
export async function setPhase(
  card: NamedThing,
  phase: { key: string; label: string },
  day: unknown,
): Promise<boolean> {
  try {
    const basis = await cache.fetchQuery({ ...cardQuery(card.id), staleTime: 0 });
    return await saveField(phaseOf(card, phase), basis, day);
  } catch (error) {
    toast("failed", refusalSentence(asRefusal(error)));
    return false;
  }
}

/** A card with changes of its own. */
export type OwnChange = { id: string } & Partial<Changes>;

/** Changes many cards, each in its own way, as one batch. */
export const changeCards = (cards: readonly OwnChange[], sentence: string): Promise<boolean> =>
  saveCards(sentence, () => api.PATCH("/api/v1/cards/bulk", { body: { cards } as never }));

/** Changes many cards in the same way, as one batch. */
export const changeAlike = (ids: readonly string[], updates: Partial<Changes>, sentence: string): Promise<boolean> =>
  saveCards(sentence, () => api.PATCH("/api/v1/cards/bulk", { body: { ids: [...ids], updates } as never }));

/** Puts tags on many cards, or takes them off, as one batch. */
export const tagCards = (
  card_ids: readonly string[],
  tags: { add?: string[]; remove?: string[] },
  sentence: string,
): Promise<boolean> =>
  saveCards(sentence, () =>
    api.POST("/api/v1/cards/bulk-tags", { body: { card_ids: [...card_ids], ...tags } as never }),
  );

/** Archives cards, as one batch. */
export const archiveCards = (ids: readonly string[], sentence: string): Promise<boolean> =>
  saveCards(sentence, () => api.POST("/api/v1/cards/bulk-archive", { body: { card_ids: [...ids] } as never }));

/** Brings archived cards back, as one batch. */
export const restoreCards = (ids: readonly string[], sentence: string): Promise<boolean> =>
  saveCards(sentence, () => api.POST("/api/v1/cards/bulk-restore", { body: { card_ids: [...ids] } }));

/** Names of cards that a message has. */
const MAX_NAMED = 3;

/** Returns the names of the first of some cards, in one text. */
async function namesOf(ids: readonly string[]): Promise<string> {
  const read = ids
    .slice(0, MAX_NAMED)
    .map((card_id) => answered(api.GET("/api/v1/cards/{card_id}", { params: { path: { card_id } } })));
  const names = (await Promise.all(read)).map(({ name }) => name).join(", ");
  return ids.length > MAX_NAMED ? `${names}, …` : names;
}

/**
 * Deletes archived cards for good; those below them stay, and are part of nothing. A card that somebody has brought back in the
 * meantime is left out, and the message names it.
 */
export async function deleteCards(ids: readonly string[]): Promise<boolean> {
  const body = { card_ids: [...ids], child_strategy: "disconnect", archived_only: true } as const;
  let report: Schemas["BulkDeleteResult"] | undefined;
  const isSaved = await saveCards("", async () => {
    const reply = await api.POST("/api/v1/cards/bulk-delete", { body: body as never });
    report = reply.data;
    return reply;
  });
  if (!isSaved || !report) return false;
  const { length } = report.deleted_card_ids;
  if (length > 0) toast("done", plural(length, { one: "# card deleted", other: "# cards deleted" }));
  const back = report.skipped.flatMap(({ card_id, reason }) => (reason === "not_archived" ? [card_id] : []));
  if (back.length > 0) toast("failed", t`Brought back by somebody and not deleted: ${await namesOf(back)}`);
  return true;
}

/** Makes a card. @param parent_id the card above it @returns its id; undefined when it is refused */
export async function createCard(type: string, name: string, parent_id?: string): Promise<string | undefined> {
  let id: string | undefined;
  await saveCards(t`${name} made`, async () => {
    const reply = await api.POST("/api/v1/cards", { body: { type, name, ...(parent_id && { parent_id }) } as never });
    id = reply.data?.id;
    return reply;
  });
  return id;
}

type NamedThing = { id: string; name: string };

/** Relates a card to another one. @param side the end at which the card is */
export function relate(card: NamedThing, other: NamedThing, type: string, side: "source" | "target"): Promise<boolean> {
  const [source_id, target_id] = side === "source" ? [card.id, other.id] : [other.id, card.id];
  return saveCards(t`${card.name} and ${other.name} are related`, () =>
    api.POST("/api/v1/relations", { body: { type, source_id, target_id } as never }),
  );
}

/** A relation that a card can have: its type, and the end at which the card is. */
export type RelationEnd = { relation_type: string; side: "source" | "target" };

/** Makes a card and relates it to another one, as one batch. @param of the type of the card that is made */
export const createAndRelate = (card: NamedThing, name: string, of: string, { relation_type, side }: RelationEnd) =>
  saveCards(
    t`${name} made and related to ${card.name}`,
    together("relate", async (header) => {
      const made = await answered(api.POST("/api/v1/cards", { params: { header }, body: { type: of, name } as never }));
      const [source_id, target_id] = side === "source" ? [card.id, made.id] : [made.id, card.id];
      return api.POST("/api/v1/relations", {
        params: { header },
        body: { type: relation_type, source_id, target_id } as never,
      });
    }),
  );

/** Takes a relation of a card away. */
export const unrelate = (card: NamedThing, other: { name: string }, rel_id: string): Promise<boolean> =>
  saveCards(t`${card.name} and ${other.name} are no longer related`, () =>
    api.DELETE("/api/v1/relations/{rel_id}", { params: { path: { rel_id } } }),
  );

/** Sets an attribute of a relation. @param value null clears it @param before its value when one began to change it */
export function setRelationAttribute(
  { name, relation }: { name: string; relation: Schemas["Relation"] },
  field: Field,
  value: unknown,
  before: unknown,
): Promise<boolean> {
  return saveCards(t`${labelOf(field)} of the relation to ${name} changed`, () =>
    sendAttributes(relation.id, { [field.key]: before }, { [field.key]: value }),
  );
}

/** Gives somebody a part in a card. */
export const assign = (card: NamedThing, person: { user_id: string; name: string }, role: string): Promise<boolean> =>
  saveCards(t`${person.name} has a part in ${card.name}`, () =>
    api.POST("/api/v1/cards/{card_id}/stakeholders", {
      params: { path: { card_id: card.id } },
      body: { user_id: person.user_id, role },
    }),
  );

/** Takes somebody's part in a card away. */
export const unassign = (card: NamedThing, name: string, stakeholder_id: string): Promise<boolean> =>
  saveCards(t`${name} has that part in ${card.name} no longer`, () =>
    api.DELETE("/api/v1/stakeholders/{stakeholder_id}", { params: { path: { stakeholder_id } } }),
  );

/** Puts a tag on a card. */
export const tagCard = (card: NamedThing, tag: NamedThing): Promise<boolean> =>
  saveCards(t`${card.name} has the tag ${tag.name}`, () =>
    api.POST("/api/v1/cards/{card_id}/tags", { params: { path: { card_id: card.id } }, body: [tag.id] }),
  );

/** Takes a tag off a card. */
export const untagCard = (card: NamedThing, tag: NamedThing): Promise<boolean> =>
  saveCards(t`${card.name} has the tag ${tag.name} no longer`, () =>
    api.DELETE("/api/v1/cards/{card_id}/tags/{tag_id}", { params: { path: { card_id: card.id, tag_id: tag.id } } }),
  );

/** Comments on a card. @param parent_id the comment that it replies to */
export const comment = (card: NamedThing, content: string, parent_id?: string): Promise<boolean> =>
  saveCards(t`Commented on ${card.name}`, () =>
    api.POST("/api/v1/cards/{card_id}/comments", {
      params: { path: { card_id: card.id } },
      body: { content, ...(parent_id && { parent_id }) } as never,
    }),
  );

/** Replaces the text of a comment. */
export const updateComment = (comment_id: string, content: string): Promise<boolean> =>
  saveCards(t`The comment is changed`, () =>
    api.PATCH("/api/v1/comments/{comment_id}", { params: { path: { comment_id } }, body: { content } }),
  );

/** Deletes a comment. */
export const deleteComment = (comment_id: string): Promise<boolean> =>
  saveCards(t`The comment is deleted`, () =>
    api.DELETE("/api/v1/comments/{comment_id}", { params: { path: { comment_id } } }),
  );

/** Rejects a card. @param reason stands in a comment of the same batch */
export const rejectCard = (card: NamedThing, reason: string): Promise<boolean> =>
  saveCards(
    t`${card.name} is rejected`,
    together("reject", async (header) => {
      const path = { card_id: card.id };
      await answered(
        api.POST("/api/v1/cards/{card_id}/comments", { params: { path, header }, body: { content: reason } as never }),
      );
      return api.POST("/api/v1/cards/{card_id}/approval-status", {
        params: { path, header, query: { action: "reject" } },
      });
    }),
  );

/** Approves a card, rejects it, or makes it a draft again. */
export const decide = (card: NamedThing, action: "approve" | "reject" | "reset", sentence: string): Promise<boolean> =>
  saveCards(sentence, () =>
    api.POST("/api/v1/cards/{card_id}/approval-status", {
      params: { path: { card_id: card.id }, query: { action } },
    }),
  );

/** Brings an archived card back. @param also cards that went along with it and come back, too */
export const restoreCard = (card: NamedThing, also: readonly string[] = []): Promise<boolean> =>
  saveCards(t`${card.name} is back`, () =>
    api.POST("/api/v1/cards/{card_id}/restore", {
      params: { path: { card_id: card.id } },
      body: { also_restore_card_ids: [...also] },
    }),
  );

/** The fate of the cards below one that goes: along with it, without a parent, or up to its parent. */
export type ChildStrategy = "cascade" | "disconnect" | "reparent";

/** Archives a card, or deletes it for good. @param child_strategy needed when there are cards below it */
export function takeAway(
  card: NamedThing,
  verb: "archive" | "delete",
  child_strategy?: ChildStrategy,
): Promise<boolean> {
  const params = { path: { card_id: card.id } };
  const body = child_strategy ? { child_strategy } : {};
  return verb === "archive"
    ? saveCards(t`${card.name} archived`, () => api.POST("/api/v1/cards/{card_id}/archive", { params, body }))
    : saveCards(t`${card.name} deleted`, () => api.DELETE("/api/v1/cards/{card_id}", { params, body }));
}

/** Puts a card below another one. @param parent null makes it a root */
export const setParent = (card: NamedThing, parent: NamedThing | null): Promise<boolean> =>
  changeCard(
    card,
    { parent_id: parent?.id ?? null },
    parent ? t`${card.name} is part of ${parent.name} now` : t`${card.name} is part of nothing now`,
    (shown) => ({ ...shown, parent_id: parent?.id ?? null }),
  );
