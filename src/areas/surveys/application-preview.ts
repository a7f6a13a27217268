/** The preview of an application: the values that applying responses would change, for whoever is to decide about it. */
import { inList, listOf, statement } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { parseObject } from "../../platform/json";
import { redactedKeysFor } from "../cards";
import { type Answers, own, sideOf } from "./fields";
import type { ApplicationPreview } from "./model";
import { surveyRows } from "./surveys";

type Row = {
  id: string;
  card_id: string;
  card_name: string;
  attributes: string | null;
  status: string;
  responses: string;
  applied: number;
};

const findRows = (surveyId: string, ids: readonly string[]): ReadonlyMap<string, Row> =>
  new Map(
    statement<Row>(
      `SELECT r.id, r.card_id, c.name AS card_name, c.attributes, r.status, r.responses, r.applied
       FROM survey_responses r JOIN cards c ON c.id = r.card_id WHERE ${inList("r.id")} AND r.survey_id = ?`,
    )
      .all(listOf(ids), surveyId)
      .map((row) => [row.id, row]),
  );

/** Returns why a response can't be applied; undefined when it can. */
function objectionTo(row: Row | undefined): string | undefined {
  if (!row) return "Not found";
  if (row.status !== "completed") return "Response not completed";
  return row.applied ? "Already applied" : undefined;
}

/**
 * Returns what applying responses would change now. Nothing is written.
 * @throws Problem 404 for an unknown survey
 */
export function previewApplication(actor: Actor, surveyId: string, responseIds: readonly string[]): ApplicationPreview {
  const { fields } = surveyRows.require(surveyId);
  const rows = findRows(surveyId, responseIds);
  const hidden = redactedKeysFor(actor, [...new Set([...rows.values()].map(({ card_id }) => card_id))]);
  const preview: ApplicationPreview = { changes: [], unchanged: 0, errors: [] };
  for (const id of responseIds) {
    const row = rows.get(id);
    const error = objectionTo(row);
    if (!row || error !== undefined) {
      preview.errors.push({ response_id: id, error: error ?? "Not found" });
      continue;
    }
    const changes = changesOf(row, fields);
    if (changes.length === 0) preview.unchanged++;
    const unseen = hidden(row.card_id);
    if (changes.some(({ key }) => unseen.includes(key)))
      preview.errors.push({ response_id: id, error: "Not enough permissions for costs" });
    else preview.changes.push(...changes);
  }
  return preview;
}

/** Returns the values that a response proposes, with those that they replace. */
function changesOf(row: Row, fields: Parameters<typeof sideOf>[0][]): ApplicationPreview["changes"] {
  const answers = JSON.parse(row.responses) as Answers;
  const attributes = parseObject(row.attributes);
  return fields.flatMap((field) => {
    const answer = own(answers, field.key);
    if (!answer || answer.confirmed || answer.new_value === null) return [];
    const { current_value: answered_value, new_value } = answer;
    const current_value = sideOf(field) ? answered_value : (own(attributes, field.key) ?? null);
    return [
      {
        response_id: row.id,
        card_id: row.card_id,
        card_name: row.card_name,
        key: field.key,
        answered_value,
        current_value,
        new_value,
      },
    ];
  });
}
