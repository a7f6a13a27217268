/** Applies staged rows in slices, each as part of one transaction, so that nobody waits long for the write lock. */
import { firstValue } from "../../../../db";
import { FOLLOWED } from "../../../../db/history";
import { type Actor, may } from "../../../core/access/actor";
import { LeftOut } from "../../../core/sheets/row";
import type { Applier, AssetReader, Sheet, SheetImport } from "../../../core/sheets/sheet";
import { orderedSheets } from "../bundle/format";
import type { Section } from "../model";
import { cardFinder } from "./card-finder";
import { applyCounted, newSections, noteReason } from "./report";
import { type Position, START, type StagedRow, type StagedRows } from "./staging";

/** Rows of a slice. */
const MAX_ROWS = 500;
/** Milliseconds after which a slice takes no further row: others wait for the write lock meanwhile. */
const MAX_TIME = 250;

/** The progress of an import: the position of the last row that was applied, and the sections of the report so far. */
export type Progress = { position: Position; sections: Section[] };

/** Creates the progress of an import that begins. */
export const newProgress = (): Progress => ({ position: START, sections: newSections() });

/** Finds users by their addresses, each once for a slice. */
function userFinder(): SheetImport["userId"] {
  const found = new Map<string, string | undefined>();
  return (email) => {
    const key = email?.trim().toLowerCase() ?? "";
    if (!found.has(key)) found.set(key, firstValue<string>("SELECT id FROM users WHERE lower(email) = ?", key));
    return found.get(key);
  };
}

/** Checks whether the rows of a sheet are the same in every scenario: accounts, rights, settings, and what belongs to people or leaves the server. */
const isOutside = ({ table, isSameEverywhere }: Sheet): boolean =>
  isSameEverywhere === true || (table !== undefined && !(FOLLOWED as readonly string[]).includes(table.name));

/** Leaves out every row of a sheet. */
const leavingOut: Applier = {
  apply() {
    throw new LeftOut("this is the same in every scenario");
  },
};

/** Applies the rows of a slice, as far as the time allows. @returns the last one that was applied */
function applyRows(
  rows: readonly StagedRow[],
  section: Section,
  sheetImport: Omit<SheetImport, "remark">,
  isPlanned: boolean,
): StagedRow {
  const until = performance.now() + MAX_TIME;
  let row = rows[0] as StagedRow;
  const remark = (reason: string) => noteReason(section, row, reason);
  const sheet = orderedSheets()[row.sheet] as ReturnType<typeof orderedSheets>[number];
  const applier = isPlanned && isOutside(sheet) ? leavingOut : sheet.begin({ ...sheetImport, remark });
  for (const next of rows) {
    row = next;
    applyCounted(section, row, (applied) => applier.apply(applied));
    if (performance.now() > until) break;
  }
  applier.conclude?.();
  return row;
}

/**
 * Applies the next slice, as part of the running transaction.
 * @param isPlanned whether it is a change of a scenario, which leaves out what is the same in every scenario
 * @returns the progress after it; undefined when no row is left
 */
export function applySlice(
  actor: Actor,
  rows: StagedRows,
  assets: AssetReader,
  { position, sections }: Progress,
  isPlanned = false,
): Progress | undefined {
  const slice = rows.after(position, MAX_ROWS);
  const [first] = slice;
  if (!first) return undefined;
  const speaksForOthers = may(actor, "admin.users");
  const section = sections[first.sheet] as Section;
  const sheetImport = { actor, speaksForOthers, cards: cardFinder(), userId: userFinder(), assets };
  const { sheet, rank, seq } = applyRows(slice, section, sheetImport, isPlanned);
  return { position: { sheet, rank, seq }, sections };
}
