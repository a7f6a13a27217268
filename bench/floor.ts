/**
 * The floor: what the same answers cost when nothing is around them. A bare server over the same file with the one SQL
 * statement for the same JSON; no framework, no account, no validation. For a change: one UPDATE and the same shared sync;
 * and once more with what no server can leave out that keeps accounts and a journal (`fair-change.ts`). For reports: the
 * statements that are sent to it, whose rows it joins.
 */
import { durable, noteChange, watchLog } from "../db/durability";
import { openBare } from "./bare";
import { CARD_PARTS, type CardParts, cardJson } from "./card-json";
import { commitChanges, fairChange } from "./fair-change";
import { type RecordedStatement, replay } from "./recorded";

const [file, port] = process.argv.slice(2);
if (!file || !port) throw new Error("Usage: floor.ts FILE PORT");

const sqlite = openBare(file);
watchLog(file, () => commitChanges(sqlite));

const headers = { "content-type": "application/json" };

/** The columns by which a page may be sorted. */
const SORTED = ["name", "updated_at", "created_at", "data_quality"];

// The signs keep SQLite from planning anew for each value: see `statement` in db/connection.ts.
function preparePage(column: string, direction: "ASC" | "DESC", isApproved: boolean) {
  const approval = isApproved ? "AND approval_status = +?3" : "AND ?3 IS NULL";
  return sqlite.prepare(
    `SELECT ${CARD_PARTS}, (SELECT sum(count) FROM card_counts WHERE status = 'ACTIVE' AND type = +?1 ${approval})
     FROM (SELECT seq FROM cards WHERE status = 'ACTIVE' AND type = +?1 ${approval}
       ORDER BY ${column} ${direction}, seq ${direction} LIMIT 50 OFFSET +?2) p CROSS JOIN cards c ON c.seq = p.seq
     ORDER BY c.${column} ${direction}, c.seq ${direction}`,
  );
}
const pages = new Map<string, ReturnType<typeof preparePage>>();

/** Returns the statement of a page, prepared once for each order. */
function pageFor(query: URLSearchParams): ReturnType<typeof preparePage> {
  const column = SORTED.find((name) => name === query.get("sort_by")) ?? "name";
  const direction = query.get("sort_dir") === "desc" ? "DESC" : "ASC";
  const isApproved = query.has("approval_status");
  const key = `${column} ${direction} ${isApproved}`;
  const page = pages.get(key) ?? preparePage(column, direction, isApproved);
  pages.set(key, page);
  return page;
}

function list(request: Request): Response {
  const query = new URLSearchParams(request.url.slice(request.url.indexOf("?") + 1));
  const number = Number(query.get("page") ?? 1);
  const values = [query.get("type"), (number - 1) * 50, query.get("approval_status")];
  const rows = pageFor(query).values(...values) as unknown as CardParts[];
  const items = rows.map(cardJson).join(",");
  return new Response(`{"items":[${items}],"total":${rows[0]?.[6] ?? 0},"page":${number},"page_size":50}`, {
    headers,
  });
}

const one = sqlite.prepare(`SELECT ${CARD_PARTS} FROM cards c WHERE c.id = ?`);
const idOf = (request: Request) => request.url.slice(request.url.lastIndexOf("/") + 1);
const read = (request: Request) =>
  new Response(cardJson(one.values(idOf(request))[0] as unknown as CardParts), { headers });

const update = sqlite.prepare("UPDATE cards SET attributes = ?, updated_at = ? WHERE id = ?");
async function change(request: Request): Promise<Response> {
  const body = (await request.json()) as { attributes: unknown };
  update.run(JSON.stringify(body.attributes), new Date().toISOString(), idOf(request));
  noteChange();
  await durable();
  return new Response('{"ok":true}', { headers });
}

const exported = ["id", "type", "name", "description", "status", "lifecycle", "attributes"] as const;
type ExportedRow = Record<(typeof exported)[number], string | null>;
const ROWS_AT_ONCE = 1_000;
const cell = (text: string | null) =>
  text === null ? "" : /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
const encoder = new TextEncoder();

/** Returns a loop over the rows that sends their text whenever the reader wants more. */
function exportCsv(): Response {
  const rows = sqlite
    .prepare<ExportedRow, []>(`SELECT ${exported.join(", ")} FROM cards WHERE +status = 'ACTIVE' ORDER BY seq`)
    .iterate();
  let text = `${exported.join(",")}\r\n`;
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    let left = ROWS_AT_ONCE;
    for (let next = rows.next(); !next.done; next = rows.next()) {
      const row = next.value;
      text += `${row.id},${row.type},${cell(row.name)},${cell(row.description)},${row.status},${cell(row.lifecycle)},${cell(row.attributes)}\r\n`;
      if (--left === 0) break;
    }
    controller.enqueue(encoder.encode(text));
    if (left > 0) controller.close();
    text = "";
  };
  return new Response(new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 }), {
    headers: { "content-type": "text/csv; charset=utf-8" },
  });
}

const recordedRequests = new Map<string, RecordedStatement[]>();
const nameOf = (request: Request) => new URL(request.url).pathname;
async function keep(request: Request): Promise<Response> {
  recordedRequests.set(nameOf(request), (await request.json()) as RecordedStatement[]);
  return new Response('{"ok":true}', { headers });
}
const repeat = (request: Request) =>
  new Response(replay(sqlite, recordedRequests.get(nameOf(request)) ?? []), { headers });

const server = Bun.serve({
  port: Number(port),
  hostname: "127.0.0.1",
  routes: {
    "/api/v1/cards": list,
    "/api/v1/cards/export/csv": exportCsv,
    "/api/v1/cards/:id": { GET: read, PATCH: change },
    "/fair/api/v1/cards/:id": { PATCH: fairChange(sqlite) },
    "/recorded/:name": { PUT: keep, GET: repeat },
    "/api/health": new Response('{"status":"ok"}', { headers }),
  },
});
process.on("SIGTERM", async () => {
  await server.stop(true);
  process.exit(0);
});
