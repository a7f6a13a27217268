/**
 * An architect loads an inventory of cloud-native products, lets Stoa find the products that have a published life
 * cycle, links each to the oldest version that is still supported, and lists the versions that end in the next twelve
 * months.
 */
import { beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { componentsOf, loadLandscape, type Product } from "../landscape/load";
import { batchAbout } from "../support/batches";
import { clientAs, testServer } from "../support/server";

const server = testServer();
const architect = clientAs(server, "member");
const admin = clientAs(server, "admin");

/** The part of the landscape that runs workloads. */
const inventory = (
  JSON.parse(readFileSync(join(import.meta.dir, "../landscape/cncf-landscape.json"), "utf8")) as Product[]
).filter(({ category }) => ["Orchestration & Management", "App Definition and Development"].includes(category));

/** The day of the compiled-in life cycles, and a year later. */
const [TODAY, NEXT_YEAR] = ["2026-08-21", "2027-08-21"] as const;

type Cycle = { cycle: string; releaseDate: string | null; eol: string | boolean | null };
type CardMatches = { card_id: string; card_name: string; candidates: { eol_product: string; score: number }[] };
type LinkChoice = CardMatches & { product: string; cycle: Cycle };

let found: CardMatches[];
/** The cards that are linked, by their names. */
const linked = new Map<string, LinkChoice>();

beforeAll(async () => {
  await loadLandscape(server.url, architect.token as string, inventory);
});

/** Returns the names of the components in the last phase of their life on a day. */
async function endedAt(day: string): Promise<string[]> {
  const { body } = await architect.get(`/cards?type=ITComponent&phase=endOfLife&at=${day}&page_size=200`);
  return body.items.map(({ name }: { name: string }) => name);
}

/** Returns the oldest cycle that is supported today. */
async function oldestSupported(product: string): Promise<Cycle | undefined> {
  const { body } = await architect.get(`/eol/products/${product}`);
  return (body as Cycle[]).findLast(({ eol }) => (typeof eol === "string" ? eol > TODAY : eol === false));
}

describe("the architect", () => {
  test("searches the life cycles of all components at once", async () => {
    const { status, body, headers } = await architect.post("/eol/mass-search?type_key=ITComponent");
    expect({ status, date: headers.get("x-data-date") }).toEqual({ status: 200, date: TODAY });
    found = body;
    expect(found.length).toBe(componentsOf(inventory).size);
    const best = new Map(found.map(({ card_name, candidates }) => [card_name, candidates[0]]));
    expect(best.get("PostgreSQL")).toMatchObject({ eol_product: "postgresql", score: 1 });
    expect(best.get("Kubernetes")).toMatchObject({ eol_product: "kubernetes", score: 1 });
    expect(best.get("Cassandra")).toMatchObject({ eol_product: "apache-cassandra", score: 0.96 });
  });

  test("links the certain matches to the oldest supported version, in one request", async () => {
    for (const card of found) {
      const [best] = card.candidates;
      const cycle = best?.score === 1 ? await oldestSupported(best.eol_product) : undefined;
      if (best && cycle) linked.set(card.card_name, { ...card, product: best.eol_product, cycle });
    }
    expect(linked.size).toBeGreaterThan(30);
    const links = [...linked.values()].map(({ card_id, product, cycle }) => ({
      ...{ card_id, eol_product: product, eol_cycle: cycle.cycle },
    }));
    const { body } = await architect.post("/eol/mass-link", links);
    expect(body).toEqual({ updated: links.map(({ card_id }) => card_id), count: linked.size });
    const [one, other] = [linked.get("PostgreSQL"), linked.get("Kubernetes")];
    expect(batchAbout(one?.card_id as string)).toBe(batchAbout(other?.card_id as string));
  });

  test("sees which components lose support in the next twelve months", async () => {
    const ending = [...linked.values()].filter(
      ({ cycle: { eol } }) => typeof eol === "string" && eol > TODAY && eol <= NEXT_YEAR,
    );
    const before = await endedAt(TODAY);
    const falling = (await endedAt(NEXT_YEAR)).filter((name) => !before.includes(name));
    expect(falling.toSorted()).toEqual(ending.map(({ card_name }) => card_name).toSorted());
    expect(before).toEqual([]);
    for (const name of ["PostgreSQL", "Kubernetes", "Redis", "Istio"]) expect(falling).toContain(name);
    expect(falling).not.toContain("Valkey");
  });

  test("finds the links again, and undoes them together", async () => {
    const { body } = await architect.post("/eol/mass-search?type_key=ITComponent");
    const current = (body as { card_name: string; current_eol_product: string | null }[])
      .filter(({ current_eol_product }) => current_eol_product !== null)
      .map(({ card_name, current_eol_product }) => [card_name, current_eol_product]);
    expect(new Map(current as [string, string][])).toEqual(
      new Map([...linked].map(([name, { product }]) => [name, product])),
    );
    const batch = batchAbout(linked.get("PostgreSQL")?.card_id as string);
    const undone = await admin.post(`/mutation-batches/${batch}/rollback`, { dry_run: false });
    expect(undone.status).toBe(200);
    expect(await endedAt(NEXT_YEAR)).toEqual([]);
  });
});
