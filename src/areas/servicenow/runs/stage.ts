/** Stages the rows of a page: finds their cards, and what would change of them. */
import { afterCommit } from "../../../../db";
import type { SyncStats } from "../../../../db/schema/servicenow";
import { writingTask } from "../../../core/threads/tasks";
import { now } from "../../../platform/clock";
import type { CardRow } from "../../cards";
import { InstanceError } from "../instance/failure";
import { cellValue, PAGE, type Row, rowsOf, sysIdOf } from "../instance/table-api";
import type { MappingWithFields } from "../mappings";
import { applyRecords, cardsById, type Staged } from "../records/apply";
import { contentOf, diffOf } from "../records/diff";
import { type Identity, identitiesOfRows, noteSeen } from "../records/identities";
import { candidatesFor, type NameIndex, nameIndexOf } from "../records/matching";
import { createRecords, stagedRows } from "../records/staged";
import { pulled } from "../records/transform";
import { added, type RunRow, updateRun, type Work, workOn } from "./store";

/** A page of the table, or rows that are asked for by their ids. */
export type StagedPage = { runId: string; owner: string; bytes: Uint8Array; total: number; isPage: boolean };

/** Times that a table is read which changes while it is read. */
const MAX_PASSES = 3;

/** The longest row, in characters of JSON. */
const LONGEST_ROW = 200_000;
/** The characters that the database can't store: NUL and halves of characters. */
const unstorable = /\\u(?:0000|d[89a-f])/i;

/** The staged change of a row; undefined when it can't be staged. */
type Found = Omit<Staged, "stagedAt"> | undefined;

/** The names of a run's free cards, cached from one page to the next. */
let kept: { runId: string; names: NameIndex } | undefined;

function isStorable(row: Row): boolean {
  const text = JSON.stringify(row);
  return text.length <= LONGEST_ROW && !unstorable.test(text);
}

/** Finds the card of a row by its names. @returns null when there is none, "ambiguous" when there are two */
function findByName(mapping: MappingWithFields, names: NameIndex, row: Row): string | null | "ambiguous" {
  for (const { is_identity, snow_field } of mapping.fields) {
    const name = cellValue(row[snow_field]);
    if (!is_identity || typeof name !== "string" || name === "") continue;
    const match = names.find(name);
    if (match === "ambiguous") return match;
    if (match) {
      names.claim(match.id);
      return match.id;
    }
  }
  return null;
}

/** Row id → its card: by the identity map, or by name when the card is unknown or gone; undefined when the name is ambiguous. */
function cardsOfRows(
  mapping: MappingWithFields,
  identities: ReadonlyMap<string, Identity>,
  rows: ReadonlyMap<string, Row>,
  names: () => NameIndex,
): Map<string, CardRow | null | undefined> {
  const linked = cardsById([...identities.values()].map(({ card_id }) => card_id));
  const matches = new Map<string, string | null | "ambiguous">();
  for (const [sysId, row] of rows)
    if (!linked.has(identities.get(sysId)?.card_id ?? "")) matches.set(sysId, findByName(mapping, names(), row));
  const matched = cardsById([...matches.values()].flatMap((id) => (id === "ambiguous" ? [] : (id ?? []))));
  const cardOf = (sysId: string) => {
    const match = matches.get(sysId);
    if (match === undefined) return linked.get(identities.get(sysId)?.card_id ?? "");
    if (match === "ambiguous") return undefined;
    const card = match === null ? undefined : matched.get(match);
    // It may have been archived since the names were read.
    return card?.status === "ACTIVE" ? card : null;
  };
  return new Map([...rows.keys()].map((sysId) => [sysId, cardOf(sysId)]));
}

/** The staged change of a row with this card, or with none. */
function foundOf(mapping: MappingWithFields, sysId: string, row: Row, card: CardRow | null | undefined): Found {
  if (card === undefined || !isStorable(row)) return undefined;
  if (card === null) return { sysId, row, cardId: null, action: "create", diff: null };
  const diff = diffOf(card, contentOf(mapping.card_type_key, pulled(mapping.fields, row)));
  return { sysId, row, cardId: card.id, action: diff ? "update" : "skip", diff: diff ?? null };
}

const counters = { create: "created", update: "updated", skip: "skipped", delete: "deleted" } as const;

/** Stages the rows, or applies them at once where nothing is staged. @returns the counters of what happened */
function stageRows({ run, mapping, actor }: Work, found: readonly Found[]): SyncStats {
  const records = found.filter((one) => one !== undefined);
  let stats: SyncStats = { errors: found.length - records.length };
  const stagedAt = now();
  const applied = mapping.skip_staging
    ? applyRecords(
        actor,
        mapping,
        records.map((record) => ({ ...record, stagedAt })),
      )
    : undefined;
  for (const { sysId, action } of records) {
    const outcome = applied?.get(sysId);
    stats = added(stats, { [outcome && "error" in outcome ? "errors" : counters[action]]: 1 });
  }
  if (!applied) createRecords(run.id, mapping.id, records);
  return stats;
}

/** The number of rows that the first page of a pass has announced; 0 when it announced none. */
const announcedBy = (run: RunRow, total: number) => (run.position === 0 ? total : run.first_total) ?? 0;

/**
 * True when a page ends its pass, which reads what its first page has announced; another pass reads what has come
 * since.
 */
function isLastPage(run: RunRow, rows: number, total: number): boolean {
  const announced = announcedBy(run, total);
  return rows === 0 || (announced > 0 ? run.position + PAGE >= announced : rows < PAGE);
}

/** The position where the run continues after a page. */
function nextPosition(run: RunRow, rows: number, total: number): Partial<RunRow> {
  const position = run.position + PAGE;
  const first_total = announcedBy(run, total);
  if (!isLastPage(run, rows, total)) return { position, first_total };
  const hasChanged = first_total !== total && run.passes + 1 < MAX_PASSES;
  return hasChanged ? { position: 0, passes: run.passes + 1 } : { phase: "orphans", position };
}

/** The rows that have an id, each once, without those that the run has staged. */
function rowsToStage(runId: string, rows: readonly Row[]): Map<string, Row> {
  const byId = new Map(
    rows.flatMap((row) => {
      const sysId = sysIdOf(row);
      return sysId === undefined ? [] : [[sysId, row] as const];
    }),
  );
  for (const sysId of stagedRows(runId, [...byId.keys()])) byId.delete(sysId);
  return byId;
}

/**
 * Returns a function that gives the names of a run's free cards: those cached from the page before, or read when
 * needed.
 */
function namesFor(mapping: MappingWithFields, runId: string): () => NameIndex {
  let names = kept?.runId === runId ? kept.names : undefined;
  // Names that are claimed count only with the commit.
  kept = undefined;
  afterCommit(() => {
    kept = names && { runId, names };
  });
  return () => (names ??= nameIndexOf(candidatesFor(mapping, runId)));
}

/** @throws InstanceError for a page without a new row that is neither first nor last: what repeats itself has no end */
function refuseRepetition({ run, mapping, connection }: Work, rows: number, total: number): void {
  if (run.passes > 0 || run.position === 0 || isLastPage(run, rows, total)) return;
  const { host } = new URL(connection.instance_url);
  throw new InstanceError(
    `${host} repeats rows of ${mapping.snow_table}: none from row ${run.position} on is new`,
    false,
  );
}

/** Stages rows that the run has not met yet, and moves it on. */
function stage({ runId, owner, bytes, total, isPage }: StagedPage): null {
  const work = workOn(runId, owner);
  const { run, mapping, connection } = work;
  const all = rowsOf(bytes, new URL(connection.instance_url).host);
  const rows = rowsToStage(runId, all);
  const identities = identitiesOfRows(mapping, [...rows.keys()]);
  const cards = cardsOfRows(mapping, identities, rows, namesFor(mapping, runId));
  const isNew = ([sysId]: [string, Row]) => (identities.get(sysId)?.last_seen_at ?? "") < run.started_at;
  const fresh = [...rows].filter(isNew);
  if (isPage && fresh.length === 0) refuseRepetition(work, all.length, total);
  noteSeen(mapping, [...rows.keys()]);
  const stats = stageRows(
    work,
    fresh.map(([sysId, row]) => foundOf(mapping, sysId, row, cards.get(sysId))),
  );
  const fetched = run.passes === 0 && isPage ? all.length : fresh.length;
  updateRun(work, {
    stats: added(added(run.stats, stats), { fetched }),
    ...(isPage && nextPosition(run, all.length, total)),
  });
  return null;
}

/** Stages the rows of a page. */
export const stagePage = writingTask("servicenow.stage", stage);
