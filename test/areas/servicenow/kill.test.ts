/** A server that is killed in the middle of runs, and a copy of its file from that moment. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { behindItsBack, findingsOf, valuesIn } from "../../support/databases";
import { logIn, type RunningServer, runStoa, startStoa, withAdministrator } from "../../support/executable";
import { makeCard } from "../../support/factories";
import { END_LEASES } from "../../support/runs";
import { newFolder } from "../../support/scratch";
import { type Body, ended, map, run, testInstance } from "./setup";

const instance = testInstance();
const environment = {
  ...withAdministrator,
  SECRET_KEY: "a key that the copy is opened with, too",
  ALLOW_PRIVATE_ADDRESSES: "true",
  NODE_TLS_REJECT_UNAUTHORIZED: "0",
  SYNC_ANSWER_WAIT_SECONDS: "0",
};
const ROWS = 501;
const CARDS = 12;
const servers: RunningServer[] = [];
const start = async (folder?: string): Promise<RunningServer> => {
  const server = await startStoa({ environment, ...(folder && { folder }) });
  servers.push(server);
  return server;
};
beforeAll(() => start());
afterAll(() => Promise.all(servers.map((server) => server.kill())));

/** Ends the leases of the process that was killed, which would end by themselves. */
const endLeases = (file: string) =>
  behindItsBack(file, (sqlite) => {
    sqlite.run(END_LEASES);
  });

/** Returns names of ACTIVE cards that stand twice, and how many cards have an identity. */
const stateOf = (file: string) => [
  valuesIn(file, "SELECT name FROM cards WHERE status = 'ACTIVE' GROUP BY name HAVING count(*) > 1"),
  valuesIn(file, "SELECT count(*) FROM servicenow_identity_map i JOIN cards c ON c.id = i.card_id")[0],
];
const problemsOf = (file: string) => findingsOf(file).filter(({ problem }) => problem !== undefined);

/** Starts a run and waits until its instance is asked for something that doesn't come. */
async function runInTheMiddle(mapping: Body, what: "pull" | "push", isLast: (asked: Body) => boolean): Promise<string> {
  const client = await logIn(servers.at(-1)?.url ?? "");
  const { promise: arrived, resolve } = Promise.withResolvers<void>();
  instance.fault = (asked) => {
    if (!isLast(asked)) return undefined;
    resolve();
    return { slow: 60_000 };
  };
  const { id } = await run(client, mapping, what);
  await arrived;
  instance.fault = () => undefined;
  return id;
}

test("a killed server and one on a copy of its file both complete the run", async () => {
  const [server] = servers as [RunningServer];
  const client = await logIn(server.url);
  const mapping = await map(client, instance, { sync_direction: "bidirectional" });
  instance.add(
    mapping.snow_table,
    Array.from({ length: ROWS }, (_, row) => ({ name: `Row ${row * 7919}` })),
  );
  const pull = await runInTheMiddle(mapping, "pull", ({ query }) => query.get("sysparm_offset") === "500");
  const copy = join(server.folder, "copy.db");
  expect((await runStoa(["backup", copy], { folder: server.folder, environment })).code).toBe(0);
  await server.kill();
  const elsewhere = newFolder();
  const restored = await runStoa(["restore", copy], { folder: elsewhere, environment });
  expect(restored).toMatchObject({ code: 0 });
  endLeases(server.databaseFile);
  endLeases(join(elsewhere, "data", "stoa.db"));
  const finish = async (folder: string) => {
    const { url, databaseFile } = await start(folder);
    const expected = { status: "completed", stats: { fetched: ROWS, created: ROWS } };
    expect(await ended(await logIn(url), pull)).toMatchObject(expected);
    expect(stateOf(databaseFile)).toEqual([[], ROWS]);
    expect(problemsOf(databaseFile)).toEqual([]);
  };
  await Promise.all([elsewhere, server.folder].map(finish));
});

test("a push that is killed creates no row twice", async () => {
  const killed = servers.at(-1) as RunningServer;
  const client = await logIn(killed.url);
  const field_mappings = [{ turbo_field: "name", snow_field: "name", direction: "turbo_leads" }];
  const mapping = await map(client, instance, { card_type_key: "Platform", field_mappings });
  for (let card = 0; card < CARDS; card++) await makeCard(client, { type: "Platform", name: `Pushed ${card}` });
  let created = 0;
  const push = await runInTheMiddle(mapping, "push", ({ method }) => method === "POST" && ++created === 5);
  await killed.kill();
  endLeases(killed.databaseFile);
  const { url } = await start(killed.folder);
  const finished = await ended(await logIn(url), push);
  expect(finished).toMatchObject({ status: "completed", stats: { processed: CARDS, created: CARDS, errors: 0 } });
  const names = [...(instance.tables.get(mapping.snow_table)?.values() ?? [])].map(({ name }) => name);
  expect(names.toSorted()).toEqual(Array.from({ length: CARDS }, (_, card) => `Pushed ${card}`).toSorted());
});
