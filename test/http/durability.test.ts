import { afterEach, expect, test } from "bun:test";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { noteChange, noteLoss, releaseLog, watchLog } from "../../db/durability";
import { whenDurable } from "../../src/http/durability";
import { newFolder } from "../support/scratch";

afterEach(releaseLog);

const newFile = () => join(newFolder(), "stoa.db");
const send = (method: string) => new Request("http://localhost/", { method });

/** Returns a handler that changes something and answers with a header of CORS. */
function change(): Response {
  noteChange();
  return new Response("done", { headers: { "access-control-allow-origin": "https://front.example", etag: '"a"' } });
}

test("the answer to a change waits for the commit; the answer to a read doesn't", async () => {
  const file = newFile();
  writeFileSync(`${file}-wal`, "");
  let commits = 0;
  watchLog(file, () => commits++);
  const handle = whenDurable(change, (error) => {
    throw error;
  });
  for (const method of ["GET", "HEAD", "OPTIONS"]) await handle(send(method));
  expect(commits).toBe(0);
  expect(await (await handle(send("POST"))).text()).toBe("done");
  expect(commits).toBe(1);
});

test("a lost change is an error that a page of an allowed origin may read", async () => {
  const file = newFile();
  writeFileSync(`${file}-wal`, "");
  watchLog(file, () => noteLoss(new Error("no reason")));
  const answer = await whenDurable(change, (error) => {
    throw error;
  })(send("PATCH"));
  expect(answer.status).toBe(500);
  expect(answer.headers.get("access-control-allow-origin")).toBe("https://front.example");
  expect(answer.headers.get("etag")).toBeNull();
});

test("a disk that refuses a commit is reported, and the change is not acknowledged", async () => {
  const file = newFile();
  // A device can't be synced.
  symlinkSync("/dev/null", `${file}-wal`);
  watchLog(file, () => {});
  const reported: unknown[] = [];
  const answer = await whenDurable(change, (error) => reported.push(error))(send("DELETE"));
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({ detail: "The disk refuses to keep changes; the server stops." });
  expect(answer.headers.get("access-control-allow-origin")).toBe("https://front.example");
  expect(reported).toMatchObject([{ syscall: "fdatasync" }]);
});
