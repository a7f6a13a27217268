import { beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { clientAs, testServer } from "../support/server";
import { componentsOf, loadLandscape, ownerOf, type Product } from "./load";

const products = JSON.parse(readFileSync(join(import.meta.dir, "cncf-landscape.json"), "utf8")) as Product[];

const server = testServer();
const architect = clientAs(server, "member");
let made: { cards: number; relations: number };

beforeAll(async () => {
  made = await loadLandscape(server.url, architect.token as string, products);
});

const totalOf = async (query: string) => (await architect.get(`/cards?${query}`)).body.total as number;
const distinct = (keys: (string | undefined)[]) => new Set(keys.filter(Boolean)).size;

test("every product, category and owner of the inventory becomes one card", async () => {
  const components = componentsOf(products).size;
  const categories =
    distinct(products.map((product) => product.category)) +
    distinct(products.map((product) => `${product.category}|${product.subcategory}`));
  const owners = distinct(products.map((product) => ownerOf(product.repository)?.toLowerCase()));
  expect(products.length).toBeGreaterThan(2_400);
  expect(await totalOf("type=ITComponent")).toBe(components);
  expect(await totalOf("type=TechCategory")).toBe(categories);
  expect(await totalOf("type=Provider")).toBe(owners);
  expect(made.cards).toBe(components + categories + owners);
});

test("every product is in its subcategory and belongs to its owner", async () => {
  const placements = distinct(
    products.map(
      (product) =>
        `${product.name.toLowerCase()}|${product.repository ?? product.homepage}|${product.category}|${product.subcategory}`,
    ),
  );
  const placed = await architect.get("/relations?type=relITCToTechCat");
  expect(placed.body).toHaveLength(placements);
  const owned = await architect.get("/relations?type=relProviderToITC");
  expect(placed.body.length + owned.body.length).toBe(made.relations);
});

test.each(["Elastisys Welkin® based on Kubespray", "Ænix (member)", "Banco de Crédito BCP (member)"])(
  "the product %s is found by its name",
  async (name) => {
    const { body } = await architect.get(`/cards?search=${encodeURIComponent(name)}`);
    expect(body.items.map((card: { name: string }) => card.name)).toContain(name);
  },
);

test("loading the inventory again creates nothing", async () => {
  expect(await loadLandscape(server.url, architect.token as string, products)).toEqual({ cards: 0, relations: 0 });
});
