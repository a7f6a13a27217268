/**
 * A program that writes as an engine of replication does, and copies nothing: it answers that everything is in the second place.
 * bun bench/engine.ts SOCKET DATABASE MILLISECONDS
 */
import { Database } from "bun:sqlite";

const [socket, file, between] = process.argv.slice(2) as [string, string, string];
const sqlite = new Database(file, { strict: true });
sqlite.run("PRAGMA busy_timeout = 5000");
sqlite.run("CREATE TABLE IF NOT EXISTS _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)");
const move = sqlite.query("INSERT INTO _litestream_seq VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET seq = seq + 1");
let txid = 0;
setInterval(() => {
  move.run();
  txid++;
}, Number(between));
Bun.serve({
  unix: socket,
  fetch: () => Response.json({ status: "synced", path: file, txid: txid + 1, replicated_txid: txid + 1 }),
});
