/** The server is killed while it upgrades a file; `STOA_CRASH_ROUNDS` says how often. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { copyFileSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { SCHEMA_VERSION } from "../../db/migrate";
import { findingsOf, valuesIn } from "../support/databases";
import { launchStoa, startStoa, withAdministrator } from "../support/executable";
import { newFolder } from "../support/scratch";
import { until } from "../support/waiting";
import { contentOf, lost } from "../upgrade/content";
import { oldDatabase } from "../upgrade/fill";

const ROUNDS = Number(process.env["STOA_CRASH_ROUNDS"] ?? 2);
/** Rows that make an upgrade from the first schema last about a second. */
const CARDS = 20_000;
/** The longest time after the first write at which the server is killed, in milliseconds. */
const LONGEST = 1_000;

/** Returns a file of the first schema with many cards. */
function largeOldFile(): string {
  const { file } = oldDatabase(1);
  const old = new Database(file, { strict: true });
  old.run(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${CARDS})
     INSERT INTO cards (id, type, name, name_key, description, created_at, updated_at)
     SELECT 'card ' || i, 'Application', 'Name ' || i, 'name ' || i, 'What it does, and for whom: ' || i, '', '' FROM n`,
  );
  old.close();
  return file;
}

test(
  `a file that is being upgraded is the old one or the new one, whole, when the server is killed ${ROUNDS} times`,
  async () => {
    const old = largeOldFile();
    const before = contentOf(old);
    const versions: unknown[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const folder = newFolder();
      const file = join(folder, "data", "stoa.db");
      mkdirSync(join(folder, "data"));
      copyFileSync(old, file);
      const setting = { folder, environment: withAdministrator };
      const kill = await launchStoa(setting);
      await until(() => existsSync(`${file}-wal`), "the upgrade to begin");
      await Bun.sleep(Math.random() * LONGEST);
      await kill();
      const [version] = valuesIn(file, "PRAGMA user_version");
      versions.push(version);
      expect([1, SCHEMA_VERSION]).toContain(version as number);
      expect(lost(before, contentOf(file))).toEqual([]);
      const server = await startStoa(setting);
      expect(await server.stop()).toBe(0);
      expect(valuesIn(file, "PRAGMA user_version")).toEqual([SCHEMA_VERSION]);
      expect(lost(before, contentOf(file))).toEqual([]);
      // The cards were written without events.
      expect(findingsOf(file).filter(({ check, problem }) => problem && check !== "journal")).toEqual([]);
      expect(readdirSync(join(folder, "data", "backups"))).not.toEqual([]);
    }
    if (ROUNDS >= 20) expect(new Set(versions)).toEqual(new Set([1, SCHEMA_VERSION]));
    console.log("versions after the kills:", versions.join(" "));
  },
  ROUNDS * 20_000,
);
