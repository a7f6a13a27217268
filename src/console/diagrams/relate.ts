/** Relations behind the lines of a diagram. */
import { t } from "@lingui/core/macro";
import type { Relation } from "../cards/related";
import { readingOf } from "../cards/related";
import type { RelationType } from "../metamodel/fields";
import { tryChange } from "../server/changes";
import { api } from "../server/client";
import { cache } from "../server/queries";
import type { Item } from "./board";

/** A card at an end of a line. */
export type End = { id: string; name: string; type: string };

/** A relation that a line may stand for: its type, and the cards in its direction. */
export type PossibleRelation = { type: RelationType; source: End; target: End; label: string };

/** Returns the relations that the metamodel allows between two cards, those along the line first. */
export function possibleRelations(from: End, to: End, types: readonly RelationType[]): PossibleRelation[] {
  const between = (source: End, target: End) =>
    types
      .filter((type) => type.source_type_key === source.type && type.target_type_key === target.type)
      .map((type) => ({ type, source, target, label: readingOf(type, "source") }));
  return [...between(from, to), ...between(to, from)];
}

/** Returns the other card of a relation. */
export const otherEnd = ({ source_id, target_id, source, target }: Relation, cardId: string) =>
  source_id === cardId ? { ...target, id: target_id } : { ...source, id: source_id };

/** Finds a relation between two cards, in whatever direction. */
export const relationBetween = (relations: readonly Relation[], one: string, other: string, type?: string) =>
  relations.find(
    (relation) =>
      (type === undefined || relation.type === type) &&
      ((relation.source_id === one && relation.target_id === other) ||
        (relation.source_id === other && relation.target_id === one)),
  );

/** Records a relation. @returns its id; undefined when it is refused */
export async function recordRelation({ type, source, target }: PossibleRelation): Promise<string | undefined> {
  let id: string | undefined;
  await tryChange({
    sentence: t`${source.name} and ${target.name} are related`,
    send: async () => {
      const body = { type: type.key, source_id: source.id, target_id: target.id };
      const reply = await api.POST("/api/v1/relations", { body: body as never });
      id = reply.data?.id;
      return reply;
    },
  });
  void cache.invalidateQueries({ queryKey: ["cards"] });
  return id;
}

/** Lines between two cards, with the ids of both. */
export type CardLine = { id: string; from: Item; to: Item };

/** Returns the lines that lead from a card to another one. */
export function cardLines(items: readonly Item[]): CardLine[] {
  const cards = new Map(items.filter(({ cardId }) => cardId).map((item) => [item.id, item]));
  return items.flatMap(({ id, kind, source, target }) => {
    const [from, to] = [cards.get(source ?? ""), cards.get(target ?? "")];
    return kind === "line" && from && to && from.cardId !== to.cardId ? [{ id, from, to }] : [];
  });
}
