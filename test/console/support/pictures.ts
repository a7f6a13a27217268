/**
 * Takes pictures of every page of the console with the demo, to be compared with the design: `npm run pictures`, or
 * `npm run pictures -- notifications` for the pages whose address has that word. They go to build/pictures.
 * `npm run pictures -- readme` takes those of the README anew, which stand in docs/pictures.
 */

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page as Tab } from "playwright-core";
import { buildConsole } from "../../../scripts/console/build";
import { readMacros } from "../../../scripts/console/macros";
import { readConfig } from "../../../src/config";
import { startServer } from "../../../src/server";
import { type Client, clientOf } from "../../support/client";
import { DEMO_ADMINISTRATOR } from "../../support/demo";
import { closeBrowser, theBrowser } from "./browser";
import { cardNamed, type Example, examplesOf } from "./examples";
import { addressOf, SIZES } from "./person";

const ROOT = join(import.meta.dir, "../../..");
const FOLDER = join(ROOT, "build", "pictures");
const THEMES = ["light", "dark"] as const;

type PageOfConsole = { address: string; anonymous?: boolean };

/** Returns the name of a page's pictures: `/cards/$id` → cards-id. */
const nameOf = (address: string) => address.replaceAll(/[/$]+/g, "-").replace(/^-/, "") || "home";

/** Waits until a page shows what it has. */
async function settle(tab: Tab): Promise<void> {
  await tab.locator("h1, .empty, .failed").first().waitFor();
  await tab.waitForFunction(() => document.fonts.status === "loaded" && !document.querySelector("[aria-busy=true]"));
}

type Look = { viewport: { width: number; height: number }; colorScheme: (typeof THEMES)[number] };

/** Takes a picture of a page. @param token of who looks at it; undefined for nobody */
async function takePicture(
  browser: Browser,
  url: string,
  token: string | undefined,
  { address, look, path }: { address: string; look: Look; path: string },
): Promise<void> {
  const context = await browser.newContext({ baseURL: url, ...look, reducedMotion: "reduce", locale: "en-GB" });
  if (token) await context.addCookies([{ name: "access_token", value: token, url: `${url}/api`, httpOnly: true }]);
  const tab = await context.newPage();
  await tab.goto(address);
  await settle(tab);
  await tab.screenshot({ path });
  await context.close();
}

async function takePictures(browser: Browser, url: string, token: string, page: PageOfConsole, example: Example) {
  for (const colorScheme of THEMES)
    for (const [size, viewport] of Object.entries(SIZES)) {
      const suffix = [size === "desk" ? "" : size, colorScheme === "dark" ? "dark" : ""]
        .filter(Boolean)
        .map((part) => `-${part}`);
      await takePicture(browser, url, page.anonymous ? undefined : token, {
        address: addressOf(page, example),
        look: { viewport, colorScheme },
        path: join(FOLDER, `${nameOf(page.address)}${suffix.join("")}.png`),
      });
    }
}

/** Returns the pictures of the README, with the cards of the demo that they show. */
async function readmePictures(
  client: Client,
): Promise<{ name: string; address: string; theme: (typeof THEMES)[number] }[]> {
  const server = await cardNamed(client, "Plant Server Saltby");
  const erp = await cardNamed(client, "Group ERP");
  return [
    { name: "impact", theme: "light", address: `/cards/${server}?tab=impact` },
    { name: "capability-map", theme: "light", address: "/reports/capability-map" },
    { name: "inventory", theme: "dark", address: `/inventory?type=Application&peek=${erp}` },
  ];
}

readMacros();
await buildConsole();
mkdirSync(FOLDER, { recursive: true });
const data = mkdtempSync(join(tmpdir(), "stoa-pictures-"));
const { url, stop } = await startServer(
  readConfig({
    PORT: "0",
    HOST: "127.0.0.1",
    DATABASE_URL: `file:${join(data, "stoa.db")}`,
    SECRET_KEY: "a key for pictures that nobody else uses",
    LOG_LEVEL: "silent",
    SEED_DEMO: "true",
  }),
  (error) => {
    throw error;
  },
);
const login = await clientOf(url).post("/auth/login", DEMO_ADMINISTRATOR);
const client = clientOf(url, login.body.access_token);
const list: { pages: PageOfConsole[] } = await import(join(ROOT, "src", "console", "pages", "index.ts"));
const words = process.argv.slice(2);
const examples = await examplesOf(client);
for (const page of list.pages) {
  const example = examples[page.address] ?? {};
  if (words.length > 0 && !words.some((word) => page.address.includes(word))) continue;
  await takePictures(await theBrowser("measures"), url, client.token ?? "", page, example);
  console.log(`build/pictures/${nameOf(page.address)}*.png`);
}
if (words.includes("readme"))
  for (const { name, address, theme } of await readmePictures(client))
    await takePicture(await theBrowser(), url, client.token, {
      address,
      look: { viewport: SIZES.desk, colorScheme: theme },
      path: join(ROOT, "docs", "pictures", `${name}.png`),
    });
await closeBrowser();
await stop();
rmSync(data, { recursive: true, force: true });
process.exit(0);
