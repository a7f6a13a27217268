/** Backups that are taken while the server is busy writing. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { clientOf } from "../support/client";
import { behindItsBack } from "../support/databases";
import { logIn, runStoa, startStoa, withAdministrator } from "../support/executable";
import { newFolder } from "../support/scratch";
import { until } from "../support/waiting";
import { Memory, write } from "../support/writers";

const WRITERS = 16;
const BACKUPS = 5;

/** Counts the changes of a card by a writer, from its description. */
const stage = (description: string | null | undefined): number =>
  ["first", "second"].indexOf(description?.split(" ")[0] ?? "") + 1;

test("a backup taken while 16 clients write is sound, and holds all that was acknowledged before it", async () => {
  const server = await startStoa({ environment: withAdministrator });
  const { token = "" } = await logIn(server.url);
  const memory = new Memory();
  let over = false;
  const writers = Array.from({ length: WRITERS }, () => write(clientOf(server.url, token), memory, () => over));
  let known = 0;
  let writtenMeanwhile = 0;
  for (let number = 1; number <= BACKUPS; number++) {
    await until(() => memory.cards.size >= known + 50, "50 more cards");
    const before = new Map([...memory.cards].map(([id, card]) => [id, { ...card }]));
    const relations = [...memory.relations.keys()];
    known = before.size;
    const backup = await runStoa(["backup", `copy${number}.db`], { folder: server.folder });
    expect(backup).toMatchObject({ code: 0, stderr: "" });
    writtenMeanwhile += memory.cards.size - known;
    expect(await runStoa(["check", `copy${number}.db`], { folder: server.folder })).toMatchObject({
      code: 0,
      stderr: "",
    });
    behindItsBack(join(server.folder, `copy${number}.db`), (copy) => {
      const card = copy.query<{ name: string; description: string | null }, [string]>(
        "SELECT name, description FROM cards WHERE id = ?",
      );
      for (const [id, { name, description }] of before) {
        const found = card.get(id);
        expect(found?.name).toBe(name);
        // The card may have been changed again while the backup began, but never back.
        expect(stage(found?.description)).toBeGreaterThanOrEqual(stage(description));
      }
      const relation = copy.query("SELECT 1 FROM relations WHERE id = ?");
      for (const id of relations) expect(relation.get(id)).not.toBeNull();
    });
  }
  over = true;
  await Promise.all(writers);
  // A single backup may be over before a busy machine has let anybody write.
  expect(writtenMeanwhile).toBeGreaterThan(0);
  expect(memory.surprises).toEqual([]);
  await server.stop();

  const folder = newFolder();
  expect((await runStoa(["restore", join(server.folder, `copy${BACKUPS}.db`)], { folder })).code).toBe(0);
  const restored = await startStoa({ folder });
  const client = await logIn(restored.url);
  expect((await client.get("/cards?page_size=1")).body.total).toBeGreaterThanOrEqual(known);
  expect((await client.post("/cards", { type: "Application", name: "After the restore" })).status).toBe(201);
  await restored.stop();
}, 120_000);
