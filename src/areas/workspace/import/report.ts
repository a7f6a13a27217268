/** The report of an import, section by section. */
import { savepoint, violatedConstraint } from "../../../../db";
import { Conflict, LeftOut, type Outcome, type Row, Unfit } from "../../../core/sheets/row";
import { messageOf, Problem } from "../../../http/errors";
import { orderedSheets } from "../bundle/format";
import type { Report, Section } from "../model";

const outcomes = ["created", "updated", "skipped", "conflict", "failed"] as const satisfies Outcome[];

/** Reasons that a section lists. */
const MAX_ERRORS = 20;
/** Characters of a reason. */
const MAX_ERROR = 500;

/** Creates the sections of a report in which nothing is counted yet. */
export const newSections = (): Section[] =>
  orderedSheets().map(({ name }) => ({
    sheet: name,
    created: 0,
    updated: 0,
    skipped: 0,
    conflict: 0,
    failed: 0,
    errors: [],
  }));

/** Notes the reason for the outcome of a row, or for a part of it that is left out. */
export function noteReason({ errors }: Section, row: Row, reason: string): void {
  if (errors.length < MAX_ERRORS) errors.push(`row ${row.number}: ${reason}`.slice(0, MAX_ERROR).toWellFormed());
}

/** Returns the outcome of a row that was refused, and the reason. @throws any error that is none of a row */
function refusalOf(error: unknown): [Outcome, string] {
  if (error instanceof Conflict) return ["conflict", error.message];
  if (error instanceof LeftOut) return ["conflict", `left out: ${error.message}`];
  if (error instanceof Unfit) return ["failed", error.message];
  if (error instanceof Problem && error.status === 403) return ["conflict", `left out: ${messageOf(error)}`];
  // A row contradicts the data that exists, or refers to data that doesn't.
  if (error instanceof Problem && error.status < 500)
    return [error.status === 409 || error.status === 404 ? "conflict" : "failed", messageOf(error)];
  const constraint = violatedConstraint(error);
  if (constraint === "unique") return ["conflict", "another row has what must be its own"];
  if (constraint === "reference") return ["conflict", "it refers to something that does not exist"];
  if (constraint) return ["failed", "it lacks something, or has a value that is not allowed"];
  throw error;
}

/**
 * Applies a row in a savepoint, and counts its outcome.
 * @param apply gives undefined for a row that isn't counted; throws `Conflict`, `Unfit`, `LeftOut`, `Problem`
 */
export function applyCounted(section: Section, row: Row, apply: (row: Row) => Outcome | undefined): void {
  try {
    const outcome = savepoint(() => apply(row));
    if (outcome) section[outcome]++;
  } catch (error) {
    const [outcome, reason] = refusalOf(error);
    section[outcome]++;
    noteReason(section, row, reason);
  }
}

/** Returns the report of the sections. */
export function reportOf(sections: Section[], dryRun: boolean): Report {
  const total = (outcome: Outcome) => sections.reduce((sum, section) => sum + section[outcome], 0);
  return {
    dry_run: dryRun,
    sections,
    totals: Object.fromEntries(outcomes.map((outcome) => [outcome, total(outcome)])) as Report["totals"],
  };
}
