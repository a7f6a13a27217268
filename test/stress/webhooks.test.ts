/**
 * A server is killed at random while webhooks are delivered: no event is lost, and each comes under one id and in order.
 * `STOA_CRASH_ROUNDS=50 npx bun test test/stress/webhooks.test.ts` kills it more often than a run of all tests does.
 */
import { expect, test } from "bun:test";
import { valuesIn } from "../support/databases";
import { logIn, startStoa } from "../support/executable";
import { newFolder } from "../support/scratch";
import { until } from "../support/waiting";
import { startReceiver } from "../support/webhook-receiver";
import { randomOf } from "../support/workbooks";
import { crashSetting, endLeases, problemsOf } from "./crash-setting";

const ROUNDS = Math.ceil(Number(process.env["STOA_CRASH_ROUNDS"] ?? 20) / 10);
/** Cards that are created before each kill, and the longest time until it, in milliseconds. */
const CARDS = 30;
const LONGEST = 300;

const { environment } = crashSetting();

test("no event is lost when the server is killed at whatever moment, and each comes under one id and in order", async () => {
  const random = randomOf(20_261);
  const there = await startReceiver();
  const setting = { folder: newFolder(), environment: environment() };
  let server = await startStoa(setting);
  let client = await logIn(server.url);
  const subscription = { name: "Hook", address: there.url, event_types: ["card.created"] };
  const { secret } = (await client.post("/admin/webhooks", subscription)).body;
  for (let round = 0; round < ROUNDS; round++) {
    const before = there.seen.length;
    for (let card = 0; card < CARDS; card++)
      await client.post("/cards", { type: "Application", name: `Round ${round} card ${card}` });
    await until(() => there.seen.length > before, "deliveries to begin");
    await Bun.sleep(random(LONGEST));
    await server.kill();
    endLeases(server.databaseFile);
    server = await startStoa(setting);
    client = await logIn(server.url);
  }
  const created = valuesIn(server.databaseFile, "SELECT id FROM events WHERE event_type = 'card.created' ORDER BY seq");
  expect(created).toHaveLength(ROUNDS * CARDS);
  const idsIn = () => [...new Set(there.seen.map(({ headers }) => String(headers["webhook-id"])))];
  await until(() => idsIn().length === created.length, "every event to be delivered");
  expect(idsIn()).toEqual(created as string[]);
  expect(there.verified(secret).length).toBeGreaterThanOrEqual(created.length);
  expect(await server.stop()).toBe(0);
  await there.stop();
  expect(problemsOf(server.databaseFile)).toEqual([]);
});
