/**
 * Takes pictures of every page of the console with the demo, to be compared with the design: `npm run pictures`, or
 * `npm run pictures -- notifications` for the pages whose address has that word. They go to build/pictures.
 */

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page as Tab } from "playwright-core";
import { buildConsole } from "../../../scripts/console/build";
import { readMacros } from "../../../scripts/console/macros";
import { readConfig } from "../../../src/config";
import { startServer } from "../../../src/server";
import { clientOf } from "../../support/client";
import { DEMO_ADMINISTRATOR } from "../../support/demo";
import { closeBrowser, theBrowser } from "./browser";
import { type Example, examplesOf } from "./examples";
import { addressOf, SIZES } from "./person";

const ROOT = join(import.meta.dir, "../../..");
const FOLDER = join(ROOT, "build", "pictures");
const THEMES = ["light", "dark"] as const;

/** The demo's administrator, whose password is published. */

type PageOfConsole = { address: string; anonymous?: boolean };

/** Returns the name of a page's pictures: `/cards/$id` → cards-id. */
const nameOf = (address: string) => address.replaceAll(/[/$]+/g, "-").replace(/^-/, "") || "home";

/** Waits until a page shows what it has. */
async function settle(tab: Tab): Promise<void> {
  await tab.locator("h1, .empty, .failed").first().waitFor();
  await tab.waitForFunction(() => document.fonts.status === "loaded" && !document.querySelector("[aria-busy=true]"));
}

async function takePictures(browser: Browser, url: string, token: string, page: PageOfConsole, example: Example) {
  for (const theme of THEMES)
    for (const [size, viewport] of Object.entries(SIZES)) {
      const context = await browser.newContext({
        baseURL: url,
        viewport,
        colorScheme: theme,
        reducedMotion: "reduce",
        locale: "en-GB",
      });
      if (!page.anonymous)
        await context.addCookies([{ name: "access_token", value: token, url: `${url}/api`, httpOnly: true }]);
      const tab = await context.newPage();
      await tab.goto(addressOf(page, example));
      await settle(tab);
      const suffix = [size === "desk" ? "" : size, theme === "dark" ? "dark" : ""]
        .filter(Boolean)
        .map((part) => `-${part}`);
      await tab.screenshot({ path: join(FOLDER, `${nameOf(page.address)}${suffix.join("")}.png`) });
      await context.close();
    }
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
  await takePictures(await theBrowser(), url, client.token ?? "", page, example);
  console.log(`build/pictures/${nameOf(page.address)}*.png`);
}
await closeBrowser();
await stop();
rmSync(data, { recursive: true, force: true });
process.exit(0);
