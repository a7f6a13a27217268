/**
 * A person in front of the console. A scenario reads as what they do:
 *
 *   const architect = person(server, "member");
 *   test("…", async () => {
 *     await architect.opens(notifications);
 *     await architect.clicks("Mark all as read");
 *     await architect.sees("Nothing new");
 *   });
 *
 * A message of an error in the browser, or something that the page's policy forbids, fails the test that saw it.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "bun:test";
import type { BrowserContext, BrowserContextOptions, Locator, Page as Tab } from "playwright-core";
import type { Client } from "../../support/client";
import type { TestServer } from "../../support/server";
import { SLOWDOWN } from "../../support/waiting";
import { type AxePart, violationsIn } from "./axe";
import { theBrowser } from "./browser";

/** A page of the console, as far as its address and name go. */
type Target = { address: string };

/** Values for an address: parameters by name, and search parameters. */
type Place = { params?: Record<string, string>; search?: Record<string, unknown> };

/** The sizes of windows that the console is made for. */
export const SIZES = {
  desk: { width: 1440, height: 900 },
  laptop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const;

/** An address of the server that takes the least time. */
const SMALL = "/api/health";

/** Forgets what the console has stored. @returns true once that is done */
function forgetAll(): boolean {
  localStorage.clear();
  sessionStorage.clear();
  return true;
}

/** Messages of the browser that are no faults: it reports each answer with an error, also those that are expected. */
const EXPECTED =
  /^Failed to load resource: the server responded with a status of (400|401|403|404|409|412|422|423|429)/;

/** Slows a tab while it shows the console, as `STOA_TEST_SLOWDOWN` says: a key then comes before what the last one did is drawn. */
async function slowDown(tab: Tab): Promise<void> {
  if (SLOWDOWN === 1) return;
  const session = await tab.context().newCDPSession(tab);
  tab.on("framenavigated", (frame) => {
    const rate = frame.url().endsWith(SMALL) ? 1 : SLOWDOWN;
    session.send("Emulation.setCPUThrottlingRate", { rate }).catch(() => undefined);
  });
}

/** Returns the address of a page with its values. */
export function addressOf(target: Target | string, { params = {}, search = {} }: Place = {}): string {
  const path = (typeof target === "string" ? target : target.address).replaceAll(/\$(\w+)/g, (_, name) =>
    encodeURIComponent(params[name] ?? ""),
  );
  const query = new URLSearchParams(
    Object.entries(search).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
  );
  return query.size > 0 ? `${path}?${query}` : path;
}

export class Person {
  /** Errors in the browser, for which no test asks. */
  readonly faults: string[] = [];
  /** Messages that the test expects in addition, such as those of an answer 500. */
  expected: RegExp[] = [];
  private context: BrowserContext | undefined;
  private opened: Tab | undefined;
  /** The account; undefined for somebody who isn't logged in. */
  account: Client | undefined;

  constructor(
    private readonly server: TestServer,
    private readonly role: string | (() => string) | undefined,
    private readonly options: BrowserContextOptions,
  ) {}

  /** The tab, for what this class has no verb for. */
  get tab(): Tab {
    if (!this.opened) throw new Error("The console is not open.");
    return this.opened;
  }

  /** Begins with a browser that has stored nothing but the console's files, logged in when the person has a role. */
  async begin(): Promise<void> {
    this.faults.length = 0;
    this.expected = [];
    this.context ??= await this.newContext();
    if (this.role) {
      this.account ??= await this.server.as(typeof this.role === "string" ? this.role : this.role());
      const { token = "" } = this.account;
      await this.context.addCookies([
        { name: "access_token", value: token, url: `${this.server.url}/api`, httpOnly: true },
      ]);
    }
    this.opened ??= await this.newTab();
  }

  private async newContext(): Promise<BrowserContext> {
    const browser = await theBrowser();
    const context = await browser.newContext({
      baseURL: this.server.url,
      viewport: SIZES.desk,
      locale: "en-GB",
      timezoneId: "Europe/Berlin",
      colorScheme: "light",
      reducedMotion: "reduce",
      ...this.options,
    });
    context.setDefaultTimeout(30_000 * SLOWDOWN);
    return context;
  }

  /** Opens another tab of the same browser. */
  async newTab(): Promise<Tab> {
    const tab = await this.context!.newPage();
    await slowDown(tab);
    tab.on("pageerror", (error) => this.faults.push(`${error.name}: ${error.message}`));
    tab.on("console", (message) => {
      const text = message.text();
      if (message.type() === "error" && ![EXPECTED, ...this.expected].some((one) => one.test(text)))
        this.faults.push(text);
    });
    await tab.addInitScript(() =>
      document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) =>
        console.error(`The policy forbids it: ${violatedDirective} ${blockedURI} ${sourceFile}`),
      ),
    );
    return tab;
  }

  /**
   * Closes what a test has opened, and forgets what it has stored and how it has changed the tab. The tab itself stays: with
   * another one the browser compiles the console again, which takes longer than most tests. Without a server all is closed.
   */
  private async clear(tab: Tab): Promise<void> {
    const context = tab.context();
    await Promise.all([
      ...context.pages().map((other) => other !== tab && other.close()),
      ...["request", "response", "requestfailed"].map((event) => tab.removeAllListeners(event)),
      context.unrouteAll({ behavior: "ignoreErrors" }),
      tab.unrouteAll({ behavior: "ignoreErrors" }),
      context.setOffline(false),
      context.clearCookies(),
      tab.setViewportSize(this.options.viewport ?? SIZES.desk),
      tab.emulateMedia({ media: null, colorScheme: null, forcedColors: null }),
    ]);
    await tab.goto(SMALL).catch(() => undefined);
    const isForgotten = await tab.evaluate(forgetAll).catch(() => false);
    if (!isForgotten) await this.leave();
  }

  /** Leaves the console for an empty page. @throws when something went wrong in it */
  async end(): Promise<void> {
    if (this.opened) await this.clear(this.opened);
    this.expectNoFaults();
  }

  /** Closes the browser, and forgets all of it. */
  async leave(): Promise<void> {
    await this.context?.close();
    this.context = undefined;
    this.opened = undefined;
  }

  /** Forgets the errors in the browser. @throws when there were some */
  expectNoFaults(): void {
    expect(this.faults.splice(0)).toEqual([]);
  }

  /** Opens a page of the console, and waits until it is there. */
  async opens(target: Target | string, place: Place = {}): Promise<void> {
    await this.tab.goto(addressOf(target, place));
    await this.settles();
  }

  /**
   * Walks to a page as a link of the console does, and waits until it is there. The console is not loaded for it once more,
   * which takes more time than most pages do; when no page is open it is opened.
   */
  async walksTo(target: Target | string, place: Place = {}): Promise<void> {
    const isOpen = await this.tab.evaluate(
      (to) => {
        const page = document.querySelector("main.page");
        if (!page) return false;
        // The next page is there when these are gone.
        for (const element of page.querySelectorAll("h1, .empty, .failed")) element.setAttribute("data-left", "");
        history.pushState(null, "", to);
        return true;
      },
      addressOf(target, place),
    );
    if (!isOpen) return this.opens(target, place);
    await this.tab.waitForFunction(() => !document.querySelector("[data-left]"));
    await this.settles();
  }

  /** Waits until the page shows something and nothing of it is being loaded. */
  async settles(): Promise<void> {
    await this.tab.locator("h1, .empty, .failed").first().waitFor();
    await this.tab.waitForFunction(() => !document.querySelector("[aria-busy=true]"));
  }

  /**
   * Waits until the page rests: it has settled, and two pictures of it in a row have everything at the same place. A page that
   * measures itself lies anew in the frames after a change of its window.
   */
  async rests(): Promise<void> {
    await this.settles();
    await this.tab.evaluate(async () => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const places = () =>
        [...document.querySelectorAll("body *")]
          .map((element) => {
            const { left, top, width, height } = element.getBoundingClientRect();
            return [left, top, width, height].join();
          })
          .join(" ");
      let before: string;
      do {
        before = places();
        await frame();
        await frame();
      } while (places() !== before);
    });
  }

  /** Waits until a text is shown. */
  sees = (text: string | RegExp): Promise<void> => this.tab.getByText(text).first().waitFor();

  /** Waits until a text is not shown any more. */
  seesNo = (text: string | RegExp): Promise<void> => this.tab.getByText(text).first().waitFor({ state: "hidden" });

  /** The button, link, entry or choice of a name. */
  control(name: string | RegExp): Locator {
    const { tab } = this;
    return tab
      .getByRole("button", { name })
      .or(tab.getByRole("link", { name }))
      .or(tab.getByRole("menuitem", { name }))
      .or(tab.getByRole("menuitemradio", { name }))
      .or(tab.getByRole("radio", { name }))
      .or(tab.getByRole("option", { name }))
      .first();
  }

  /** Clicks a button, a link, an entry of a menu or a choice. */
  clicks = (name: string | RegExp): Promise<void> => this.control(name).click();

  /** Replaces the text of a field. */
  fills = (label: string | RegExp, text: string): Promise<void> => this.tab.getByLabel(label).first().fill(text);

  /** Opens the palette and types a text into it. */
  async jumps(text: string): Promise<void> {
    await this.presses("Control+k");
    await this.tab.getByRole("searchbox").fill(text);
  }

  /** Types a text where the focus is. */
  types = (text: string): Promise<void> => this.tab.keyboard.type(text);

  /** Presses keys, one after the other; each as in `Escape` or `Control+k`. */
  async presses(...keys: string[]): Promise<void> {
    for (const key of keys) await this.tab.keyboard.press(key);
  }

  /** The path and the search of the address. */
  address(): string {
    const { pathname, search } = new URL(this.tab.url());
    return pathname + search;
  }

  /** Waits until the address is as expected. */
  arrivesAt = (address: string | RegExp): Promise<void> =>
    this.tab.waitForURL((url) => {
      const here = url.pathname + url.search;
      return typeof address === "string" ? here === address : address.test(here);
    });

  /** The violations of accessibility that axe finds in the page as it is; `only` as in `violationsIn`. */
  violations = (only?: AxePart): Promise<string[]> => violationsIn(this.tab, only);

  /** Sets the theme as the account's menu does, and loads the page again with it. */
  async prefers(theme: "light" | "dark"): Promise<void> {
    await this.tab.emulateMedia({ colorScheme: theme });
  }
}

/**
 * Returns a person for the tests of a file, with an empty browser for each of them.
 * @param role of their account; undefined for somebody who isn't logged in
 * @param options of the browser's window, such as its size
 */
export function person(server: TestServer, role?: string, options: BrowserContextOptions = {}): Person {
  const one = new Person(server, role, options);
  beforeEach(() => one.begin());
  afterEach(() => one.end());
  afterAll(() => one.leave());
  return one;
}

/**
 * Returns a person who visits one page after the other in one browser, which saves time: what a test changes in it, such as
 * the size of its window, stays for the next ones.
 */
export function visitor(
  server: TestServer,
  role?: string | (() => string),
  options: BrowserContextOptions = {},
): Person {
  const one = new Person(server, role, options);
  beforeAll(() => one.begin());
  afterEach(() => one.expectNoFaults());
  afterAll(() => one.leave());
  return one;
}
