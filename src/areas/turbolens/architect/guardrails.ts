/** Says what is made sure of in every proposal, whoever has made it. */
import { inList, listOf, statement } from "../../../../db";
import { readingTask } from "../../../core/threads/tasks";
import { parseUuid } from "../../../platform/ids";
import { APPLICATION, BUSINESS_CAPABILITY, OBJECTIVE } from "../landscape";
import { type ExistingCard, reusableTypes, type WizardContext } from "./context";
import type { Mapping, ProposedCapability, ProposedCard, ProposedRelation } from "./mapping";
import type { Neighbourhood } from "./neighbourhood";

/** A proposal that is being repaired. */
type Draft = { capabilities: ProposedCapability[]; cards: ProposedCard[]; relations: ProposedRelation[] };

const keyOf = (name: string, type: string) => `${type}\n${name.trim().toLowerCase()}`;

/** Returns the stored cards that have the name and the type of a proposed new one, by both. */
function storedNamesakes(cards: readonly ProposedCard[]): Map<string, ExistingCard> {
  const names = cards.filter(({ isNew }) => isNew).map(({ name }) => name.trim().toLowerCase());
  const rows = statement<ExistingCard>(
    `SELECT id, name, type FROM cards
     WHERE ${inList("type")} AND ${inList("name_key")} AND status <> 'ARCHIVED' ORDER BY seq DESC`,
  ).all(listOf(reusableTypes), listOf(names));
  return new Map(rows.map((row) => [keyOf(row.name, row.type), row]));
}

/** Makes new cards that exist already the cards that exist, and names them so wherever they are named. */
function reuseStored({ capabilities, cards, relations }: Draft): Draft {
  const stored = storedNamesakes(cards);
  const idOf = new Map<string, string>();
  const seen = new Set<string>();
  const accepted = cards.flatMap((card): ProposedCard[] => {
    const same = card.isNew ? stored.get(keyOf(card.name, card.cardTypeKey)) : undefined;
    if (!same) return [card];
    idOf.set(card.id, same.id);
    if (seen.has(same.id) || cards.some(({ id, isNew }) => id === same.id && !isNew)) return [];
    seen.add(same.id);
    return [{ ...card, id: same.id, existingCardId: same.id, isNew: false, name: same.name }];
  });
  const resolved = (id: string) => idOf.get(id) ?? id;
  return {
    cards: accepted,
    relations: relations.map((relation) => ({
      ...relation,
      sourceId: resolved(relation.sourceId),
      targetId: resolved(relation.targetId),
    })),
    capabilities: capabilities.map((capability) => {
      const id = idOf.get(capability.id);
      return id === undefined ? capability : { ...capability, id, existingCardId: id, isNew: false };
    }),
  };
}

/** Lists the existing cards that only relations name. */
function addEnds(draft: Draft): Draft {
  const listed = new Set([...draft.cards, ...draft.capabilities].map(({ id }) => id));
  const ends = draft.relations.flatMap(({ sourceId, targetId }) => [sourceId, targetId]);
  const missing = [...new Set(ends)].filter((id) => !listed.has(id) && !id.startsWith("new_") && parseUuid(id) === id);
  const rows = statement<ExistingCard & { subtype: string | null }>(
    `SELECT id, name, type, subtype FROM cards WHERE ${inList("id")} ORDER BY seq`,
  ).all(listOf(missing));
  const added = rows.map(({ id, name, type, subtype }) => ({
    id,
    name,
    cardTypeKey: type,
    ...(subtype !== null && { subtype }),
    isNew: false,
    existingCardId: id,
    rationale: "Named by a relation of the proposal.",
  }));
  return { ...draft, cards: [...draft.cards, ...added] };
}

/** Proposes the new capabilities as cards. */
function addCapabilities(draft: Draft): Draft {
  const listed = new Set(draft.cards.map(({ id }) => id));
  const added = draft.capabilities
    .filter(({ id, isNew }) => isNew && !listed.has(id))
    .map(({ id, name, rationale }) => ({
      id,
      name,
      cardTypeKey: BUSINESS_CAPABILITY,
      isNew: true,
      ...(rationale && { rationale }),
    }));
  return { ...draft, cards: [...draft.cards, ...added] };
}

const SUPPORTS = "relAppToBC";
const IMPROVES = "relObjectiveToBC";

/** Links each new application to a capability, and each new capability to the objectives that were chosen. */
function addLinks(draft: Draft, { capabilities: chosen, objectives }: WizardContext): Draft {
  const capabilityIds = new Set(draft.capabilities.flatMap(({ id, existingCardId }) => [id, existingCardId ?? id]));
  const [first] = draft.capabilities;
  const target = chosen[0]?.id ?? first?.existingCardId ?? first?.id;
  const has = (source: string, relationType: string, isTarget: (id: string) => boolean) =>
    draft.relations.some(
      (one) =>
        one.relationType === relationType &&
        ((one.sourceId === source && isTarget(one.targetId)) || (one.targetId === source && isTarget(one.sourceId))),
    );
  const supports = draft.cards
    .filter(({ isNew, cardTypeKey }) => isNew && cardTypeKey === APPLICATION)
    .filter(({ id }) => target !== undefined && !has(id, SUPPORTS, (other) => capabilityIds.has(other)))
    .map(({ id }) => ({ sourceId: id, targetId: target as string, relationType: SUPPORTS, label: "supports" }));
  const improves = draft.capabilities
    .filter(({ isNew }) => isNew)
    .flatMap(({ id }) =>
      objectives
        .filter((objective) => !has(objective.id, IMPROVES, (other) => other === id))
        .map((objective) => ({
          sourceId: objective.id,
          targetId: id,
          relationType: IMPROVES,
          label: "improves",
        })),
    );
  return { ...draft, relations: [...draft.relations, ...supports, ...improves] };
}

/** Lists the objectives that were chosen. */
function addObjectives(draft: Draft, { objectives }: WizardContext, { nodes }: Neighbourhood): Draft {
  const listed = new Set([...nodes, ...draft.cards].map(({ id }) => id));
  const added = objectives
    .filter(({ id }) => !listed.has(id))
    .map(({ id, name }) => ({ id, name: name || OBJECTIVE, cardTypeKey: OBJECTIVE, isNew: false, existingCardId: id }));
  return { ...draft, cards: [...draft.cards, ...added] };
}

/** Leaves out new cards that nothing is related to. */
function withoutOrphans(draft: Draft, { edges }: Neighbourhood): Draft {
  const linked = new Set([
    ...draft.relations.flatMap(({ sourceId, targetId }) => [sourceId, targetId]),
    ...edges.flatMap(({ source, target }) => [source, target]),
    ...draft.capabilities.map(({ id }) => id),
  ]);
  return { ...draft, cards: draft.cards.filter(({ id, isNew }) => !isNew || linked.has(id)) };
}

/** Returns a proposal with existing cards reused, what it names listed, mandatory links added and orphans left out. */
export function repairPlan(
  mapping: Mapping,
  context: WizardContext,
): Mapping & { existingDependencies: Neighbourhood } {
  const { neighbourhood } = context;
  const { capabilities, proposedCards: cards, proposedRelations: relations } = mapping;
  const listed = addCapabilities(addEnds(reuseStored({ capabilities, cards, relations })));
  const linked = addObjectives(addLinks(listed, context), context, neighbourhood);
  const right = withoutOrphans(linked, neighbourhood);
  return {
    ...mapping,
    capabilities: right.capabilities,
    proposedCards: right.cards,
    proposedRelations: right.relations,
    existingDependencies: neighbourhood,
  };
}

export const repairPlanTask = readingTask(
  "put proposal right",
  ({ mapping, context }: { mapping: Mapping; context: WizardContext }) => repairPlan(mapping, context),
);
