import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fillDatabase } from "../../bench/fill";
import { filledFile, keepFilledIn, placesOf } from "../../bench/filled";
import { cleanUp, startFloor } from "../../bench/processes";
import { isMet, table } from "../../bench/report";
import { everything, measure, type Options } from "../../bench/run";
import { statement } from "../../db";
import { closeDatabase, openDatabase } from "../../db/client";
import { findingsOf, valuesIn } from "../support/databases";
import { newFolder } from "../support/scratch";

const CARDS = 500;

describe("a database that the benchmark fills", () => {
  afterEach(() => {
    closeDatabase();
  });

  const filled = async (seed?: number) => {
    const file = join(newFolder(), "filled.db");
    await fillDatabase(file, CARDS, seed);
    openDatabase(file);
    return file;
  };
  const count = (sql: string) => statement<{ count: number }>(`SELECT count(*) AS count FROM ${sql}`).get()?.count;
  const names = () => statement("SELECT id, name, attributes, description FROM cards ORDER BY seq").values();

  test("has the cards and relations that it announces", async () => {
    await filled();
    expect(count("cards")).toBe(CARDS);
    expect(count("relations")).toBe(3 * CARDS);
    expect(count("events WHERE event_type = 'card.created'")).toBe(CARDS);
    expect(count("events WHERE event_type = 'card.created' AND batch_id IS NULL")).toBe(0);
    expect(count("cards WHERE length(description) NOT BETWEEN 50 AND 400")).toBe(0);
    expect(statement("SELECT DISTINCT type FROM cards").values().length).toBeGreaterThan(8);
  });

  test("is sound: `stoa check` finds no problem, neither in the references nor in the hash chain of the journal", async () => {
    const findings = findingsOf(await filled());
    expect(findings.filter(({ problem, note }) => problem ?? note)).toEqual([]);
    expect(findings.map(({ check }) => check)).toEqual(
      expect.arrayContaining(["schema", "integrity", "references", "counts", "journal"]),
    );
    expect(count("events WHERE seal IS NULL")).toBe(0);
  });

  test("is the same for the same seed, and another for another seed", async () => {
    await filled();
    const first = names();
    await filled();
    expect(names()).toEqual(first);
    await filled(1);
    expect(names()).not.toEqual(first);
  });
});

describe("a cached database of the benchmark", () => {
  const inFile = async (file: string) => {
    openDatabase(file);
    try {
      return statement("SELECT id FROM users ORDER BY id").values();
    } finally {
      closeDatabase();
    }
  };

  test("is upgraded when its schema is older, and is deleted when it can't be used", async () => {
    const folder = newFolder();
    keepFilledIn(folder);
    const [place, earlier] = placesOf(50) as [string, string];
    expect(await filledFile(50)).toBe(place);
    const users = await inFile(place);
    renameSync(place, earlier);
    writeFileSync(join(folder, basename(place).replace(/-\w+\.db$/, "-unknown.db")), "");
    expect(await filledFile(50)).toBe(place);
    expect(readdirSync(folder)).toEqual([basename(place)]);
    expect(await inFile(place)).toEqual(users);
  });
});

describe("measures of the benchmark", () => {
  beforeAll(() => keepFilledIn(newFolder()));
  afterAll(cleanUp);

  const options: Options = {
    cards: CARDS,
    sizes: [CARDS, 2 * CARDS],
    effort: { rounds: 1, seconds: 1, connections: 4, amount: 40 },
    lists: 40,
    subscribers: 5,
    starts: 1,
    bulk: 50,
    applications: 50,
    planted: 8,
    diagrams: 20,
    risks: 50,
    entries: 50,
    rows: 40,
    watched: 10,
    patience: 100,
    minutes: 0.02,
    rest: 0.1,
  };

  /** Measures that take longest; `npm run test:long` takes them, too. */
  const LONG = [
    "stalls",
    "console",
    "soak",
    "hubs",
    "sizes",
    "export",
    "analyses",
    "memory",
    "doors",
    "replication",
    "past",
    "scenarios",
    "other-states",
    "risks",
    "portfolio",
    "lists",
    "pages",
    "card",
    "guard",
    "catalogues",
    "reports",
  ];
  const measures = process.env["STOA_CRASH_ROUNDS"] ? everything : everything.filter((name) => !LONG.includes(name));

  test.each(measures)("are taken by %s", async (name) => {
    const figures = await measure(name, options);
    expect(figures.length).toBeGreaterThan(0);
    for (const { figure } of figures) expect(figure).toBeFinite();
    const served = figures.find(({ unit }) => unit === "subscribers");
    if (served) expect(served.figure).toBe(options.subscribers);
  });
});

test("the fair floor of a change answers with the card and stores a sealed event; without a user it refuses", async () => {
  const file = join(newFolder(), "floor.db");
  await fillDatabase(file, CARDS);
  const [card] = valuesIn(file, "SELECT id FROM cards ORDER BY seq LIMIT 1");
  const [user] = valuesIn(file, "SELECT id FROM users WHERE role = 'admin'");
  const floor = await startFloor(file);
  const change = (sub: unknown) =>
    fetch(`${floor.url}/fair/api/v1/cards/${card}`, {
      method: "PATCH",
      headers: { authorization: `Bearer .${Buffer.from(JSON.stringify({ sub })).toString("base64url")}.` },
      body: JSON.stringify({ attributes: { numberOfUsers: 12345 } }),
    });
  const answer = await change(user);
  expect([answer.status, await answer.json()]).toMatchObject([
    200,
    { id: card, attributes: { numberOfUsers: 12345 }, updated_by: user },
  ]);
  expect((await change("nobody")).status).toBe(401);
  await floor.stop();
  expect(
    valuesIn(file, "SELECT entity_id FROM events WHERE event_type = 'card.updated' ORDER BY seq DESC LIMIT 1"),
  ).toEqual([card]);
  expect(findingsOf(file).filter(({ check, problem }) => problem && check === "journal")).toEqual([]);
});

test("a figure meets its bound at the bound's value, and always where there is none", () => {
  const figure = { what: "", figure: 0.6, unit: "ratio", from: "" } as const;
  expect(isMet({ ...figure, atLeast: 0.6 })).toBe(true);
  expect(isMet({ ...figure, atLeast: 0.61 })).toBe(false);
  expect(isMet({ ...figure, atMost: 0.6 })).toBe(true);
  expect(isMet({ ...figure, atMost: 0.59 })).toBe(false);
  expect(isMet(figure)).toBe(true);
  expect(table([{ ...figure, atMost: 0.59 }])).toContain("**no**");
});
