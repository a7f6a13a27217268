import { expect, test } from "bun:test";
import { LostChange } from "../../db/durability";
import { UnusableDatabase } from "../../db/files";
import { explain, Failure } from "../../src/cli/failure";
import { ConfigError } from "../../src/config";
import { invalid } from "../../src/http/errors";

const sqliteError = (code: string) => Object.assign(new Error("database or disk is full"), { code });

const failures: { error: unknown; lines: string[] }[] = [
  { error: new Failure("There is no role king."), lines: ["There is no role king."] },
  { error: new UnusableDatabase("a.db can't be used: it is empty."), lines: ["a.db can't be used: it is empty."] },
  { error: new ConfigError("PORT: must be good\nHOST: too"), lines: ["PORT: must be good", "HOST: too"] },
  { error: invalid(["body", "email"], "must be an e-mail address"), lines: ["must be an e-mail address"] },
  // The failures of a disk that fills up after the database was opened: of one statement, or of a commit of many.
  { error: sqliteError("SQLITE_FULL"), lines: ["The database can't be used: the disk is full."] },
  { error: new LostChange(sqliteError("SQLITE_FULL")), lines: ["The database can't be used: the disk is full."] },
  {
    error: new LostChange(sqliteError("SQLITE_IOERR_WRITE")),
    lines: ["The database can't be used: the disk refused to read or write."],
  },
  { error: sqliteError("SQLITE_BUSY"), lines: ["The database can't be used: another program has locked it."] },
  { error: new Error("it went\n  wrong"), lines: ["it went wrong"] },
  { error: new Error(""), lines: ["it failed, and nothing says why"] },
  { error: null, lines: ["null"] },
];

test.each(failures)("a failure is explained as $lines", ({ error, lines }) => {
  expect(explain(error)).toEqual(lines);
});
