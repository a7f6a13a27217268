#!/usr/bin/env bun
/**
 * Brings a technology inventory into Stoa through its API, as a script of one's own would.
 *
 *   bun test/landscape/load.ts http://localhost:8920 you@company.com inventory.json   (password in STOA_PASSWORD)
 *
 * The inventory is a JSON array of products: { category, subcategory, name, homepage, repository, maturity, accepted }.
 * Products become ITComponent cards, subcategories TechCategory cards under their categories, owners of repositories
 * Provider cards, with relations between them. Running it again adds only what is missing.
 */

export type Product = {
  category: string;
  subcategory: string;
  name: string;
  homepage: string | null;
  repository: string | null;
  maturity: string | null;
  accepted: string | null;
};

type Ref = { id: string; name: string; parent_id: string | null; external_id: string | null };

/** Requests that are under way at the same time. */
const AT_ONCE = 8;

/** Returns the API as this script needs it. */
function api(url: string, token: string) {
  return async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
}

type Call = ReturnType<typeof api>;

/** Does something for each entry, a few at a time, in the order of the list. */
async function each<T>(entries: readonly T[], work: (entry: T) => Promise<void>): Promise<void> {
  const waiting = [...entries];
  const worker = async () => {
    for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) await work(entry);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Returns all cards of a type, page by page. */
async function cardsOf(call: Call, type: string): Promise<Ref[]> {
  const cards: Ref[] = [];
  for (let page = 1; ; page++) {
    const { items, total } = await call<{ items: Ref[]; total: number }>(
      "GET",
      `/cards?type=${type}&page=${page}&page_size=200`,
    );
    cards.push(...items);
    if (cards.length >= total || items.length === 0) return cards;
  }
}

const fold = (text: string) => text.trim().toLowerCase();

/** `https://github.com/kubernetes/kubernetes` → `kubernetes` */
export function ownerOf(repository: string | null): string | undefined {
  if (!repository || !URL.canParse(repository)) return undefined;
  return new URL(repository).pathname.split("/")[1] || undefined;
}

/**
 * Returns the components among the products: a product that stands in several subcategories is one component, and two
 * products that share a name are distinguished by their subcategory.
 */
export function componentsOf(products: readonly Product[]): Map<string, { name: string; products: Product[] }> {
  const sameProduct = Map.groupBy(
    products,
    (product) => `${fold(product.name)}|${product.repository ?? product.homepage ?? ""}`,
  );
  const taken = new Set<string>();
  return new Map(
    [...sameProduct].map(([key, entries]) => {
      const { name, subcategory } = entries[0] as Product;
      let unique = name;
      for (let copy = 1; taken.has(fold(unique)); copy++)
        unique = copy === 1 ? `${name} (${subcategory})` : `${name} (${subcategory} ${copy})`;
      taken.add(fold(unique));
      return [key, { name: unique, products: entries }];
    }),
  );
}

/**
 * Loads an inventory.
 * @returns how many cards and relations were made
 */
export async function loadLandscape(
  url: string,
  token: string,
  products: readonly Product[],
): Promise<{ cards: number; relations: number }> {
  const call = api(url, token);
  const made = { cards: 0, relations: 0 };

  /** Gives the card of a type and name at a place, making it when it is missing. */
  async function finder(type: string) {
    const known = new Map(
      (await cardsOf(call, type)).map((card) => [`${card.parent_id ?? ""}|${fold(card.name)}`, card.id]),
    );
    return async (name: string, fields: { parent_id?: string } & Record<string, unknown> = {}) => {
      const key = `${fields.parent_id ?? ""}|${fold(name)}`;
      const existing = known.get(key);
      if (existing) return existing;
      const { id } = await call<Ref>("POST", "/cards", { type, name, ...fields });
      made.cards++;
      known.set(key, id);
      return id;
    };
  }

  const category = await finder("TechCategory");
  const provider = await finder("Provider");
  const component = await finder("ITComponent");

  const categories = new Map<string, string>();
  await each([...new Set(products.map((product) => product.category))], async (name) => {
    categories.set(name, await category(name));
  });
  const subcategories = new Map<string, string>();
  await each(
    [...new Set(products.map(({ category: of, subcategory }) => JSON.stringify([of, subcategory])))],
    async (key) => {
      const [of, name] = JSON.parse(key) as [string, string];
      subcategories.set(key, await category(name, { parent_id: categories.get(of) as string }));
    },
  );
  const owners = new Map<string, string>();
  const ownerNames = new Map(
    products
      .map((product) => ownerOf(product.repository))
      .filter((name) => name !== undefined)
      .map((name) => [fold(name), name]),
  );
  await each([...ownerNames], async ([key, name]) => {
    owners.set(key, await provider(name));
  });

  const related = new Set<string>();
  for (const type of ["relITCToTechCat", "relProviderToITC"])
    for (const relation of await call<{ source_id: string; target_id: string }[]>("GET", `/relations?type=${type}`))
      related.add(`${relation.source_id}|${relation.target_id}`);
  const relate = async (type: string, source_id: string, target_id: string) => {
    if (related.has(`${source_id}|${target_id}`)) return;
    related.add(`${source_id}|${target_id}`);
    await call("POST", "/relations", { type, source_id, target_id });
    made.relations++;
  };

  await each([...componentsOf(products).values()], async ({ name, products: entries }) => {
    const { homepage, repository, maturity, accepted } = entries[0] as Product;
    const id = await component(name, {
      description: [homepage, maturity && `CNCF maturity: ${maturity}`].filter(Boolean).join("\n") || null,
      external_id: repository,
      lifecycle: accepted ? { active: accepted } : null,
      attributes: { ...(homepage && { homepage }), ...(repository && { repository }), ...(maturity && { maturity }) },
    });
    for (const entry of entries)
      await relate(
        "relITCToTechCat",
        id,
        subcategories.get(JSON.stringify([entry.category, entry.subcategory])) as string,
      );
    const owner = ownerOf(repository);
    if (owner) await relate("relProviderToITC", owners.get(fold(owner)) as string, id);
  });
  return made;
}

if (import.meta.main) {
  const [url = "http://localhost:8920", email, file] = process.argv.slice(2);
  const password = process.env["STOA_PASSWORD"];
  if (!email || !file || !password) {
    console.error("usage: STOA_PASSWORD=… bun test/landscape/load.ts URL EMAIL INVENTORY.json");
    process.exit(2);
  }
  const login = await fetch(`${url}/api/v1/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (!login.ok) {
    console.error(`Logging in failed: ${await login.text()}`);
    process.exit(1);
  }
  const { access_token } = (await login.json()) as { access_token: string };
  const made = await loadLandscape(url, access_token, (await Bun.file(file).json()) as Product[]);
  console.log(`${made.cards} cards and ${made.relations} relations made`);
}
