/** What an import does, or would do, section by section. */
import { savepoint, violatedConstraint } from "../../../../db";
import { progress } from "../../../core/threads/progress";
import { Problem } from "../../../http/errors";
import { messageOf } from "../../cards";
import { sheets } from "../bundle/sheets";
import type { Report, Section } from "../model";
import type { Row } from "./bundle";

const outcomes = ["created", "updated", "skipped", "conflict", "failed"] as const;
/** What becomes of a row. */
export type Outcome = (typeof outcomes)[number];

/** A row that stands against what is there, for the reason in the message. */
export class Conflict extends Error {}
/** A row that can't be applied, for the reason in the message. */
export class Unfit extends Error {}

const MAX_ERRORS = 20;
const LONGEST_ERROR = 500;

/** The sections of a report, as they are counted. */
export type Sections = ReadonlyMap<string, Section>;

/** The sections of a report, in which nothing is counted yet. */
export const newSections = (): Sections =>
  new Map(
    sheets.map(([sheet]) => [
      sheet,
      { sheet, created: 0, updated: 0, skipped: 0, conflict: 0, failed: 0, errors: [] } satisfies Section,
    ]),
  );

/** Counts an outcome, with the reason for which it is one. */
export function count(sections: Sections, sheet: string, outcome: Outcome, error?: string): void {
  const section = sections.get(sheet) as Section;
  section[outcome]++;
  if (error !== undefined && section.errors.length < MAX_ERRORS)
    section.errors.push(error.slice(0, LONGEST_ERROR).toWellFormed());
}

/** What stops a row: its outcome and the reason. @throws the error when it is none of a row */
function refusalOf(error: unknown): [Outcome, string] {
  if (error instanceof Conflict) return ["conflict", error.message];
  if (error instanceof Unfit) return ["failed", error.message];
  // What is refused because of what is there is a conflict.
  if (error instanceof Problem && error.status < 500)
    return [error.status === 409 ? "conflict" : "failed", messageOf(error)];
  const constraint = violatedConstraint(error);
  if (constraint === "unique") return ["conflict", "another row has what must be its own"];
  if (constraint === "reference") return ["conflict", "it refers to something that is not there"];
  if (constraint) return ["failed", "it lacks something, or has a value that is not allowed"];
  throw error;
}

/**
 * Applies the rows of a sheet, each in a savepoint, and counts what becomes of them.
 * @param apply gives undefined for a row that isn't counted; throws `Conflict` and `Unfit`
 */
export function applyRows(
  sections: Sections,
  sheet: string,
  rows: readonly Row[],
  apply: (row: Row) => Outcome | undefined,
): void {
  rows.forEach((row, done) => {
    progress(done, rows.length);
    try {
      const outcome = savepoint(() => apply(row));
      if (outcome) count(sections, sheet, outcome);
    } catch (error) {
      const [outcome, reason] = refusalOf(error);
      count(sections, sheet, outcome, `row ${row.number}: ${reason}`);
    }
  });
}

/** The report of the sections. */
export function reportOf(sections: Sections, dryRun: boolean): Report {
  const all = [...sections.values()];
  const total = (outcome: Outcome) => all.reduce((sum, section) => sum + section[outcome], 0);
  return {
    dry_run: dryRun,
    sections: all,
    totals: Object.fromEntries(outcomes.map((outcome) => [outcome, total(outcome)])) as Report["totals"],
  };
}
