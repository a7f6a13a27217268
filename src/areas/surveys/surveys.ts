/** Surveys as their authors write and read them. */
import { statement, tables, transaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { recordsOf } from "../../core/records";
import { found, refused } from "../../http/errors";
import { MAX_ROWS } from "../../http/pagination";
import { now } from "../../platform/clock";
import { cardType } from "../metamodel";
import type { NewSurvey, Survey, SurveyChanges, SurveyContent } from "./model";

const { surveys } = tables;
export type SurveyRow = typeof surveys.$inferSelect;

/** The rows of surveys. */
export const surveyRows = recordsOf(surveys, "Survey");

const CONTENT = `s.id, s.name, s.description, s.message, s.status, s.target_type_key, s.target_filters, s.target_roles, s.fields,
  s.created_by, u.display_name AS creator_name, s.sent_at, s.closed_at, s.created_at, s.updated_at`;
const count = (condition = "") => `(SELECT count(*) FROM survey_responses r WHERE r.survey_id = s.id${condition})`;
const COUNTS = `${count()} AS total_responses, ${count(" AND r.status = 'completed'")} AS completed_responses,
  ${count(" AND r.applied = 1")} AS applied_responses`;
const FROM = "FROM surveys s LEFT JOIN users u ON u.id = s.created_by";

type StoredSurvey<T> = Omit<T, "target_filters" | "target_roles" | "fields"> &
  Record<"target_filters" | "target_roles" | "fields", string>;

const parsed = <T extends SurveyContent>({ target_filters, target_roles, fields, ...row }: StoredSurvey<T>): T =>
  ({
    ...row,
    target_filters: JSON.parse(target_filters),
    target_roles: JSON.parse(target_roles),
    fields: JSON.parse(fields),
  }) as unknown as T;

/** Lists the surveys, with this status if one is given, newest first. */
export function listSurveys(status: string | null | undefined): Survey[] {
  const [condition, values] = status ? ["WHERE s.status = ?", [status]] : ["", []];
  return statement<StoredSurvey<Survey>>(
    `SELECT ${CONTENT}, ${COUNTS} ${FROM} ${condition} ORDER BY s.created_at DESC, s.id DESC LIMIT ${MAX_ROWS}`,
  )
    .all(...values)
    .map(parsed);
}

/**
 * Finds a survey, with how many responses it has.
 * @throws Problem 404
 */
export function requireSurvey(id: string): Survey {
  const row = found(
    statement<StoredSurvey<Survey>>(`SELECT ${CONTENT}, ${COUNTS} ${FROM} WHERE s.id = ?`).get(id),
    "Survey",
  );
  return parsed(row);
}

/**
 * Finds a survey as its author has written it.
 * @throws Problem 404
 */
export function requireContent(id: string): SurveyContent {
  const row = found(
    statement<StoredSurvey<SurveyContent>>(`SELECT ${CONTENT} ${FROM} WHERE s.id = ?`).get(id),
    "Survey",
  );
  return parsed(row);
}

/** @throws Problem 400 */
function requireCardType(key: string): void {
  if (!cardType(key)) throw refused(`Unknown card type: ${key}`);
}

/**
 * Creates a draft.
 * @returns its id
 * @throws Problem 400 for an unknown card type
 */
export function createSurvey(actor: Actor, input: NewSurvey): string {
  requireCardType(input.target_type_key);
  const { target_filters, target_roles, fields, ...texts } = input;
  const lists = { target_filters: target_filters ?? {}, target_roles: target_roles ?? [], fields: fields ?? [] };
  return transaction(() => surveyRows.create({ ...texts, ...lists, created_by: actor.userId })).id;
}

/** @throws Problem 404; 400 unless it is a draft */
function requireDraft(id: string, action: string): SurveyRow {
  const row = surveyRows.require(id);
  if (row.status !== "draft") throw refused(`Only draft surveys can be ${action}`);
  return row;
}

/**
 * Updates the given fields of a draft; null leaves a field as it is.
 * @throws Problem 404; 400 unless it is a draft, or for an unknown card type
 */
export function updateSurvey(id: string, changes: SurveyChanges): void {
  transaction(() => {
    const row = requireDraft(id, "edited");
    const columns = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== null));
    if (typeof changes.target_type_key === "string") requireCardType(changes.target_type_key);
    surveyRows.update(row, columns as Partial<SurveyRow>);
  });
}

/**
 * Deletes a draft.
 * @throws Problem 404; 400 unless it is a draft
 */
export function deleteSurvey(id: string): void {
  transaction(() => {
    requireDraft(id, "deleted");
    surveyRows.delete(id);
  });
}

/**
 * Closes a survey: it takes no more answers, and those given can still be applied.
 * @throws Problem 404; 400 unless it is active
 */
export function closeSurvey(id: string): void {
  transaction(() => {
    const row = surveyRows.require(id);
    if (row.status !== "active") throw refused("Only active surveys can be closed");
    surveyRows.update(row, { status: "closed", closed_at: now() });
  });
}
