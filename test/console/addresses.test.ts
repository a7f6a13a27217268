/** The addresses that the server puts into notifications, mails, todos and the return of a sign-in are pages of the console. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import { handbookPages } from "../../scripts/console/handbook";
import { pages } from "../../src/console/pages";

const ROOT = join(import.meta.dir, "../..");

/** A literal that is a path. */
const PATH = /(["`])(\/[a-z][a-z-]*(?:\/[^"` ]*|\?[^"` ]*)?)\1/g;

/** Paths that are no addresses of pages: of operations, and of the system. */
const NO_PAGES = /^\/(api|settings|proc|work)(\/|$)/;

/** Returns an address with its values as `$x`, without search and hash. */
const addressIn = (text: string): string => text.replaceAll(/\$\{[^}]*\}/g, "$x").replace(/[?#].*$/, "");

/** Returns the addresses in the server's sources, each once; of documents that are signed also that of their preview. */
function linksOfServer(): string[] {
  const sources = [...new Glob("src/{core,areas}/**/*.ts").scanSync(ROOT)].filter(
    (file) => !/operations\.ts$|example/.test(file),
  );
  const links = sources.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), "utf8").replaceAll(/\/\*\*.*?\*\//gs, "");
    const found = [...text.matchAll(PATH)].map(([, , path]) => addressIn(path!));
    return file.endsWith("/documents.ts") && text.includes("link: (id)")
      ? found.flatMap((one) => [one, `${one}/preview`])
      : found;
  });
  return [...new Set(links)].filter((address) => !NO_PAGES.test(address) && !address.includes("/{")).sort();
}

const isServed = (address: string): boolean =>
  pages.some((page) => {
    const pattern = page.address.split("/").map((part) => (part.startsWith("$") ? "[^/]+" : RegExp.escape(part)));
    return new RegExp(`^${pattern.join("/")}$`).test(address);
  });

test("the links of the server are found in its sources", () => {
  const links = linksOfServer();
  expect(links).toEqual(
    expect.arrayContaining(["/auth/callback", "/auth/set-password", "/cards/$x", "/ea-delivery/risks/$x"]),
  );
  expect(links.length).toBeGreaterThan(10);
});

test("each address in a link of the server is a page of the console", () => {
  expect(linksOfServer().filter((address) => !isServed(address))).toEqual([]);
});

test("each page for accounts names a page of the handbook that there is", () => {
  const known = handbookPages().map(({ name }) => name);
  expect(new Set(known).size).toBe(known.length);
  const without = pages.filter(({ anonymous, handbook }) => !anonymous && !known.includes(handbook ?? "none"));
  expect(without.map(({ address, handbook }) => ({ address, handbook }))).toEqual([]);
});
