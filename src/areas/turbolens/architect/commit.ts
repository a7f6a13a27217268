/** Committing a proposal: its cards and relations, an initiative and a decision record, in one transaction and one batch. */
import { inList, listOf, statement, transaction } from "../../../../db";
import { type Actor, require } from "../../../core/access/actor";
import { actorOf, longStep, type StepRun, stepAtOnce } from "../../../core/runs/step";
import { progress } from "../../../core/threads/progress";
import { readingTask } from "../../../core/threads/tasks";
import { refused } from "../../../http/errors";
import { createAdr, linkCard } from "../../adr";
import { analysis, completeAnalysis, createAnalysisRun, startAnalysis } from "../../analyses";
import { createCards } from "../../cards";
import { relationType } from "../../metamodel";
import { bulkRelations } from "../../relations";
import { markCommitted, requireSaved } from "../assessments/assessments";
import { OBJECTIVE } from "../landscape";
import { adrOf, descriptionOfInitiative } from "./commit-texts";
import { askForDescriptions, describe } from "./descriptions";
import type { Mapping, ProposedCard } from "./mapping";
import type { CommitRequest } from "./model";
import { uuidsIn } from "./neighbourhood";
import { parseSession, type Session } from "./session";

/** Card type → the relation type by which an initiative names its cards. */
const initiativeLinks: Readonly<Record<string, string>> = {
  Application: "relInitiativeToApp",
  ITComponent: "relInitiativeToITC",
  Interface: "relInitiativeToInterface",
  DataObject: "relInitiativeToDataObj",
  BusinessCapability: "relInitiativeToBC",
  Platform: "relInitiativeToPlatform",
  Objective: "relInitiativeToObjective",
};

/** The proposal to commit. `descriptions`: id of a proposed card → its description. */
type Commit = { actor: Actor; request: CommitRequest; descriptions: Record<string, string> };

/** Creates the proposed cards that are to be created. */
const newCardsIn = ({ proposedCards }: Mapping, { selectedCardIds }: CommitRequest): ProposedCard[] => {
  const selected = new Set(selectedCardIds);
  return proposedCards.filter(({ id, isNew }) => isNew && selected.has(id));
};

/** Returns the proposal of a session. @throws Problem 400 when it has none */
function mappingOf({ mapping }: Session): Mapping {
  if (!mapping) throw refused("The assessment has no target architecture (capabilityMapping)");
  return mapping;
}

/** Finds the cards that a commit creates. @throws Problem 400, 404, 409 */
function findNewCards(request: CommitRequest): ProposedCard[] {
  const { session_data, requirement } = requireSaved(request.assessmentId);
  return newCardsIn(mappingOf(parseSession(session_data, requirement)), request);
}

/** @throws Problem naming the first card that can't be created */
function createAll(actor: Actor, cards: readonly Parameters<typeof createCards>[1]["cards"][number][]): string[] {
  if (cards.length === 0) return [];
  const { results } = createCards(actor, { cards: [...cards], dry_run: false, on_error: "stop" });
  return results.map(({ id }) => id as string);
}

/** Creates the initiative and the new cards, and which card each proposed id stands for. */
function createProposed({ actor, request, descriptions }: Commit, session: Session, mapping: Mapping) {
  const { initiativeName, startDate, endDate, renamedCards } = request;
  const proposed = newCardsIn(mapping, request);
  const [initiativeId, ...created] = createAll(actor, [
    {
      row_index: 0,
      type: "Initiative",
      subtype: "project",
      name: initiativeName,
      description: descriptionOfInitiative(session),
      attributes: { startDate, endDate },
    },
    ...proposed.map((card, at) => ({
      row_index: at + 1,
      type: card.cardTypeKey || "Application",
      subtype: card.subtype ?? null,
      name: renamedCards[card.id]?.trim() || card.name.trim() || "Unnamed",
      description: descriptions[card.id] ?? describe(card) ?? null,
      lifecycle: { phaseIn: startDate, active: endDate },
    })),
  ]) as [string, ...string[]];
  const cardOf = new Map<string, string>();
  for (const { id, isNew, existingCardId } of [...mapping.proposedCards, ...mapping.capabilities])
    if (!isNew && existingCardId) cardOf.set(id, existingCardId);
  for (const [at, { id }] of proposed.entries()) cardOf.set(id, created[at] as string);
  const cards = proposed.map(({ cardTypeKey }, at) => ({ id: created[at] as string, type: cardTypeKey }));
  return { initiativeId, cards, cardOf };
}

type NewRelation = { type: string; source: string; target: string };

const isUsable = (type: string) => relationType(type)?.is_hidden === false;

/** Returns the relations of the proposal that were selected, between cards that exist. */
function selectedRelations(
  { proposedRelations }: Mapping,
  places: readonly number[],
  cardOf: ReadonlyMap<string, string>,
) {
  const resolved = (id: string) => cardOf.get(id) ?? uuidsIn([id])[0];
  return [...new Set(places)]
    .sort((a, b) => a - b)
    .flatMap((place): NewRelation[] => {
      const relation = proposedRelations[place];
      const source = resolved(relation?.sourceId ?? "");
      const target = resolved(relation?.targetId ?? "");
      return relation && source && target && isUsable(relation.relationType)
        ? [{ type: relation.relationType, source, target }]
        : [];
    });
}

/** Returns the relations from the initiative to its objectives and its new cards. */
function initiativeRelations(
  initiativeId: string,
  objectiveIds: readonly string[],
  cards: readonly { id: string; type: string }[],
) {
  const objectives = statement<{ id: string }>(
    `SELECT id FROM cards WHERE ${inList("id")} AND type = ? ORDER BY seq`,
  ).all(listOf(uuidsIn(objectiveIds)), OBJECTIVE);
  return [...objectives.map(({ id }) => ({ id, type: OBJECTIVE })), ...cards].flatMap(({ id, type }): NewRelation[] => {
    const link = initiativeLinks[type];
    return link && isUsable(link) ? [{ type: link, source: initiativeId, target: id }] : [];
  });
}

/** Creates relations; those that can't be are left out. @returns how many there are */
function relateAll(actor: Actor, relations: readonly NewRelation[]): number {
  if (relations.length === 0) return 0;
  const operations = relations.map(({ type, source, target }, row_index) => ({
    row_index,
    action: "upsert" as const,
    type,
    source: { id: source },
    target: { id: target },
  }));
  return bulkRelations(actor, { operations, dry_run: false, on_error: "skip" }).upserted;
}

/** Creates the decision record and links it to what was created. */
function recordDecision(
  actor: Actor,
  commit: Commit,
  session: Session,
  cardIds: readonly string[],
  relations: number,
): string {
  const adrId = createAdr(actor, adrOf(session, commit.request, cardIds.length - 1, relations));
  for (const id of cardIds) linkCard(actor, adrId, id);
  return adrId;
}

/**
 * Commits a proposal and completes the run.
 * @throws Problem when the actor may not, the assessment is committed already, or a card can't be created
 */
export function commitProposal(commit: Commit, run: StepRun): void {
  const { actor, request } = commit;
  require(actor, "inventory.create");
  require(actor, "adr.manage");
  const assessment = requireSaved(request.assessmentId);
  const session = parseSession(assessment.session_data, assessment.requirement);
  const mapping = mappingOf(session);
  const { initiativeId, cards, cardOf } = createProposed(commit, session, mapping);
  progress(1, 3);
  relateAll(actor, initiativeRelations(initiativeId, request.objectiveIds, cards));
  const relation_count = relateAll(actor, selectedRelations(mapping, request.selectedRelationIndices, cardOf));
  progress(2, 3);
  const adrId = recordDecision(actor, commit, session, [initiativeId, ...cards.map(({ id }) => id)], relation_count);
  markCommitted(actor, assessment, initiativeId);
  const adr = statement<{ reference_number: string }>(
    "SELECT reference_number FROM architecture_decisions WHERE id = ?",
  ).get(adrId);
  completeAnalysis(run, {
    initiative_id: initiativeId,
    initiative_name: request.initiativeName,
    card_count: cards.length,
    relation_count,
    adr_id: adrId,
    adr_reference: adr?.reference_number,
  });
}

const commitStep = longStep("commit proposal", (input: Omit<Commit, "actor">, run) =>
  commitProposal({ ...input, actor: actorOf(run) }, run),
);

/** The analysis that commits the proposal of an assessment. */
export const architectCommit = analysis<CommitRequest>("architect_commit", {
  needs: "turbolens.manage",
  steps: [commitStep],
  work: async (running, request) => {
    const cards = findNewCards(request);
    const total = cards.length + 3;
    await running.progress({ step: "creating_initiative", current: 0, total });
    const descriptions = await askForDescriptions(cards, running, (card, at) =>
      running.progress({ step: "creating_cards", current: at + 2, total, detail: card.name }),
    );
    await running.step(commitStep, { request, descriptions });
  },
});

/**
 * Starts the commit of an assessment's proposal.
 * @throws Problem 404; 409 when it is committed already, or another commit is unfinished
 */
export function startCommit(actor: Actor, request: CommitRequest): { run_id: string; status: "running" } {
  requireSaved(request.assessmentId);
  return startAnalysis(actor, architectCommit, request);
}

/** Finds the cards that a commit creates, on behalf of who asks a model about them. */
export const findNewCardsTask = readingTask("turbolens.new cards", findNewCards);

/**
 * Commits the proposal of an assessment at once, as one change of a scenario.
 * @param descriptions id of a proposed card → what a model says of it
 * @throws Problem 404; 409 when it is committed already; 403, and what refuses a card
 */
export function commitAtOnce(
  actor: Actor,
  request: CommitRequest,
  descriptions: Record<string, string>,
): { run_id: string; status: "running" } {
  return transaction(() => {
    const id = createAnalysisRun(actor, architectCommit.type);
    commitProposal({ actor, request, descriptions }, stepAtOnce(actor, id));
    return { run_id: id, status: "running" };
  });
}
