/**
 * The server is killed while it writes. `STOA_CRASH_ROUNDS=200 npx bun test test/stress/crash.test.ts` kills it more
 * often than a run of all tests does.
 */
import { expect, test } from "bun:test";
import { clientOf } from "../support/client";
import { logIn, type RunningServer, runStoa, startStoa, withAdministrator } from "../support/executable";
import { newFolder } from "../support/scratch";
import { until } from "../support/waiting";
import { Memory, write } from "../support/writers";
import { contentOf, contradictions, untold } from "./written";

const ROUNDS = Number(process.env["STOA_CRASH_ROUNDS"] ?? 5);
const WRITERS = 16;
/** The longest that a server lives under load, in milliseconds. */
const LONGEST = 600;

/** Lets the writers write until the server is killed, at a random moment after the first acknowledgement. */
async function writeUntilKilled(server: RunningServer, token: string, memory: Memory): Promise<void> {
  const before = memory.acknowledged;
  const writers = Array.from({ length: WRITERS }, () => write(clientOf(server.url, token), memory, () => false));
  await until(() => memory.acknowledged > before || memory.surprises.length > 0, "the first acknowledgement");
  await Bun.sleep(Math.random() * LONGEST);
  await server.kill();
  await Promise.all(writers);
}

test(
  `the server loses nothing and does nothing by halves when it is killed while writing ${ROUNDS} times`,
  async () => {
    const setting = { folder: newFolder(), environment: withAdministrator };
    const memory = new Memory();
    let server = await startStoa(setting);
    const { token = "" } = await logIn(server.url);
    for (let round = 1; round <= ROUNDS; round++) {
      const known = new Set(memory.cards.keys());
      await writeUntilKilled(server, token, memory);
      server = await startStoa(setting);
      const content = contentOf(server.databaseFile);
      expect([...memory.surprises, ...contradictions(content, memory), ...untold(content)]).toEqual([]);
      const client = clientOf(server.url, token);
      expect((await client.get("/cards?page_size=1")).body.total).toBe(content.cards.length);
      for (const [id, { name }] of [...memory.cards].filter(([id]) => !known.has(id)).slice(-20))
        expect((await client.get(`/cards/${id}`)).body.name).toBe(name);
      const check = await runStoa(["check"], setting);
      expect(check).toMatchObject({ code: 0, stderr: "" });
      settle(memory, content);
    }
    expect(memory.cards.size).toBeGreaterThan(ROUNDS);
    expect(memory.relations.size).toBeGreaterThan(ROUNDS);
    await server.stop();
  },
  ROUNDS * 20_000,
);

/** After a restart it is known what became of what was never answered, and it must stay so. */
function settle(memory: Memory, { cards, relations }: ReturnType<typeof contentOf>): void {
  for (const { id, type, name, description } of cards) memory.cards.set(id, { type, name, description });
  for (const { id, source_id, target_id } of relations) memory.relations.set(id, { source_id, target_id });
  memory.unansweredCards.clear();
  memory.unansweredRelations.clear();
}
