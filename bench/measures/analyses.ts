/**
 * Measures how well the local engine finds what is there twice, how long it takes, and how long the server's
 * thread stands still meanwhile.
 */
import { join } from "node:path";
import { vendorsOf } from "../../src/analysis/vendor-names";
import { type Caller, logIn } from "../client";
import { ADMIN } from "../fill";
import { type KnownLandscape, knownLandscape, knownVendors } from "../near-duplicates";
import { newFolder, type Server, startStoa } from "../processes";
import type { Figure } from "../report";

const LONGEST = 60_000;
const LEAST_PRECISION = 0.9;
const LEAST_RECALL = 0.8;

/** Names of vendors for each that is written another time. */
const VENDORS_PER_DUPLICATE = 7;

/** Rows of one request. */
const CARDS = 5_000;
const RELATIONS = 5_000;
/** The interval at which the server is asked whether it is there, in milliseconds. */
const INTERVAL = 5;

const chunks = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

type BulkResult = { results: { id: string }[] };

async function createCards(caller: Caller, cards: readonly object[]): Promise<string[]> {
  const ids: string[] = [];
  for (const some of chunks(cards, CARDS)) {
    const rows = some.map((card, row_index) => ({ row_index, ...card }));
    const { results } = await caller.post<BulkResult>("/cards/bulk-create", JSON.stringify({ cards: rows }));
    ids.push(...results.map(({ id }) => id));
  }
  return ids;
}

/** Makes a known landscape by requests; what things are linked to are capabilities. @returns the ids of the things */
async function fill(caller: Caller, { things }: KnownLandscape): Promise<string[]> {
  const capabilities = [...new Set(things.flatMap(({ links }) => Object.values(links).flat()))];
  const capabilityIds = await createCards(
    caller,
    capabilities.map((name) => ({ type: "BusinessCapability", name })),
  );
  const idOf = new Map(capabilities.map((name, at) => [name, capabilityIds[at]]));
  // Siblings have different names, however alike.
  const ids = await createCards(
    caller,
    things.map(({ name, description }) => ({ type: "Application", name, description })),
  );
  const relations = things.flatMap(({ links }, at) =>
    Object.values(links)
      .flat()
      .map((name) => ({ type: "relAppToBC", source: { id: ids[at] }, target: { id: idOf.get(name) } })),
  );
  for (const some of chunks(relations, RELATIONS))
    await caller.post(
      "/relations/bulk",
      JSON.stringify({ operations: some.map((relation, row_index) => ({ row_index, ...relation })) }),
    );
  return ids;
}

/** Returns the pairs that clusters hold, as keys of the places of their members. */
function pairsIn(clusters: readonly { card_ids: string[] }[], ids: readonly string[]): string[] {
  const placeOf = new Map(ids.map((id, place) => [id, place]));
  return clusters.flatMap(({ card_ids }) => {
    const places = card_ids.map((id) => placeOf.get(id) as number).sort((a, b) => a - b);
    return places.flatMap((one, at) => places.slice(at + 1).map((other) => `${one},${other}`));
  });
}

type Run = { status: string };

/** Runs an analysis. @returns the milliseconds that it took, and the longest that the server was silent meanwhile */
async function run(caller: Caller, server: Server, path: string): Promise<{ took: number; silent: number }> {
  const began = performance.now();
  const { run_id } = await caller.post<{ run_id: string }>(path, "");
  let silent = 0;
  for (let asked = 0; ; asked++) {
    const before = performance.now();
    await fetch(`${server.url}/api/health`).then((response) => response.text());
    silent = Math.max(silent, performance.now() - before);
    await Bun.sleep(INTERVAL);
    if (asked % 20 > 0) continue;
    const { status } = await caller.get<Run>(`/turbolens/analysis-runs/${run_id}`);
    if (status === "completed") return { took: performance.now() - began, silent };
    if (status !== "running") throw new Error(`the run of ${path} is ${status}`);
  }
}

function quality(what: string, found: readonly string[], planted: ReadonlySet<string>): Figure[] {
  const hits = found.filter((pair) => planted.has(pair)).length;
  const from = `${planted.size} planted, ${found.length} found, ${hits} of them planted`;
  const unit = "ratio" as const;
  return [
    { what: `precision of ${what}`, figure: hits / found.length, unit, atLeast: LEAST_PRECISION, from },
    { what: `recall of ${what}`, figure: hits / planted.size, unit, atLeast: LEAST_RECALL, from },
  ];
}

/** Returns the names of vendors that are found to mean the same. */
function vendorQuality(duplicates: number): Figure[] {
  const { names, planted } = knownVendors(VENDORS_PER_DUPLICATE * duplicates, duplicates);
  const found = vendorsOf(names, () => 1).flatMap(({ members }) =>
    members.flatMap((one, at) => members.slice(at + 1).map((other) => `${one},${other}`)),
  );
  return quality("names that mean the same vendor", found, planted);
}

/** Returns the time that the server was silent at most. */
const silence = (during: string, figure: number): Figure => ({
  what: `longest answer to a health check during ${during}`,
  figure,
  unit: "ms",
  from: `asked every ${INTERVAL} ms, over loopback, on a machine that also runs this`,
});

/**
 * Returns the figures of a server without a language model.
 * @param applications how many are generated in addition to the products of the CNCF landscape
 * @param planted how many near-duplicates are among them
 */
export async function analyses(applications: number, planted: number): Promise<Figure[]> {
  const landscape = await knownLandscape(applications, planted);
  const server = await startStoa(join(newFolder(), "stoa.db"));
  try {
    await fetch(`${server.url}/api/v1/auth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...ADMIN, display_name: "Bench" }),
    });
    const caller = await logIn(server);
    const ids = await fill(caller, landscape);
    const { took, silent } = await run(caller, server, "/turbolens/duplicates/analyse");
    const clusters = await caller.get<{ card_ids: string[] }[]>("/turbolens/duplicates");
    const scan = await run(caller, server, "/compliance/compliance-scan");
    const cards = landscape.things.length.toLocaleString("en");
    return [
      ...quality("duplicates at the default threshold", pairsIn(clusters, ids), landscape.planted),
      ...vendorQuality(planted),
      { what: "run that finds duplicates", figure: took, unit: "ms", atMost: LONGEST, from: `${cards} applications` },
      silence("that run", silent),
      { what: "compliance scan", figure: scan.took, unit: "ms", atMost: LONGEST, from: `${cards} applications` },
      silence("that scan", scan.silent),
    ];
  } finally {
    await server.stop();
  }
}
