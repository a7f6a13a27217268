/** Stages the rows of a page: finds their cards, and what would change of them. */
import { afterCommit } from "../../../../db";
import type { SyncStats } from "../../../../db/schema/servicenow";
import { longStep, type StepRun } from "../../../core/runs/step";
import { now } from "../../../platform/clock";
import type { CardRow } from "../../cards";
import { InstanceError } from "../instance/failure";
import { cellValue, PAGE, type Row, rowsOf, sysIdOf } from "../instance/table-api";
import type { MappingWithFields } from "../mappings";
import { applyRecords, cardsById, type StagedChange } from "../records/apply";
import { contentOf, diffOf } from "../records/diff";
import { type Identity, identitiesOfRows, noteSeen } from "../records/identities";
import { candidatesFor, type NameIndex, nameIndexOf } from "../records/matching";
import { createRecords, stagedRows } from "../records/staged";
import { pulled } from "../records/transform";
import { requireSync, type Sync, type SyncRunRow, sumOf, updateSyncRun } from "./sync-runs";

/** A page of the table, or rows that are asked for by their ids. */
type StagedPage = { bytes: Uint8Array; total: number; isPage: boolean };

/** Times that a table is read which changes while it is read. */
const MAX_PASSES = 3;

/** The longest row, in characters of JSON. */
const LONGEST_ROW = 200_000;
/** Characters that the database can't store: NUL characters and halves of characters. */
const unstorable = /\\u(?:0000|d[89a-f])/i;

/** The change of a card that a row leads to; undefined when the row can't be staged. */
type RowChange = Omit<StagedChange, "stagedAt"> | undefined;

/** The names of a run's free cards, cached from one page to the next. */
let cachedNames: { runId: string; names: NameIndex } | undefined;

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

/**
 * Maps row id → its card: by the identity map, or by name when the card is unknown or gone; undefined when the name is
 * ambiguous.
 */
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

/** Decides the change of a row with this card, or with none. */
function foundOf(mapping: MappingWithFields, sysId: string, row: Row, card: CardRow | null | undefined): RowChange {
  if (card === undefined || !isStorable(row)) return undefined;
  if (card === null) return { sysId, row, cardId: null, action: "create", diff: null };
  const diff = diffOf(card, contentOf(mapping.card_type_key, pulled(mapping.fields, row)));
  return { sysId, row, cardId: card.id, action: diff ? "update" : "skip", diff: diff ?? null };
}

const counters = { create: "created", update: "updated", skip: "skipped", delete: "deleted" } as const;

/** Stages the rows, or applies them at once where nothing is staged. @returns the counters of what happened */
function stageRows({ run, mapping, actor }: Sync, found: readonly RowChange[]): SyncStats {
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
    stats = sumOf(stats, { [outcome && "error" in outcome ? "errors" : counters[action]]: 1 });
  }
  if (!applied) createRecords(run.id, mapping.id, records);
  return stats;
}

/** Returns the number of rows that the first page of a pass has announced; 0 when it announced none. */
const announcedBy = ({ run, state }: Sync, total: number) => (state.position === 0 ? total : run.first_total) ?? 0;

/** Accepts a page that ends its pass, which reads what its first page has announced; another pass reads what has come since. */
function isLastPage(sync: Sync, rows: number, total: number): boolean {
  const announced = announcedBy(sync, total);
  return rows === 0 || (announced > 0 ? sync.state.position + PAGE >= announced : rows < PAGE);
}

/** Moves a run behind a page, or back to the first one of a table that has changed meanwhile. @returns the columns that change */
function moveToNextPage(sync: Sync, step: StepRun, rows: number, total: number): Partial<SyncRunRow> {
  const { run } = sync;
  const first_total = announcedBy(sync, total);
  const isLast = isLastPage(sync, rows, total);
  step.position += PAGE;
  if (!isLast) return { first_total };
  if (first_total !== total && run.passes + 1 < MAX_PASSES) {
    step.position = 0;
    return { passes: run.passes + 1 };
  }
  step.phase = "orphans";
  return {};
}

/** Returns the rows that have an id, each once, without those that the run has staged. */
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

/** Returns a function that gives the names of a run's free cards: those cached from the page before, or read when needed. */
function namesFor(mapping: MappingWithFields, runId: string): () => NameIndex {
  let names = cachedNames?.runId === runId ? cachedNames.names : undefined;
  // Claims of names count only with the commit.
  cachedNames = undefined;
  afterCommit(() => {
    cachedNames = names && { runId, names };
  });
  return () => (names ??= nameIndexOf(candidatesFor(mapping, runId)));
}

/** @throws InstanceError for a page without a new row that is neither first nor last: what repeats itself has no end */
function refuseRepetition(sync: Sync, rows: number, total: number): void {
  const { run, state, mapping, connection } = sync;
  if (run.passes > 0 || state.position === 0 || isLastPage(sync, rows, total)) return;
  const { host } = new URL(connection.instance_url);
  throw new InstanceError(
    `${host} repeats rows of ${mapping.snow_table}: none from row ${state.position} on is new`,
    false,
  );
}

/** Stages the rows of a page that the run has not met yet, and moves the run to the next page. */
export const stagePageStep = longStep("servicenow.stage", ({ bytes, total, isPage }: StagedPage, step) => {
  const sync = requireSync(step.id, step);
  const { run, mapping, connection } = sync;
  const all = rowsOf(bytes, new URL(connection.instance_url).host);
  const rows = rowsToStage(run.id, all);
  const identities = identitiesOfRows(mapping, [...rows.keys()]);
  const cards = cardsOfRows(mapping, identities, rows, namesFor(mapping, run.id));
  const isNew = ([sysId]: [string, Row]) => (identities.get(sysId)?.last_seen_at ?? "") < run.started_at;
  const fresh = [...rows].filter(isNew);
  if (isPage && fresh.length === 0) refuseRepetition(sync, all.length, total);
  noteSeen(mapping, [...rows.keys()]);
  const stats = stageRows(
    sync,
    fresh.map(([sysId, row]) => foundOf(mapping, sysId, row, cards.get(sysId))),
  );
  const fetched = run.passes === 0 && isPage ? all.length : fresh.length;
  const columns = isPage ? moveToNextPage(sync, step, all.length, total) : {};
  updateSyncRun(step, { stats: sumOf(sumOf(run.stats, stats), { fetched }), ...columns });
});
