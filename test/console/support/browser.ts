/** The browser that the tests of the console drive: one for the whole process, each test with a context of its own. */
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** Where Chrome, Edge and Chromium are installed, by system. */
const INSTALLED: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ],
  win32: [
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
  ],
  linux: [
    "/usr/bin/google-chrome",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/microsoft-edge",
    "/snap/bin/chromium",
  ],
};

/**
 * Returns the packaged browser. A package that it needs can't be loaded once Babel has changed how Bun writes down errors.
 */
async function loadPackaged() {
  const { captureStackTrace } = Error;
  try {
    Object.assign(Error, { captureStackTrace: undefined });
    return (await import("@sparticuz/chromium")).default;
  } finally {
    Error.captureStackTrace = captureStackTrace;
  }
}

type Program = { executablePath: string; args: string[] };

/**
 * Finds the browser to start: the one that `CHROMIUM` names, the packaged one on Linux x64, else an installed one.
 * @throws when there is none
 */
async function findProgram(): Promise<Program> {
  const named = process.env["CHROMIUM"];
  if (named) return { executablePath: named, args: [] };
  if (process.platform === "linux" && process.arch === "x64") {
    const packaged = await loadPackaged();
    // Its own arguments are for functions of a cloud: they switch off the web's security, which is tested here.
    return { executablePath: await packaged.executablePath(), args: ["--no-sandbox", "--font-render-hinting=none"] };
  }
  const executablePath = INSTALLED[process.platform]?.find((path) => existsSync(path));
  if (executablePath) return { executablePath, args: [] };
  throw new Error("There is no Chrome, Edge or Chromium: install one, or name one by CHROMIUM=<path>.");
}

let starting: Promise<Browser> | undefined;

/** Pages that live for a second cost less without an optimizing compiler and without a process for drawing. */
const SHORT_LIVED = ["--js-flags=--no-opt", "--in-process-gpu"];

/**
 * Returns the browser; the first call starts it.
 * @param purpose "measures" starts it as people have it, which takes more time for the pages of tests
 * @throws when there is none on this machine
 */
export const theBrowser = (purpose: "tests" | "measures" = "tests"): Promise<Browser> =>
  (starting ??= findProgram().then(({ executablePath, args }) =>
    chromium.launch({ executablePath, args: purpose === "tests" ? [...args, ...SHORT_LIVED] : args, headless: true }),
  ));

/** Closes the browser, if it runs. */
export async function closeBrowser(): Promise<void> {
  const running = starting;
  starting = undefined;
  await (await running)?.close();
}
