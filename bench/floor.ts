/**
 * The floor: what the same answers cost when nothing is around them. A bare server over the same file with the one SQL
 * statement for the same JSON; no framework, no account, no validation. For a change: one UPDATE and the same shared sync.
 */
import { Database } from "bun:sqlite";
import { durable, noteCommit, watchLog } from "../db/durability";

const [file, port] = process.argv.slice(2);
if (!file || !port) throw new Error("Usage: floor.ts FILE PORT");

const sqlite = new Database(file, { readwrite: true, strict: true });
sqlite.run("PRAGMA journal_mode = WAL");
sqlite.run("PRAGMA synchronous = NORMAL");
sqlite.run("PRAGMA cache_size = -32768");
sqlite.run("PRAGMA temp_store = MEMORY");
sqlite.run("PRAGMA foreign_keys = ON");
sqlite.run("UPDATE users SET id = id");
watchLog(file);

const TAGS = `(SELECT json_group_array(json_object('id', t.id, 'name', t.name, 'color', t.color, 'group_name', g.name)
    ORDER BY t.sort_order, t.name, t.id)
  FROM card_tags ct JOIN tags t ON t.id = ct.tag_id JOIN tag_groups g ON g.id = t.tag_group_id WHERE ct.card_id = c.id)`;
const PEOPLE = `(SELECT json_group_array(json_object('id', s.id, 'user_id', s.user_id,
    'user_display_name', u.display_name, 'user_email', u.email, 'role', s.role) ORDER BY s.created_at, s.id)
  FROM stakeholders s JOIN users u ON u.id = s.user_id WHERE s.card_id = c.id)`;
const COLUMNS = `c.id, c.type, c.subtype, c.name, c.description, c.parent_id, c.lifecycle, c.attributes, c.status,
  c.approval_status, c.data_quality, c.external_id, c.alias, c.archived_at, c.created_by, c.updated_by, c.created_at,
  c.updated_at, ${TAGS}, ${PEOPLE}`;

type Row = (string | null)[];
const quoted = (text: string | null | undefined) => JSON.stringify(text);
const plain = (text: string | null | undefined) => (text === null ? "null" : `"${text}"`);
const json = (row: Row) =>
  `{"id":"${row[0]}","type":"${row[1]}","subtype":${plain(row[2])},"name":${quoted(row[3])},"description":${quoted(row[4])},"parent_id":${plain(row[5])},"lifecycle":${row[6]},"attributes":${row[7]},"status":"${row[8]}","approval_status":"${row[9]}","data_quality":${row[10]},"external_id":${quoted(row[11])},"alias":${quoted(row[12])},"archived_at":${plain(row[13])},"created_by":${plain(row[14])},"updated_by":${plain(row[15])},"created_at":"${row[16]}","updated_at":"${row[17]}","tags":${row[18]},"stakeholders":${row[19]}}`;

const headers = { "content-type": "application/json" };

// The signs keep SQLite from planning anew for each value: see `statement` in db/client.ts.
const page = sqlite.prepare(
  `SELECT ${COLUMNS}, (SELECT sum(count) FROM card_counts WHERE status = 'ACTIVE' AND type = +?1)
   FROM cards c WHERE c.status = 'ACTIVE' AND c.type = +?1 ORDER BY c.name, c.seq LIMIT 50 OFFSET +?2`,
);
function list(request: Request): Response {
  const query = new URLSearchParams(request.url.slice(request.url.indexOf("?") + 1));
  const number = Number(query.get("page") ?? 1);
  const rows = page.values(query.get("type"), (number - 1) * 50) as Row[];
  const items = rows.map(json).join(",");
  return new Response(`{"items":[${items}],"total":${rows[0]?.[20] ?? 0},"page":${number},"page_size":50}`, {
    headers,
  });
}

const one = sqlite.prepare(`SELECT ${COLUMNS} FROM cards c WHERE c.id = ?`);
const idOf = (request: Request) => request.url.slice(request.url.lastIndexOf("/") + 1);
const read = (request: Request) => new Response(json(one.values(idOf(request))[0] as Row), { headers });

const update = sqlite.prepare("UPDATE cards SET attributes = ?, updated_at = ? WHERE id = ?");
async function change(request: Request): Promise<Response> {
  const body = (await request.json()) as { attributes: unknown };
  update.run(JSON.stringify(body.attributes), new Date().toISOString(), idOf(request));
  noteCommit();
  await durable();
  return new Response('{"ok":true}', { headers });
}

const server = Bun.serve({
  port: Number(port),
  hostname: "127.0.0.1",
  routes: {
    "/api/v1/cards": list,
    "/api/v1/cards/:id": { GET: read, PATCH: change },
    "/api/health": new Response('{"status":"ok"}', { headers }),
  },
});
process.on("SIGTERM", async () => {
  await server.stop(true);
  process.exit(0);
});
