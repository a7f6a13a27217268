/**
 * The server is killed in the middle of migrations and transfers of workspaces, and a backup from that moment is
 * checked. `STOA_CRASH_ROUNDS=100 npx bun test test/stress/crash-imports.test.ts` kills it more often than a run of all
 * tests does.
 */
import { expect, test } from "bun:test";
import { join } from "node:path";
import * as migration from "../areas/migration/support";
import * as workspace from "../areas/workspace/support";
import type { Client } from "../support/client";
import { behindItsBack, findingsOf, valuesIn } from "../support/databases";
import { logIn, runStoa, startStoa, withAdministrator } from "../support/executable";
import { END_LEASES } from "../support/runs";
import { newFolder } from "../support/scratch";
import { migrate, transfer } from "./works";

const ROUNDS = Number(process.env["STOA_CRASH_ROUNDS"] ?? 2);
/** The cards of each work; each but the first has a relation to the one before. */
const CARDS = 600;
/** The longest before a backup is begun, and that the server lives from then on, in milliseconds. */
const LONGEST = 250;

const environment = { ...withAdministrator, SECRET_KEY: "a key that the copy is opened with, too" };

/** A kind of work: what begins it, how it must end, and how many cards and relations there are then. */
type Kind = {
  begin(client: Client, round: string): Promise<string>;
  ended(client: Client, id: string): Promise<unknown>;
  end: object;
  cards: number;
};

const kinds: Record<string, Kind> = {
  "parse a workbook": {
    begin: (client, round) => migrate(client, round, CARDS),
    ended: migration.settled,
    end: { status: "parsed" },
    cards: 0,
  },
  "apply a migration": {
    async begin(client, round) {
      const id = await migrate(client, round, CARDS);
      await migration.settled(client, id);
      await client.post(`/migration/${id}/apply`);
      return id;
    },
    ended: migration.settled,
    end: { status: "applied" },
    cards: CARDS,
  },
  "preview a bundle": {
    begin: (client, round) => transfer(client, round, CARDS),
    ended: workspace.settled,
    end: { status: "previewed" },
    cards: 0,
  },
  "apply a bundle": {
    async begin(client, round) {
      const id = await transfer(client, round, CARDS);
      await workspace.settled(client, id);
      await client.post(`/admin/workspace/import/${id}/apply`);
      return id;
    },
    ended: workspace.settled,
    end: { status: "applied", error_message: null },
    cards: CARDS,
  },
};

/** Ends the leases of the process that was killed; some seconds later they would end by themselves. */
const wake = (file: string) => behindItsBack(file, (sqlite) => sqlite.run(END_LEASES));

/** Returns the number of cards of a round, and of its relations. */
const countIn = (file: string, round: string) => [
  valuesIn(file, `SELECT count(*) FROM cards WHERE name GLOB '${round} *'`)[0],
  valuesIn(
    file,
    `SELECT count(*) FROM relations r JOIN cards c ON c.seq = r.source_seq WHERE c.name GLOB '${round} *'`,
  )[0],
];

test(
  `the server and one on a backup complete an import after the server is killed in it ${ROUNDS} times`,
  async () => {
    const folder = newFolder();
    let server = await startStoa({ folder, environment });
    for (let at = 0; at < ROUNDS; at++) {
      const [kind, { begin, ended, end, cards }] = Object.entries(kinds)[at % Object.keys(kinds).length] as [
        string,
        Kind,
      ];
      const round = `Round ${at}`;
      const id = await begin(await logIn(server.url), round);
      await Bun.sleep(Math.random() * LONGEST);
      const copy = join(folder, `copy${at}.db`);
      const backup = runStoa(["backup", copy], { folder, environment });
      await Bun.sleep(Math.random() * LONGEST);
      await server.kill();
      expect(await backup).toMatchObject({ code: 0, stderr: "" });

      const elsewhere = newFolder();
      expect(await runStoa(["restore", copy], { folder: elsewhere, environment })).toMatchObject({ code: 0 });
      for (const place of [elsewhere, folder]) {
        wake(join(place, "data", "stoa.db"));
        server = await startStoa({ folder: place, environment });
        expect({ kind, place, ...((await ended(await logIn(server.url), id)) as object) }).toMatchObject(end);
        expect([kind, ...countIn(server.databaseFile, round)]).toEqual([kind, cards, Math.max(0, cards - 1)]);
        expect(findingsOf(server.databaseFile).filter(({ problem }) => problem !== undefined)).toEqual([]);
        if (place === elsewhere) await server.stop();
      }
    }
    await server.stop();
  },
  60_000 + ROUNDS * 60_000,
);
