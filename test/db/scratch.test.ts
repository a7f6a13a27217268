/** Scratch files belong to one process, and are deleted when it is gone. */
import { expect, test } from "bun:test";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createScratchFile, deleteAbandonedScratch, deleteScratch } from "../../db/scratch";
import { newFolder } from "../support/scratch";
import { startTestServer, testServer } from "../support/server";

const server = testServer();

/** Lists the scratch files next to the database. */
const scratchFiles = () => readdirSync(server.folder).filter((name) => name.includes(".scratch-"));

/** Creates a scratch file of another process. @returns its name */
function scratchOf(pid: number): string {
  const path = `${server.databaseFile}.copy-1.scratch-${pid}`;
  for (const suffix of ["", "-journal"]) writeFileSync(path + suffix, "");
  return `stoa.db.copy-1.scratch-${pid}`;
}

test("a scratch file is neither replaced nor deleted by another process that uses the same name", () => {
  const other = scratchOf(process.ppid);
  createScratchFile("copy-1");
  expect(scratchFiles()).toHaveLength(3);
  deleteScratch("copy-1");
  expect(scratchFiles().toSorted()).toEqual([other, `${other}-journal`]);
});

test("scratch files of a process that was killed are deleted, and those of one that lives stay", async () => {
  const living = scratchOf(process.ppid);
  const killed = Bun.spawn([process.execPath, "-e", "setInterval(() => {}, 1000)"]);
  scratchOf(killed.pid);
  deleteAbandonedScratch();
  expect(scratchFiles()).toHaveLength(4);
  killed.kill("SIGKILL");
  await killed.exited;
  deleteAbandonedScratch();
  expect(scratchFiles().toSorted()).toEqual([living, `${living}-journal`]);
});

test("a start deletes what an earlier process has left, also one that had the same number", async () => {
  await server.stop();
  const file = join(newFolder(), "stoa.db");
  const left = [`${file}.state-7.scratch-${process.pid}`, `${file}.state-8.scratch-999999999`];
  for (const path of left) writeFileSync(path, "");
  const { stop } = await startTestServer({ DATABASE_URL: `file:${file}` });
  expect(left.filter((path) => existsSync(path))).toEqual([]);
  await stop();
});
