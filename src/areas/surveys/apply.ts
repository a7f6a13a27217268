/** Applying responses: what they propose is written to the cards, by the rules of a change of the card. */
import { inList, largeTransaction, listOf, savepoint, statement } from "../../../db";
import type { SurveyField } from "../../../db/schema/surveys";
import type { Actor } from "../../core/access/actor";
import { progress } from "../../core/threads/progress";
import { forbidden, messageOf, Problem, refused } from "../../http/errors";
import { now } from "../../platform/clock";
import { parseUuid } from "../../platform/ids";
import { type CardRow, type CardUpdate, concludeUpdates, redactedKeys, requireCard, writeAttributes } from "../cards";
import { concludeChanges, type RelationChange, type Side, setLinkedCards } from "../relations";
import { type Answers, own, sideOf } from "./fields";
import type { ApplicationReport } from "./model";
import { type SurveyRow, surveyRows } from "./surveys";

const SOURCE = "survey_response";

type ResponseRow = { id: string; card_id: string; status: string; responses: string; applied: number };

/** The changes that applying a response has written, but not yet published. */
type WrittenChanges = { updated: CardUpdate | undefined; relations: readonly RelationChange[] };

/** The proposal of a response: attributes, and the cards to be linked at a side. */
type Proposal = { attributes: Record<string, unknown>; links: { side: Side; cardIds: string[] }[] };

/** Maps response id → response, of those that belong to the survey. */
const findResponses = (surveyId: string, ids: readonly string[]): Map<string, ResponseRow> =>
  new Map(
    statement<ResponseRow>(
      `SELECT id, card_id, status, responses, applied FROM survey_responses WHERE ${inList("id")} AND survey_id = ?`,
    )
      .all(listOf(ids), surveyId)
      .map((response) => [response.id, response]),
  );

/** Returns the ids in a list of `{ id, … }` or of ids; other entries are passed over. */
const idsIn = (entries: readonly unknown[]): string[] =>
  entries.flatMap((entry) => {
    const id = typeof entry === "object" && entry !== null ? (entry as { id?: unknown }).id : entry;
    return (typeof id === "string" ? parseUuid(id) : undefined) ?? [];
  });

/** Returns the proposal of the answers to the fields: values that are there and don't just confirm what was. */
function proposalOf(fields: readonly SurveyField[], answers: Answers): Proposal {
  const proposal: Proposal = { attributes: {}, links: [] };
  for (const field of fields) {
    const { confirmed = true, new_value = null } = own(answers, field.key) ?? {};
    if (confirmed || new_value === null) continue;
    const side = sideOf(field);
    if (!side) proposal.attributes[field.key] = new_value;
    else if (Array.isArray(new_value)) proposal.links.push({ side, cardIds: idsIn(new_value) });
  }
  return proposal;
}

/** @throws Problem 403 when the proposal changes costs that the actor may not see */
function requireVisible(actor: Actor, card: CardRow, { attributes }: Proposal): void {
  const hidden = redactedKeys(actor, card).filter((key) => Object.hasOwn(attributes, key));
  if (hidden.length > 0) throw forbidden(`Not enough permissions for costs: ${hidden.join(", ")}`);
}

/**
 * Writes what a response proposes.
 * @throws Problem when it can't be applied
 */
function applyResponse(actor: Actor, survey: SurveyRow, response: ResponseRow | undefined): WrittenChanges {
  if (!response) throw new Problem(404, "Not found");
  if (response.status !== "completed") throw refused("Response not completed");
  if (response.applied) throw refused("Already applied");
  // Read again for each response, because another one may have changed the same card.
  const card = requireCard(response.card_id);
  const proposal = proposalOf(survey.fields, JSON.parse(response.responses) as Answers);
  requireVisible(actor, card, proposal);
  const origin = { source: SOURCE, survey_id: survey.id, response_id: response.id };
  return {
    updated: writeAttributes(actor, card, proposal.attributes, origin),
    relations: proposal.links.flatMap(({ side, cardIds }) => setLinkedCards(card, side, cardIds)),
  };
}

/** Refreshes what is derived from the changed cards, and publishes the changes. */
function conclude(actor: Actor, written: readonly WrittenChanges[]): void {
  concludeUpdates(
    actor,
    written.flatMap(({ updated }) => updated ?? []),
  );
  concludeChanges(
    actor,
    written.flatMap(({ relations }) => relations.map((change) => ({ ...change, details: { source: SOURCE } }))),
  );
}

/** Marks responses as applied. */
const markApplied = (ids: readonly string[]): void =>
  void statement(`UPDATE survey_responses SET applied = 1, applied_at = ? WHERE ${inList("id")}`).run(
    now(),
    listOf(ids),
  );

/**
 * Applies responses to their cards, in the order given and in one batch. One that can't be applied changes nothing and is
 * reported. Publishes `card.updated` for each that changes attributes, and events of the relations that change.
 * @throws Problem 404 for an unknown survey
 */
export function applyResponses(actor: Actor, surveyId: string, responseIds: readonly string[]): ApplicationReport {
  return largeTransaction(() => {
    const survey = surveyRows.require(surveyId);
    const responses = findResponses(surveyId, responseIds);
    const written: WrittenChanges[] = [];
    const applied: string[] = [];
    const errors: ApplicationReport["errors"] = [];
    for (const [done, id] of responseIds.entries()) {
      progress(done, responseIds.length);
      const response = responses.get(id);
      try {
        written.push(savepoint(() => applyResponse(actor, survey, response)));
        applied.push(id);
        if (response) response.applied = 1;
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        errors.push({ response_id: id, error: messageOf(error) });
      }
    }
    conclude(actor, written);
    markApplied(applied);
    return { applied: applied.length, errors };
  });
}
