/**
 * The rows of a bundle in a scratch file, in the order in which they are applied. So a workbook is parsed once and without the
 * write lock, and an import needs no more memory than a slice of its rows. The same bundle always gives the same order: after a
 * crash the rows are staged again, and the import continues at its position.
 */
import { createScratch, deleteScratch, openScratch, type Scratch } from "../../../../db/scratch";
import type { Cell } from "../../../core/sheets/cells";
import { type Row, textAt } from "../../../core/sheets/row";
import { UnreadableFile } from "../../../platform/archive/source";
import { orderedSheets } from "../bundle/format";
import type { Bundle } from "./bundle";

/** The place of a row in the order. */
export type Position = { sheet: number; rank: number; seq: number };

/** A staged row. */
export type StagedRow = Position & Row;

/** Staged rows. */
export type StagedRows = {
  /** The next rows after a position, all of one sheet. */
  after(position: Position, limit: number): StagedRow[];
  close(): void;
};

/** The position before all rows. */
export const START: Position = { sheet: -1, rank: 0, seq: 0 };

const ROWS = `CREATE TABLE rows (seq INTEGER PRIMARY KEY, sheet INTEGER NOT NULL, rank INTEGER NOT NULL, number INTEGER NOT NULL,
  cells TEXT NOT NULL, key TEXT, parent TEXT)`;

/** Rows that are ranked by the row to which they refer, from the roots down; those of a circle keep their rank. */
const RANKS = `WITH RECURSIVE ranked (seq, sheet, key, depth) AS (
    SELECT r.seq, r.sheet, r.key, 0 FROM rows r WHERE r.parent IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM rows p WHERE p.sheet = r.sheet AND p.key = r.parent)
    UNION SELECT r.seq, r.sheet, r.key, 0 FROM rows r WHERE r.key IS NOT NULL AND r.parent IS NULL
    UNION SELECT c.seq, c.sheet, c.key, ranked.depth + 1 FROM ranked JOIN rows c ON c.sheet = ranked.sheet AND c.parent = ranked.key)
  UPDATE rows SET rank = ranked.depth FROM ranked WHERE rows.seq = ranked.seq AND ranked.depth > 0`;

const scratchName = (transferId: string) => `import-${transferId}`;

/** Deletes the staged rows of a transfer, if there are any. */
export const deleteStagedRows = (transferId: string): void => deleteScratch(scratchName(transferId));

/**
 * Stages the rows of a bundle; those of an earlier attempt are replaced.
 * @param most the number of rows that it may have
 * @throws UnreadableFile for a bundle that can't be read, or has more
 */
export function stageRows(transferId: string, bundle: Bundle, most: number): void {
  const sheets = orderedSheets();
  const places = new Map(sheets.map((sheet, place) => [sheet.name, { sheet, place }]));
  const scratch = createScratch(scratchName(transferId));
  let count = 0;
  try {
    scratch.run(ROWS);
    scratch.transaction(() => {
      bundle.rows([...places.keys()], (name, row) => {
        if (++count > most) throw new UnreadableFile(`The bundle must not have more than ${most} rows`);
        const { sheet, place } = places.get(name) as { sheet: (typeof sheets)[number]; place: number };
        const cells = JSON.stringify([...row.cells].filter(([, cell]) => cell !== null));
        const [key, parent] = sheet.parent ? [textAt(row, "id"), textAt(row, sheet.parent)] : [null, null];
        scratch.run(
          "INSERT INTO rows (sheet, rank, number, cells, key, parent) VALUES (?, ?, ?, ?, ?, ?)",
          place,
          sheet.rank?.(row) ?? 0,
          row.number,
          cells,
          key,
          parent,
        );
      });
      scratch.run("CREATE INDEX rows_parent ON rows (sheet, parent)");
      scratch.run("CREATE INDEX rows_key ON rows (sheet, key)");
      scratch.run(RANKS);
      scratch.run("CREATE INDEX rows_order ON rows (sheet, rank, seq)");
    });
  } finally {
    scratch.close();
  }
}

type StagedCells = Position & { number: number; cells: string };

function rowsAfter(scratch: Scratch, { sheet, rank, seq }: Position, limit: number): StagedRow[] {
  const stored = scratch.all<StagedCells>(
    `SELECT sheet, rank, seq, number, cells FROM rows WHERE (sheet, rank, seq) > (?, ?, ?)
     ORDER BY sheet, rank, seq LIMIT ?`,
    sheet,
    rank,
    seq,
    limit,
  );
  const first = stored[0]?.sheet;
  return stored
    .filter((row) => row.sheet === first)
    .map((row) => ({ ...row, cells: new Map(JSON.parse(row.cells) as [string, Cell][]) }));
}

/** Opens the staged rows of a transfer. @throws Error when there are none */
export function openStagedRows(transferId: string): StagedRows {
  const scratch = openScratch(scratchName(transferId));
  return { after: (position, limit) => rowsAfter(scratch, position, limit), close: () => scratch.close() };
}
