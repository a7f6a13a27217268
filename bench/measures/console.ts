/**
 * The console in the packaged browser, over the executable: how soon rows are there, how soon a key is seen, and what the
 * browser holds after long scrolling. The code that runs in the page is text, as the benchmark itself has no document.
 */
import { join } from "node:path";
import type { BrowserContext, Page as Tab } from "playwright-core";
import { closeBrowser, theBrowser } from "../../test/console/support/browser";
import { type Caller, logIn, someCards } from "../client";
import { copyOfFilled } from "../filled";
import { newFolder, type Server, startStoa } from "../processes";
import { type Figure, median } from "../report";

const MINUTE = 60_000;
const MIB = 1_024 ** 2;
/** The budgets of the console, in milliseconds, rows and MiB. */
const BUDGETS = { firstRows: 1_000, key: 100, jump: 300, search: 500, rows: 80, heap: 60_000_000 / MIB };
/** The window that the design is drawn for, and the largest one. */
const WINDOW = { width: 1440, height: 900 };
const LARGEST = { width: 2560, height: 1440 };
/** Milliseconds between two keys, as a keyboard repeats them and as one types. */
const REPEAT = 33;
const TYPING = 90;
/** Pixels of one turn of the wheel, and the milliseconds between two: some hundred rows in a second. */
const TURN = { pixels: 400, every: 100 };
/** Names that are searched for. */
const SEARCHES = 8;

const INVENTORY = "/inventory";
const FILLED = `document.querySelector(".gr .nm .trunc") && !document.querySelector(".gr .sk")`;

/** Waits, picture by picture, until an expression is true. @returns its value */
const when = (tab: Tab, expression: string): Promise<unknown> =>
  tab.evaluate(`new Promise((done) => {
    const look = () => {
      const value = ${expression};
      if (value) done(value);
      else requestAnimationFrame(look);
    };
    look();
  })`);

/** Records the time from each key to the picture with its effect; the browser reports those of 16 ms and more. */
const WATCH_KEYS = `globalThis.keys = [];
new PerformanceObserver((list) => {
  for (const { name, duration } of list.getEntries()) if (name === "keydown") keys.push(duration);
}).observe({ type: "event", durationThreshold: 16 });`;

/** Scrolls to a part of the list, and gives the milliseconds until all rows there have their values. */
const jumpTo = (part: number) => `new Promise((done) => {
  const grid = document.querySelector(".grid");
  const began = performance.now();
  const place = Math.floor(grid.scrollHeight * ${part});
  grid.scrollTop = place;
  const look = () => {
    const rows = [...document.querySelectorAll(".gr")];
    const { top, bottom } = grid.getBoundingClientRect();
    const seen = rows.filter((row) => row.getBoundingClientRect().bottom > top && row.getBoundingClientRect().top < bottom);
    const isThere = seen.length > 5 && seen.every((row) => row.querySelector(".nm .trunc"));
    if (isThere) requestAnimationFrame(() => done(performance.now() - began));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;

/** Records when the list of the palette last changed, and when a key was last pressed. */
const WATCH_PALETTE = `globalThis.seen = { key: 0, change: 0 };
globalThis.answeredAt = () => performance.getEntriesByType("resource").findLast(({ name }) => name.includes("/search?")).responseEnd;
addEventListener("keydown", ({ timeStamp }) => { seen.key = timeStamp; }, true);
new MutationObserver(() => { seen.change = performance.now(); })
  .observe(document.querySelector(".pal-dialog .ps"), { subtree: true, childList: true, characterData: true });`;

/** Watches how many rows the document holds at most. */
const WATCH_ROWS = `globalThis.mostRows = 0;
const look = () => { mostRows = Math.max(mostRows, document.querySelectorAll(".gr").length); requestAnimationFrame(look); };
look();`;

const at = (numbers: readonly number[], part: number): number =>
  numbers.toSorted((one, other) => one - other)[Math.ceil(numbers.length * part) - 1] ?? 0;

const ms = (numbers: readonly number[]): string => numbers.map((one) => one.toFixed(0)).join(", ");

/** Opens a browser without anything in its caches, logged in. */
async function freshBrowser({ url }: Server, { headers }: Caller): Promise<BrowserContext> {
  const context = await (await theBrowser("measures")).newContext({ baseURL: url, viewport: WINDOW, locale: "en-GB" });
  context.setDefaultTimeout(MINUTE);
  const value = (headers["authorization"] ?? "").replace("Bearer ", "");
  await context.addCookies([{ name: "access_token", value, url: `${url}/api`, httpOnly: true }]);
  return context;
}

/** Opens the inventory. @returns its tab, and the milliseconds until its first rows were there */
async function openInventory(context: BrowserContext): Promise<{ tab: Tab; took: number }> {
  const tab = await context.newPage();
  await tab.goto(INVENTORY, { waitUntil: "commit" });
  return { tab, took: Number(await when(tab, `${FILLED} && performance.now()`)) };
}

async function firstRows(server: Server, caller: Caller, rounds: number): Promise<Figure> {
  const took: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const context = await freshBrowser(server, caller);
    took.push((await openInventory(context)).took);
    await context.close();
  }
  return {
    what: "first rows of the inventory, in a browser that has never seen it",
    figure: median(took),
    unit: "ms",
    atMost: BUDGETS.firstRows,
    from: `${ms(took)} ms from the address to the rows`,
  };
}

/** Presses keys as fast as a keyboard repeats them, in the grid. */
async function keys(tab: Tab, rounds: number): Promise<Figure> {
  await tab.evaluate(WATCH_KEYS);
  await tab.locator(".gr .nm").first().click();
  const round = [
    ...Array<string>(40).fill("ArrowDown"),
    ...Array<string>(6).fill("ArrowRight"),
    ...Array<string>(4).fill("PageDown"),
    ...Array<string>(6).fill("ArrowLeft"),
    ...Array<string>(20).fill("ArrowUp"),
    ...Array<string>(8).fill("Shift+ArrowDown"),
  ];
  const pressed = Array.from({ length: rounds }, () => round).flat();
  for (const key of pressed) {
    await tab.keyboard.press(key);
    await Bun.sleep(REPEAT);
  }
  const reported = (await tab.evaluate("keys")) as number[];
  const all = [...reported, ...Array<number>(Math.max(0, pressed.length - reported.length)).fill(16)];
  return {
    what: "key to picture in the grid, 98 of 100",
    figure: at(all, 0.98),
    unit: "ms",
    atMost: BUDGETS.key,
    from: `${pressed.length} keys, half of them within ${median(all).toFixed(0)} ms, the slowest ${at(all, 1).toFixed(0)} ms`,
  };
}

async function jumps(tab: Tab, rounds: number): Promise<Figure> {
  const took: number[] = [];
  for (let round = 0; round < 3 * rounds; round++)
    took.push((await tab.evaluate(jumpTo(0.5 + (round % 2 === 0 ? -1 : 1) * 0.01 * (round + 1)))) as number);
  return {
    what: "jump to the middle of the rows",
    figure: median(took),
    unit: "ms",
    atMost: BUDGETS.jump,
    from: `${ms(took)} ms until the rows have their values`,
  };
}

/** Types names into the palette. */
async function searches(tab: Tab, caller: Caller): Promise<Figure> {
  const cards = await someCards(caller, 400, "Application");
  const step = Math.max(1, Math.floor(cards.length / SEARCHES));
  const names = Array.from({ length: SEARCHES }, (_, index) => cards[index * step]?.name.slice(0, 12).trim() ?? "");
  const took: number[] = [];
  for (const name of names) {
    await tab.keyboard.press("Control+k");
    await tab.getByRole("searchbox").waitFor();
    await tab.locator(".pal-dialog .ps").waitFor();
    await tab.evaluate(WATCH_PALETTE);
    const answered = tab.waitForResponse((answer) => new URL(answer.url()).searchParams.get("q") === name);
    await tab.keyboard.type(name, { delay: TYPING });
    await (await answered).finished();
    await when(tab, "performance.now() - Math.max(seen.key, seen.change) > 400");
    took.push((await tab.evaluate("Math.max(seen.change, answeredAt()) - seen.key")) as number);
    await tab.keyboard.press("Escape");
    await tab.locator(".pal-dialog").waitFor({ state: "detached" });
  }
  return {
    what: "search in the palette settled after the last key",
    figure: median(took),
    unit: "ms",
    atMost: BUDGETS.search,
    from: `${ms(took)} ms for ${names.length} names`,
  };
}

/** Scrolls for some minutes from the beginning to the end and back. */
async function scrolling(tab: Tab, minutes: number): Promise<Figure[]> {
  const session = await tab.context().newCDPSession(tab);
  const heap = async () => {
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    return usedSize / MIB;
  };
  await tab.setViewportSize(LARGEST);
  await when(tab, FILLED);
  const before = await heap();
  await tab.evaluate(WATCH_ROWS);
  const grid = await tab.locator(".grid").boundingBox();
  await tab.mouse.move((grid?.x ?? 0) + 400, (grid?.y ?? 0) + 400);
  const ends = performance.now() + minutes * MINUTE;
  let turns = 0;
  for (; performance.now() < ends; turns++) {
    await tab.mouse.wheel(0, TURN.pixels);
    await Bun.sleep(TURN.every);
  }
  const rows = ((await tab.evaluate("document.querySelector('.grid').scrollTop")) as number) / 32;
  await when(tab, FILLED);
  return [
    {
      what: `heap after ${minutes} minutes of scrolling`,
      figure: await heap(),
      unit: "MiB",
      atMost: BUDGETS.heap,
      from: `${before.toFixed(0)} MiB before; over ${Math.round(rows).toLocaleString("en")} rows in ${turns.toLocaleString("en")} turns of the wheel`,
    },
    {
      what: `rows in the document at most, in a window of ${LARGEST.width} × ${LARGEST.height}`,
      figure: (await tab.evaluate("mostRows")) as number,
      unit: "rows",
      atMost: BUDGETS.rows,
      from: "counted in each picture of the scrolling",
    },
  ];
}

/** Returns the figures of the console over so many cards. @param minutes the time of scrolling */
export async function consolePace(cards: number, rounds: number, minutes: number): Promise<Figure[]> {
  const server = await startStoa(await copyOfFilled(cards, join(newFolder(), "stoa.db")));
  const caller = await logIn(server);
  try {
    const first = await firstRows(server, caller, 3 * rounds);
    const { tab } = await openInventory(await freshBrowser(server, caller));
    const figures = [first, await keys(tab, rounds), await jumps(tab, rounds), await searches(tab, caller)];
    await tab.reload();
    await when(tab, FILLED);
    return [...figures, ...(await scrolling(tab, minutes))];
  } finally {
    await closeBrowser();
    await server.stop();
  }
}
