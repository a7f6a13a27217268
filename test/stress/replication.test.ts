/**
 * Server and engine of replication are killed together while the server writes, and a stand-in continues with what is in the second
 * place. `STOA_LITESTREAM=/path/to/litestream STOA_CRASH_ROUNDS=20 npx bun test test/stress/replication.test.ts` does so with Litestream
 * itself.
 */
import { expect, test } from "bun:test";
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { clientOf } from "../support/client";
import { valuesIn } from "../support/databases";
import { subscribe } from "../support/events";
import { logIn, runStoa, startStoa, withAdministrator } from "../support/executable";
import { newFolder } from "../support/scratch";
import { until } from "../support/waiting";
import { Memory, write } from "../support/writers";
import { contentOf, contradictions, untold } from "./written";

const LITESTREAM = process.env["STOA_LITESTREAM"];
const ROUNDS = Math.ceil(Number(process.env["STOA_CRASH_ROUNDS"] ?? 10) / (LITESTREAM ? 1 : 5));
const WRITERS = 16;
/** The longest time of a round under load, in milliseconds. */
const LONGEST = 1_500;

/** A machine: the folder of its server, and the engine that follows its database. */
type Machine = { folder: string; database: string; socket: string; replica: string };

function newMachine(): Machine {
  const folder = newFolder();
  const database = join(folder, "data", "stoa.db");
  mkdirSync(dirname(database), { mode: 0o700 });
  return { folder, database, socket: join(folder, "s"), replica: join(newFolder(), "replica") };
}

const configOf = ({ folder }: Machine) => join(folder, "litestream.json");

/** Starts the engine of a machine, and waits until it listens. */
async function startEngine(machine: Machine): Promise<Bun.Subprocess> {
  const { database, socket, replica } = machine;
  const socketOf = { enabled: true, path: socket };
  const dbs = [{ path: database, replica: { type: "file", path: replica } }];
  writeFileSync(configOf(machine), JSON.stringify({ socket: socketOf, dbs }));
  const program = join(import.meta.dir, "../support/replication-engine.ts");
  const command = LITESTREAM
    ? [LITESTREAM, "replicate", "-config", configOf(machine)]
    : [process.execPath, program, socket, database, replica];
  const engine = Bun.spawn(command, { stdout: "ignore", stderr: "ignore" });
  await until(() => existsSync(socket), "the socket of the engine");
  return engine;
}

/** Restores on a new machine what is in the second place of another one. */
async function standIn(lost: Machine): Promise<Machine> {
  const machine = newMachine();
  if (LITESTREAM) {
    const command = [LITESTREAM, "restore", "-config", configOf(lost), "-o", machine.database, lost.database];
    expect(await Bun.spawn(command, { stdout: "ignore", stderr: "ignore" }).exited).toBe(0);
  } else copyFileSync(lost.replica, machine.database);
  return machine;
}

/** Accepts the answer to a change that was stored when the engine was gone already. */
const isForeseen = (surprise: string) => surprise.includes("not_replicated") || surprise.includes("replication_behind");

test(
  `a stand-in has all that was acknowledged or shown when machine and engine are lost together ${ROUNDS} times`,
  async () => {
    const memory = new Memory();
    let machine = newMachine();
    for (let round = 1; round <= ROUNDS; round++) {
      const engine = await startEngine(machine);
      const environment = {
        ...withAdministrator,
        SECRET_KEY: "the key that the stand-in has, too",
        REPLICATION_SOCKET: machine.socket,
        DATABASE_URL: `file:${machine.database}`,
      };
      const server = await startStoa({ folder: machine.folder, environment });
      const { token = "" } = await logIn(server.url);
      const stream = await subscribe(server.url, { token });
      const before = memory.acknowledged;
      const writers = Array.from({ length: WRITERS }, () => write(clientOf(server.url, token), memory, () => false));
      await until(() => memory.acknowledged > before + WRITERS, "acknowledgements");
      await Bun.sleep(Math.random() * LONGEST);
      const ended = round % 2 ? [engine.kill("SIGKILL"), server.kill()] : [server.kill(), engine.kill("SIGKILL")];
      await Promise.all([...ended, engine.exited, ...writers]);
      await stream.close();

      machine = await standIn(machine);
      const content = contentOf(machine.database);
      expect(memory.surprises.filter((surprise) => !isForeseen(surprise))).toEqual([]);
      expect([...contradictions(content, memory), ...untold(content)]).toEqual([]);
      const events = new Set(valuesIn(machine.database, "SELECT CAST(seq AS TEXT) FROM events"));
      expect(stream.events.length).toBeGreaterThan(0);
      expect(stream.events.filter(({ id }) => !events.has(id))).toEqual([]);
      const check = await runStoa(["check"], { folder: machine.folder, environment });
      expect(check).toMatchObject({ code: 0, stderr: "" });
      if (LITESTREAM) console.log(`round ${round}: ${memory.acknowledged - before} acknowledged, none lost`);
    }
  },
  ROUNDS * 60_000,
);
