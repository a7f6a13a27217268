/**
 * An engine of replication: it speaks as Litestream does over its control socket, follows one database, and copies that to another
 * file when it is asked to.
 *
 * As a program, `bun test/support/replication-engine.ts SOCKET DATABASE COPY`, it can be killed.
 */
import { Database } from "bun:sqlite";
import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "./scratch";

/** The ways in which it behaves. */
export type Behaviour =
  | "copies"
  /** It copies, and answers once something has happened. */
  | { answersAfter: Promise<unknown> }
  | "hangs"
  | "fails"
  | "answers nonsense"
  /** It answers about the file with this path. */
  | { follows: string }
  /** It answers that it has copied all but the newest. */
  | "lags"
  | "knows no file";

export type ReplicationEngine = {
  socket: string;
  /** The copy in the second place. */
  copy: string;
  /** The times that it was asked. */
  asked(): number;
  behave(behaviour: Behaviour): void;
  /** Follows the next database that it is asked about. */
  forget(): void;
  stop(): Promise<void>;
};

type Question = { path: string; wait: boolean; timeout: number };

/** Copies a database as it is. */
function copyDatabase(file: string, copy: string): void {
  if (!existsSync(file)) throw new Error("database not found");
  const fresh = `${copy}-fresh`;
  rmSync(fresh, { force: true });
  const sqlite = new Database(file, { readonly: true });
  try {
    sqlite.run("VACUUM INTO ?", [fresh]);
  } finally {
    sqlite.close();
  }
  renameSync(fresh, copy);
}

/** Starts an engine. @param file the database that it follows; the first that it is asked about when left out */
export function startEngine(
  file?: string,
  { socket = join(newFolder(), "s"), copy = join(newFolder(), "copy.db") } = {},
): ReplicationEngine {
  let followed = file;
  let behaviour: Behaviour = "copies";
  let asked = 0;
  let txid = 0;
  const refuse = (status: number, error: string) => Response.json({ error }, { status });
  async function answer({ path, wait, timeout }: Question): Promise<Response> {
    asked++;
    if (behaviour === "hangs") return new Promise(() => {});
    if (behaviour === "fails") return refuse(500, "sync database: the replica refuses");
    if (behaviour === "answers nonsense") return new Response("nothing of the kind");
    followed ??= path;
    if (behaviour === "knows no file" || path !== followed) return refuse(404, `database not found: ${path}`);
    if (!wait || !Number.isInteger(timeout) || timeout < 1) return refuse(400, "invalid request body");
    copyDatabase(path, copy);
    txid++;
    if (typeof behaviour === "object" && "answersAfter" in behaviour) await behaviour.answersAfter;
    const shown = typeof behaviour === "object" && "follows" in behaviour ? behaviour.follows : path;
    const replicated_txid = behaviour === "lags" ? txid - 1 : txid;
    return Response.json({ status: "synced", path: shown, txid, replicated_txid });
  }
  const server = Bun.serve({
    unix: socket,
    async fetch(request) {
      if (request.method !== "POST" || new URL(request.url).pathname !== "/sync") return refuse(404, "not found");
      return answer((await request.json()) as Question);
    },
  });
  return {
    socket,
    copy,
    asked: () => asked,
    behave(next) {
      behaviour = next;
    },
    forget() {
      followed = undefined;
    },
    stop: () => server.stop(true),
  };
}

if (import.meta.main) {
  const [socket, file, copy] = process.argv.slice(2) as [string, string, string];
  rmSync(socket, { force: true });
  startEngine(file, { socket, copy });
}
