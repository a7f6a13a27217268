/** Stages the rows of a page: finds their cards, and what would change of them. */
import { afterCommit } from "../../../../db";
import type { SyncStats } from "../../../../db/schema/servicenow";
import { task } from "../../../core/threads/tasks";
import { now } from "../../../platform/clock";
import { type CardRow, findCards } from "../../cards";
import { cellValue, PAGE, type Row, rowsOf, sysIdOf } from "../instance/table-api";
import type { MappingWithFields } from "../mappings";
import { applyRecords, type Staged } from "../records/apply";
import { contentOf, diffOf } from "../records/diff";
import { identitiesOfRows, noteSeen } from "../records/identities";
import { candidatesFor, type NameIndex, nameIndexOf } from "../records/matching";
import { insertRecords, stagedRows } from "../records/staged";
import { pulled } from "../records/transform";
import { added, type RunRow, updateRun, type Work, workOn } from "./store";

/** A page of the table, or rows that are asked for by their ids. */
export type StagedPage = { runId: string; owner: string; bytes: Uint8Array; total: number; isPage: boolean };

/** Times that a table is read which changes while it is read. */
const MOST_PASSES = 3;

/** The longest row, in characters of JSON. */
const LONGEST_ROW = 200_000;
/** What the database can't keep: NUL characters and halves of characters. */
const unstorable = /\\u(?:0000|d[89a-f])/i;

type Record = Omit<Staged, "stagedAt">;
/** What is known of a row: its record, or that it can't be staged. */
type Outcome = Record | "error";

/** The names of a run's free cards, kept from one page to the next. */
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

/** Card ids of rows by the identity map, and by name for those whose card is unknown or gone. */
function cardsOfRows({ run, mapping }: Work, rows: ReadonlyMap<string, Row>, names: () => NameIndex) {
  const identities = identitiesOfRows(mapping, [...rows.keys()]);
  const known = new Map(
    findCards([...identities.values()].map(({ card_id }) => card_id)).map((card) => [card.id, card]),
  );
  const cardIds = new Map<string, string | null | "ambiguous">();
  for (const [sysId, row] of rows) {
    const identity = identities.get(sysId);
    const isKnown = identity !== undefined && known.has(identity.card_id);
    cardIds.set(sysId, isKnown ? identity.card_id : findByName(mapping, names(), row));
  }
  const matched = [...cardIds.values()].flatMap((id) => (id === null || id === "ambiguous" || known.has(id) ? [] : id));
  for (const card of findCards(matched)) if (card.status === "ACTIVE") known.set(card.id, card);
  return {
    cardIds,
    cards: known,
    seen: (sysId: string) => (identities.get(sysId)?.last_seen_at ?? "") >= run.started_at,
  };
}

/** What is to become of a row. */
function recordOf(mapping: MappingWithFields, sysId: string, row: Row, card: CardRow | undefined): Record {
  if (!card) return { sysId, row, cardId: null, action: "create", diff: null };
  const diff = diffOf(card, contentOf(mapping.card_type_key, pulled(mapping.fields, row)));
  return { sysId, row, cardId: card.id, action: diff ? "update" : "skip", diff: diff ?? null };
}

const counters = { create: "created", update: "updated", skip: "skipped", delete: "deleted" } as const;

/** Stages the records, or applies them at once where nothing is staged. @returns the counters of what happened */
function stageRecords({ run, mapping, actor }: Work, outcomes: readonly Outcome[]): SyncStats {
  const records = outcomes.filter((outcome) => outcome !== "error");
  let stats: SyncStats = { errors: outcomes.length - records.length };
  const applied = mapping.skip_staging
    ? applyRecords(
        actor,
        mapping,
        records.map((record) => ({ ...record, stagedAt: now() })),
      )
    : undefined;
  for (const { sysId, action } of records) {
    const outcome = applied?.get(sysId);
    stats = added(stats, { [outcome && "error" in outcome ? "errors" : counters[action]]: 1 });
  }
  if (!applied) insertRecords(run.id, mapping.id, records);
  return stats;
}

/** Where the run goes on after a page. */
function nextPosition(run: RunRow, rows: number, total: number): Partial<RunRow> {
  const position = run.position + PAGE;
  const isLast = rows === 0 || (total > 0 ? position >= total : rows < PAGE);
  const first_total = run.position === 0 ? total : run.first_total;
  if (!isLast) return { position, first_total };
  const hasChanged = first_total !== total && run.passes + 1 < MOST_PASSES;
  return hasChanged ? { position: 0, passes: run.passes + 1 } : { phase: "orphans", position };
}

/** Stages rows that the run has not met yet, and moves it on. */
function stage({ runId, owner, bytes, total, isPage }: StagedPage): null {
  const work = workOn(runId, owner);
  const { run, mapping, connection } = work;
  const all = rowsOf(bytes, new URL(connection.instance_url).host);
  const met = stagedRows(
    runId,
    all.flatMap((row) => sysIdOf(row) ?? []),
  );
  const rows = new Map(
    all.flatMap((row) => {
      const sysId = sysIdOf(row);
      return sysId === undefined || met.has(sysId) ? [] : [[sysId, row] as const];
    }),
  );
  const names = kept?.runId === runId ? kept.names : undefined;
  kept = undefined;
  let used = names;
  const index = () => (used ??= nameIndexOf(candidatesFor(mapping, runId)));
  const { cardIds, cards, seen } = cardsOfRows(work, rows, index);
  const fresh = [...rows].filter(([sysId]) => !seen(sysId));
  const outcomes = fresh.map(([sysId, row]): Outcome => {
    const cardId = cardIds.get(sysId) ?? null;
    if (cardId === "ambiguous" || !isStorable(row)) return "error";
    return recordOf(mapping, sysId, row, cardId === null ? undefined : cards.get(cardId));
  });
  noteSeen(mapping, [...rows.keys()]);
  const stats = added(run.stats, stageRecords(work, outcomes));
  const fetched = run.passes === 0 && isPage ? all.length : fresh.length;
  updateRun(work, {
    stats: added(stats, { fetched }),
    ...(isPage && nextPosition(run, all.length, total)),
  });
  afterCommit(() => {
    kept = used && { runId, names: used };
  });
  return null;
}

/** Stages the rows of a page. */
export const stagePage = task("servicenow.stage", stage);
