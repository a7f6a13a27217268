/** Key figures of each day, and how today's compare with those of a month ago. */
import { hasRow, statement, transaction } from "../../../../db";
import { program, publish } from "../../../core/journal/journal";
import { DAY, now, today } from "../../../platform/clock";
import { newId } from "../../../platform/ids";
import { oneDecimal } from "../../../platform/rounding";

const figures = ["total_cards", "avg_data_quality", "approved_count", "broken_count"] as const;
export type Figures = Record<(typeof figures)[number], number>;

/** Days back that the figures are compared with, and those beyond which nothing is compared. */
const COMPARED = 30;
const OLDEST = 365;

/** The figures of the active cards, each from an index that holds it. */
const FIGURES = `SELECT * FROM
  (SELECT count(*) AS total_cards, coalesce(avg(data_quality), 0) AS avg_data_quality FROM cards WHERE status = 'ACTIVE'),
  (SELECT count(*) AS approved_count FROM cards WHERE status = 'ACTIVE' AND approval_status = 'APPROVED'),
  (SELECT count(*) AS broken_count FROM cards WHERE status = 'ACTIVE' AND approval_status = 'BROKEN')`;

/** Stores the figures of today, in place of any stored today. */
export function captureSnapshot(): void {
  transaction(() => {
    const { total_cards, avg_data_quality, approved_count, broken_count } = statement<Figures>(
      FIGURES,
    ).get() as Figures;
    const quality = oneDecimal(avg_data_quality);
    const day = today();
    const instant = now();
    statement(
      `INSERT INTO kpi_snapshots (id, snapshot_date, total_cards, avg_data_quality, approved_count, broken_count, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (snapshot_date) DO UPDATE SET total_cards = excluded.total_cards,
         avg_data_quality = excluded.avg_data_quality, approved_count = excluded.approved_count,
         broken_count = excluded.broken_count, updated_at = excluded.updated_at`,
    ).run(newId(), day, total_cards, quality, approved_count, broken_count, instant, instant);
    const data = { id: day, snapshot_date: day, total_cards, avg_data_quality: quality, approved_count, broken_count };
    publish(program("kpi-snapshot"), { type: "kpi.captured", data });
  });
}

/** Stores the first figures, once there are cards. */
export function captureFirstSnapshot(): void {
  const none = !hasRow("SELECT 1 FROM kpi_snapshots LIMIT 1");
  if (none && hasRow("SELECT 1 FROM cards WHERE status = 'ACTIVE' LIMIT 1")) captureSnapshot();
}

type Snapshot = Figures & { snapshot_date: string };

const daysAgo = (days: number) => new Date(Date.parse(today()) - days * DAY).toISOString().slice(0, 10);

/** Finds the snapshot of the last year that is nearest to a month ago. */
const findSnapshot = (): Snapshot | null =>
  statement<Snapshot>(
    `SELECT * FROM kpi_snapshots WHERE snapshot_date BETWEEN ? AND ?
     ORDER BY abs(julianday(snapshot_date) - julianday(?)), snapshot_date LIMIT 1`,
  ).get(daysAgo(OLDEST), today(), daysAgo(COMPARED));

function trendOf(current: number, previous: number | undefined) {
  if (previous === undefined) return { current, previous: null, delta_abs: null, delta_pct: null };
  const delta = current - previous;
  return {
    current,
    previous,
    delta_abs: Number.isInteger(delta) ? delta : oneDecimal(delta),
    delta_pct: previous === 0 ? null : oneDecimal((delta / previous) * 100),
  };
}

/** Returns the changes of figures since the snapshot that they are compared with. */
export function trendsOf(current: Figures) {
  const snapshot = findSnapshot();
  const age = snapshot ? Math.round((Date.parse(today()) - Date.parse(snapshot.snapshot_date)) / DAY) : COMPARED;
  const trend = (figure: (typeof figures)[number]) => trendOf(current[figure], snapshot?.[figure]);
  return {
    comparison_days: Math.max(age, 1),
    snapshot_available: snapshot !== null,
    snapshot_date: snapshot?.snapshot_date ?? null,
    total_cards: trend("total_cards"),
    avg_data_quality: trend("avg_data_quality"),
    approved_count: trend("approved_count"),
    broken_count: trend("broken_count"),
  };
}
