/** Rules that hold of every page of the console, by its list of pages. */
import { beforeAll, describe, expect, test } from "bun:test";
import { pages } from "../../src/console/pages";
import { testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { type Example, examplesOf } from "./support/examples";
import { unreachableIn } from "./support/layout";
import { type Person, SIZES, visitor } from "./support/person";
import { LEADS_ELSEWHERE, refusalsDuring } from "./support/refusals";

const addresses = pages.map(({ address }) => address);

/** Pages of accounts read something; those before the login may have nothing that could fail. */
const ofAccounts = pages.filter(({ anonymous }) => !anonymous).map(({ address }) => address);

/** Half of a desk's window: what remains of it at 200 %. */
const ZOOMED = { width: SIZES.desk.width / 2, height: SIZES.desk.height / 2 };

/** Opens pages with values of the demo. */
function opener(somebody: Person) {
  let examples: Promise<Record<string, Example>> | undefined;
  return async (address: string): Promise<void> => {
    examples ??= examplesOf(somebody.account!);
    await somebody.opens(address, (await examples)[address]);
    await somebody.rests();
  };
}

/** Expects that axe finds nothing in the page as it is, in both themes. */
async function expectAccessible(somebody: Person): Promise<void> {
  expect(await somebody.violations()).toEqual([]);
  await somebody.prefers("dark");
  expect(await somebody.violations("colours")).toEqual([]);
  await somebody.prefers("light");
}

describe("on every page", () => {
  const server = testServer({ SEED_DEMO: "true" });
  const administrator = visitor(server, "admin");
  const open = opener(administrator);

  test.each(addresses)(
    "%s: nothing of it fails, axe finds nothing, light, dark and in forced colours, nothing is cut at 200 %% or on a phone",
    async (address) => {
      const { tab } = administrator;
      const refusals = await refusalsDuring(tab, () => open(address));
      if (ofAccounts.includes(address) && !LEADS_ELSEWHERE.has(address)) {
        expect(refusals).toEqual([]);
        expect(await tab.locator(".failed").count()).toBe(0);
      }
      await expectAccessible(administrator);
      await tab.emulateMedia({ forcedColors: "active" });
      expect(await administrator.violations("colours")).toEqual([]);
      await tab.emulateMedia({ forcedColors: "none" });
      for (const size of [ZOOMED, SIZES.phone]) {
        await tab.setViewportSize(size);
        await administrator.rests();
        expect(await unreachableIn(tab)).toEqual([]);
      }
      await tab.setViewportSize(SIZES.desk);
    },
  );

  test("an address that is no page has the console's own page for it", async () => {
    await administrator.tab.goto("/no/such/page");
    await administrator.sees("There is no page at this address");
    await administrator.clicks("Home");
    await administrator.arrivesAt("/");
  });
});

describe("on every page of an API that fails", () => {
  const server = testServer({ SEED_DEMO: "true" });
  const administrator = visitor(server, "admin");
  let examples: Record<string, Example>;

  beforeAll(async () => {
    administrator.expected = [/status of 500/];
    examples = await examplesOf(administrator.account!);
    await administrator.tab
      .context()
      .route("**/api/v1/**", (route) =>
        /auth\/me|settings\/bootstrap|events\/stream/.test(route.request().url())
          ? route.continue()
          : route.fulfill({ status: 500, json: { detail: "Something went wrong" } }),
      );
  });

  test.each(ofAccounts)("%s: axe finds nothing", async (address) => {
    await administrator.walksTo(address, examples[address]);
    await administrator.rests();
    expect(await administrator.violations("page")).toEqual([]);
  });
});

/** Pages that begin with a question, which needs no answer of the server. */
const ASKING = ["/reports/dependencies", "/reports/saved/$id"];

describe("on every map of an API that is slow", () => {
  const server = testServer({ SEED_DEMO: "true" });
  const administrator = visitor(server, "admin");
  const maps = ofAccounts.filter((address) => address.startsWith("/reports/") && !ASKING.includes(address));

  test.each(maps)("%s: no lack is shown before it is known", async (address) => {
    const { tab } = administrator;
    const answers = Promise.withResolvers<void>();
    await tab.context().route("**/api/v1/**", async (route) => {
      if (!/auth\/me|settings\/bootstrap|events\/stream/.test(route.request().url())) await answers.promise;
      await route.continue();
    });
    await tab.goto(address);
    await tab.locator("main").locator("[aria-busy=true]").or(tab.locator(".empty")).first().waitFor();
    await expectSoon(() => tab.locator(".empty, .failed").allInnerTexts()).toEqual([]);
    answers.resolve();
    await administrator.settles();
    await tab.context().unroute("**/api/v1/**");
    await expectSoon(() => tab.locator(".failed").count()).toBe(0);
  });
});

describe("on every page of an empty landscape", () => {
  const server = testServer();
  const administrator = visitor(server, "admin");

  test.each(ofAccounts.filter((address) => !address.includes("$")))(
    "%s: nothing of it fails, and axe finds nothing",
    async (address) => {
      await administrator.walksTo(address);
      await expectSoon(() => administrator.tab.locator(".failed").count()).toBe(0);
      expect(await administrator.violations("page")).toEqual([]);
    },
  );
});
