/**
 * The server is killed in the middle of long work. `STOA_CRASH_ROUNDS=200 npx bun test test/stress/crash-long.test.ts`
 * kills it more often than a run of all tests does.
 */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { type Answer, type Client, clientOf } from "../support/client";
import { logIn, runStoa, startStoa, withAdministrator } from "../support/executable";
import { newFolder } from "../support/scratch";

const ROUNDS = Number(process.env["STOA_CRASH_ROUNDS"] ?? 3);
/** The rows of each work. */
const ROWS = 1_000;
/** The longest that the server lives after the work was asked for, in milliseconds. */
const LONGEST = 500;

const TYPE = "LongWork";
const field = (key: string) => ({ key, label: key, type: "text" });
const schema = (...keys: string[]) => ({ fields_schema: [{ section: "Main", fields: keys.map(field) }] });

/** The subject of a round: its name, and the cards that every round uses. */
type Round = { client: Client; name: string; ids: string[] };

/** A kind of long work: what must be done before, the work itself, and a query for the number of rows that it has changed. */
type Kind = {
  prepare?: (round: Round) => Promise<unknown>;
  work: (round: Round, prepared: unknown) => Promise<Answer>;
  changed: string;
};

/** Sends a request that must succeed. */
async function done(answer: Promise<Answer>): Promise<Answer["body"]> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

const createAll = ({ client, name }: Round) =>
  client.post("/cards/bulk-create", {
    cards: Array.from({ length: ROWS }, (_, row_index) => ({ row_index, type: TYPE, name: `${name} ${row_index}` })),
  });
/** Returns the ids of new cards of the round. */
const created = async (round: Round): Promise<string[]> =>
  (await done(createAll(round))).results.map(({ id }: { id: string }) => id);

const CREATED = "SELECT count(*) AS count FROM cards WHERE instr(name, $name || ' ') = 1";
const GONE = `SELECT ${ROWS} - count AS count FROM (${CREATED})`;
const WITH_STATUS = (status: string) =>
  `SELECT count(*) AS count FROM cards WHERE status = '${status}' AND $name <> ''`;

const kinds: Record<string, Kind> = {
  create: { work: createAll, changed: CREATED },
  update: {
    work: ({ client, name, ids }) => client.patch("/cards/bulk", { ids, updates: { description: name } }),
    changed: "SELECT count(*) AS count FROM cards WHERE description = $name",
  },
  archive: {
    work: ({ client, ids }) => client.post("/cards/bulk-archive", { card_ids: ids }),
    changed: WITH_STATUS("ARCHIVED"),
  },
  restore: {
    prepare: ({ client, ids }) => done(client.post("/cards/bulk-archive", { card_ids: ids })),
    work: ({ client, ids }) => client.post("/cards/bulk-restore", { card_ids: ids }),
    changed: `SELECT ${ROWS} - count AS count FROM (${WITH_STATUS("ARCHIVED")})`,
  },
  relate: {
    work: ({ client, name, ids }) =>
      client.post("/relations/bulk", {
        operations: ids.map((id, row_index) => ({
          ...{ row_index, action: "upsert", type: "longWorkToItself", description: name },
          ...{ source: { id }, target: { id: ids[(row_index + 1) % ids.length] } },
        })),
      }),
    changed: "SELECT count(*) AS count FROM relations WHERE description = $name",
  },
  delete: {
    prepare: created,
    work: ({ client }, card_ids) => client.post("/cards/bulk-delete", { card_ids }),
    changed: GONE,
  },
  undo: {
    async prepare(round) {
      await created(round);
      return (await done(round.client.get("/mutation-batches?page_size=1"))).items[0].id;
    },
    work: ({ client }, batch) => client.post(`/mutation-batches/${batch}/rollback`, { dry_run: false }),
    changed: GONE,
  },
  recalculate: {
    async prepare({ client, name }) {
      const calculations = await done(client.get(`/calculations?type_key=${TYPE}`));
      const formula = JSON.stringify(name);
      return done(client.patch(`/calculations/${calculations[0].id}`, { formula }));
    },
    work: ({ client }) => client.post(`/calculations/recalculate/${TYPE}`),
    changed:
      "SELECT count(*) AS count FROM cards WHERE attributes ->> 'computed' = $name AND instr(name, 'Lasting') = 1",
  },
  "remove a field": {
    async prepare({ client, name, ids }) {
      await done(client.patch(`/metamodel/types/${TYPE}`, schema("computed", "removed")));
      return done(client.patch("/cards/bulk", { ids, updates: { attributes: { removed: name } } }));
    },
    work: ({ client }) => client.patch(`/metamodel/types/${TYPE}`, schema("computed")),
    changed: `SELECT ${ROWS} - count(*) AS count FROM cards WHERE attributes ->> 'removed' = $name`,
  },
};

/** Makes cards of its own until the server is gone. @returns the names that were acknowledged */
async function makeCards({ client, name }: Round): Promise<string[]> {
  const made: string[] = [];
  for (;;) {
    const card = `Meanwhile ${name} ${made.length}`;
    const answer = await client.post("/cards", { type: "Application", name: card }).catch(() => undefined);
    if (answer?.status !== 201) return made;
    made.push(card);
  }
}

/** Returns the first column of a query's first row, as the file has it. */
function look(file: string, query: string, name: string): number {
  const sqlite = new Database(file, { readonly: true, strict: true });
  try {
    return (sqlite.query(query).get({ name }) as { count: number }).count;
  } finally {
    sqlite.close();
  }
}

/** Makes what the rounds work with. @returns the ids of the cards */
async function makeLandscape(client: Client): Promise<string[]> {
  await done(client.post("/metamodel/types", { key: TYPE, label: TYPE, ...schema("computed") }));
  const ends = { source_type_key: TYPE, target_type_key: TYPE, cardinality: "n:m" };
  await done(client.post("/metamodel/relation-types", { key: "longWorkToItself", label: "after", ...ends }));
  const calculation = { target_type_key: TYPE, target_field_key: "computed", formula: '""', name: "computed" };
  await done(
    client.post("/calculations", calculation).then(({ body }) => client.post(`/calculations/${body.id}/activate`)),
  );
  return created({ client, name: "Lasting", ids: [] });
}

test(
  `the server does nothing by halves when it is killed in long work ${ROUNDS} times`,
  async () => {
    const setting = { folder: newFolder(), environment: withAdministrator };
    let server = await startStoa(setting);
    const { token = "" } = await logIn(server.url);
    const ids = await makeLandscape(clientOf(server.url, token));
    for (let at = 0; at < ROUNDS; at++) {
      const [kind, { prepare, work, changed }] = Object.entries(kinds)[at % Object.keys(kinds).length] as [
        string,
        Kind,
      ];
      const round = { client: clientOf(server.url, token), name: `Round ${at}`, ids };
      const prepared = await prepare?.(round);
      const answer = work(round, prepared).catch(() => undefined);
      const meanwhile = makeCards(round);
      await Bun.sleep(Math.random() * LONGEST);
      await server.kill();
      const status = (await answer)?.status;
      const made = await meanwhile;
      server = await startStoa(setting);
      const rows = look(server.databaseFile, changed, round.name);
      expect({ kind, status, rows }).toEqual({ kind, status: status && 200, rows: status || rows ? ROWS : 0 });
      const created = look(server.databaseFile, CREATED, `Meanwhile ${round.name}`);
      expect([made.length, made.length + 1]).toContain(created);
      expect(await runStoa(["check"], setting)).toMatchObject({ code: 0, stderr: "" });
      if (kind === "archive" || kind === "restore")
        await done(clientOf(server.url, token).post("/cards/bulk-restore", { card_ids: ids }));
    }
    await server.stop();
  },
  60_000 + ROUNDS * 30_000,
);
