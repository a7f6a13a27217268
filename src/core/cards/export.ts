/** Cards as CSV, streamed: however many there are, only a chunk of them is in memory. */
import { statement } from "../../../db/client";
import { now } from "../../platform/clock";
import { csvLine } from "../../platform/csv";
import type { Actor } from "../access/actor";
import { costFilter } from "./costs";
import type { CardRow } from "./rows";

const HEADER = ["id", "type", "name", "description", "status", "lifecycle", "attributes"] as const;
type Row = Pick<CardRow, "seq" | (typeof HEADER)[number]>;

/** Cards read and sent at a time. */
const CHUNK = 1_000;

function chunkAfter(seq: number, type: string | undefined): Row[] {
  const columns = `seq, ${HEADER.join(", ")}`;
  if (type === undefined)
    return statement<Row, [number, number]>(
      `SELECT ${columns} FROM cards WHERE seq > ? AND status = 'ACTIVE' ORDER BY seq LIMIT ?`,
    ).all(seq, CHUNK);
  return statement<Row, [number, string, number]>(
    `SELECT ${columns} FROM cards WHERE seq > ? AND type = ? AND status = 'ACTIVE' ORDER BY seq LIMIT ?`,
  ).all(seq, type, CHUNK);
}

/** The ACTIVE cards, of one type or of all, as a stream of CSV text in the order they were made. */
export function csvOfCards(actor: Actor, type: string | undefined): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let last = 0;
  let started = false;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const rows = chunkAfter(last, type);
        const attributesFor = costFilter(
          actor,
          rows.map((row) => row.id),
        );
        const lines = rows.map((row) =>
          csvLine([
            row.id,
            row.type,
            row.name,
            row.description,
            row.status,
            row.lifecycle,
            attributesFor(row.id, row.type, row.attributes),
          ]),
        );
        const text = (started ? "" : csvLine(HEADER)) + lines.join("");
        started = true;
        last = rows.at(-1)?.seq ?? last;
        if (text) controller.enqueue(encoder.encode(text));
        if (rows.length < CHUNK) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** `cards_Application_2026-01-31_1200.csv`; only letters that a file name can hold are taken from the type. */
export function csvName(type: string | undefined): string {
  const [day, time] = now().split("T") as [string, string];
  const part = type ? `_${type.replace(/[^\w-]/g, "").slice(0, 100)}` : "";
  return `cards${part}_${day}_${time.slice(0, 5).replace(":", "")}.csv`;
}
