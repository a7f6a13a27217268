/** Each role sees only what works for it, on every page; costs never reach an account that may not see them. */
import { describe, expect, test } from "bun:test";
import type { Response } from "playwright-core";
import { pages } from "../../src/console/pages";
import { demoAdministrator } from "../support/demo";
import { role } from "../support/factories";
import { testServer } from "../support/server";
import { examplesOf } from "./support/examples";
import { type Person, visitor } from "./support/person";
import { LEADS_ELSEWHERE, pathOfAnswer, refusalIn } from "./support/refusals";

const server = testServer({ SEED_DEMO: "true" });

/** Costs of the demo that have at least so many digits are not there by accident. */
const DIGITS = 5;

/** Returns the keys of the fields that are costs, and the costs of all cards as they are written in answers and on pages. */
async function costsOfDemo(): Promise<{ keys: Set<string>; written: string[] }> {
  const client = await demoAdministrator(server.url);
  const types = await client.get("/metamodel/types?page_size=200");
  type Field = { key: string; type: string };
  type Type = { fields_schema: { fields: Field[] }[] };
  const all = (types.body.items ?? types.body) as Type[];
  const fields = all.flatMap(({ fields_schema }) => fields_schema.flatMap((section) => section.fields));
  const keys = new Set(fields.filter(({ type }) => type === "cost").map(({ key }) => key));
  const values = new Set<number>();
  const others = new Set<unknown>();
  for (let page = 1, more = true; more; page++) {
    const { body } = await client.get(`/cards?page_size=200&page=${page}`);
    for (const { attributes } of body.items as { attributes: Record<string, unknown> | null }[])
      for (const [key, value] of Object.entries(attributes ?? {}))
        if (!keys.has(key)) others.add(value);
        else if (value) values.add(Number(value));
    more = body.items.length === 200;
  }
  const large = [...values].filter((value) => String(value).length >= DIGITS && !others.has(value));
  return { keys, written: large.flatMap((value) => [String(value), value.toLocaleString("en")]) };
}

/** Opens every page that is meant for an account. @returns what went wrong, and the answers with the text of each page */
async function walk(somebody: Person, rights: ReadonlySet<string>) {
  const problems: string[] = [];
  const answers: { url: string; text: string }[] = [];
  const pending: Promise<unknown>[] = [];
  let here = "";
  const listen = (response: Response) => {
    const url = pathOfAnswer(response);
    if (url === undefined) return;
    const refusal = refusalIn(response);
    if (refusal) problems.push(`${here}: ${refusal}`);
    pending.push(
      response.text().then(
        (text) => answers.push({ url, text }),
        // An answer that nobody waited for any more has no text.
        () => undefined,
      ),
    );
  };
  somebody.tab.on("response", listen);
  const examples = await examplesOf(await demoAdministrator(server.url));
  for (const { address, right, anonymous } of pages) {
    if (anonymous || LEADS_ELSEWHERE.has(address)) continue;
    if (right !== undefined && ![right].flat().some((one) => rights.has(one))) continue;
    here = address;
    await somebody.walksTo(address, examples[address]);
    if ((await somebody.tab.locator(".failed").count()) > 0) problems.push(`${address}: something failed`);
    answers.push({ url: address, text: await somebody.tab.content() });
  }
  somebody.tab.off("response", listen);
  await Promise.all(pending);
  return { problems, answers };
}

/** Finds costs in what reached the browser. */
function costsIn(
  answers: readonly { url: string; text: string }[],
  { keys, written }: Awaited<ReturnType<typeof costsOfDemo>>,
) {
  const values = new RegExp(`"(?:${[...keys].join("|")}|total_cost|annual_cost|cost)":\\s*(?:\\{"sum":\\s*)?[1-9]`);
  return answers.flatMap(({ url, text }) => [
    ...(values.test(text) ? [`${url} has the field of a cost`] : []),
    ...written
      // The digits of an id, such as 1c61000f, are no cost.
      .filter((value) => new RegExp(`(?<![\\w.,-])${value}(?![\\w-])`).test(text))
      .map((value) => `${url} has ${value}`),
  ]);
}

/** Returns the rights of an account. */
async function rightsOf(somebody: Person): Promise<Set<string>> {
  const { body } = await somebody.account!.get("/auth/me");
  const granted = Object.entries(body.permissions).filter(([, isGranted]) => isGranted);
  return new Set(granted.map(([right]) => right));
}

describe("a member", () => {
  const member = visitor(server, "member");

  test("sees no page that doesn't work", async () => {
    const { problems } = await walk(member, await rightsOf(member));
    expect(problems).toEqual([]);
  });
});

describe("costs", () => {
  test("reach the browser of an administrator, so that this would notice them", async () => {
    const administrator = await demoAdministrator(server.url);
    const text = JSON.stringify((await administrator.get("/cards?type=Application&page_size=100")).body);
    expect(costsIn([{ url: "/cards", text }], await costsOfDemo()).length).toBeGreaterThan(10);
  });
});

describe("a viewer, who may not see costs,", () => {
  const viewer = visitor(server, "viewer");

  test("sees no page that doesn't work, and gets no cost, neither on a page nor in an answer", async () => {
    const { problems, answers } = await walk(viewer, await rightsOf(viewer));
    expect(problems).toEqual([]);
    expect(answers.length).toBeGreaterThan(30);
    expect(costsIn(answers, await costsOfDemo())).toEqual([]);
  });
});

describe("an account that may see costs", () => {
  test("gets them with the cards", async () => {
    const key = role("inventory.view", "costs.view");
    const client = await server.as(key);
    const { body } = await client.get("/cards?type=Application&page_size=100");
    expect(costsIn([{ url: "/cards", text: JSON.stringify(body) }], await costsOfDemo()).length).toBeGreaterThan(10);
  });
});

describe("a person who may do next to nothing", () => {
  const nobody = visitor(server, () => role("comments.create"));

  test("is shown which right a page takes, on every page that takes one, and nothing is asked of the server for it", async () => {
    const problems: string[] = [];
    let here = "";
    nobody.tab.on("response", (response) => {
      if (response.status() === 403) problems.push(`${here}: ${response.url()} was refused`);
    });
    const examples = await examplesOf(await demoAdministrator(server.url));
    for (const { address, right, anonymous } of pages) {
      if (anonymous || right === undefined) continue;
      here = address;
      await nobody.walksTo(address, { params: examples[address]?.params });
      await nobody.sees(`It takes the right ${[right].flat().join(" / ")}.`);
    }
    expect(problems).toEqual([]);
  });
});
