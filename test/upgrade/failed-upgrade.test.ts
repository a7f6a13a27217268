/** An upgrade that fails leaves the file as it was, with a message that names what stood in the way and what to do. */
import type { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { behindItsBack, valuesIn } from "../support/databases";
import { runStoa } from "../support/executable";
import { limitedFiles } from "../support/limits";
import { contentOf, lost } from "./content";
import { oldDatabase, schemaBefore } from "./fill";

/** The schema of the file: several migrations come before the one that fails. */
const FROM = schemaBefore("history");

const environment = { PORT: "0", HOST: "127.0.0.1", BACKUPS: "false" };

test.each<{ trouble: string; spoil: (old: Database) => void; through?: string[]; message: RegExp }>([
  {
    trouble: "a table of somebody else's that has a name of the newer schema",
    spoil: (old) => old.run("CREATE TABLE scenarios (note TEXT)"),
    message: /failed at \d+_scenarios: table `?scenarios`? already exists/,
  },
  {
    trouble: "a reference to a row that isn't there",
    spoil(old) {
      old.run("PRAGMA foreign_keys = OFF");
      old.run("DELETE FROM users WHERE rowid = (SELECT max(rowid) FROM users)");
    },
    message: /failed at its end: it would have references to rows that do not exist \(`stoa check` names them\)/,
  },
  {
    trouble: "no room on the disk",
    spoil: () => {},
    through: limitedFiles(64),
    message: /failed at .*: .*disk/,
  },
])("an upgrade that meets $trouble is refused with what to do, and the file stays as it was", async (trial) => {
  const { folder, file } = oldDatabase(FROM);
  behindItsBack(file, trial.spoil);
  const before = contentOf(file);
  const { code, stderr } = await runStoa(["serve"], {
    folder,
    environment,
    ...(trial.through && { through: trial.through }),
  });
  expect([code, stderr]).toEqual([1, expect.stringMatching(trial.message)]);
  expect(stderr).toContain(`upgrading it from schema ${FROM} failed`);
  expect(stderr).toEndWith("nothing was changed, and the executable of before opens it.\n");
  expect(valuesIn(file, "PRAGMA user_version")).toEqual([FROM]);
  expect(valuesIn(file, "PRAGMA integrity_check")).toEqual(["ok"]);
  const after = contentOf(file);
  expect([...after.keys()]).toEqual([...before.keys()]);
  expect(lost(before, after)).toEqual([]);
});
