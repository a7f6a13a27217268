/** The styles of a page stay loaded on the pages after it, so no two of them may mean different things by one class. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dir, "../../src/console");
/** The stylesheets of every page, of which the later complete the earlier. */
const DRESS = new Set(["reset", "tokens", "ui", "ui-work", "frame", "grid"].map((name) => `style/${name}.css`));

type Rule = { file: string; selector: string; declarations: string };

/** Returns the rules of a stylesheet that hold in every medium. */
function rulesIn(file: string): Rule[] {
  const text = readFileSync(join(folder, file), "utf8")
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/@[^{;]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, "");
  return [...text.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selectors = "", body = ""]) =>
    selectors
      .split(/,(?![^(]*\))/)
      .map((selector) => ({ file, selector: selector.trim().replaceAll(/\s+/g, " "), declarations: body })),
  );
}

/** Returns the declarations of rules: property → values. */
function valuesOf(rules: readonly Rule[]): Map<string, Set<string>> {
  const values = new Map<string, Set<string>>();
  for (const { declarations } of rules)
    for (const declaration of declarations.split(";").filter((one) => one.trim() !== "")) {
      const [property = "", ...value] = declaration.split(":");
      const known = values.get(property.trim()) ?? new Set();
      values.set(property.trim(), known.add(value.join(":").trim()));
    }
  return values;
}

/** Returns the rules of each file as one text, with those of a selector that stands in a file several times together. */
const perFile = (rules: readonly Rule[]) => [
  ...Map.groupBy(rules, ({ file }) => file)
    .values()
    .map((own) => own.map(({ declarations }) => declarations.replaceAll(/\s+/g, " ").trim()).join(" ")),
];

const rules = [...new Bun.Glob("**/*.css").scanSync({ cwd: folder })].toSorted().flatMap(rulesIn);
const shared = [...Map.groupBy(rules, ({ selector }) => selector)]
  .map(([selector, all]) => ({ selector, all, files: new Set(all.map(({ file }) => file)) }))
  .filter(({ files }) => files.size > 1 && files.difference(DRESS).size > 0);

test("there are stylesheets, and classes that a page completes", () => {
  expect(rules.length).toBeGreaterThan(1_000);
  expect(shared.length).toBeGreaterThan(0);
});

test("a selector has the same values in all stylesheets", () => {
  const contradictions = shared.flatMap(({ selector, all, files }) =>
    [...valuesOf(all)]
      .filter(([, values]) => values.size > 1)
      .map(([property]) => `${selector} ${property}: ${[...files].join(", ")}`),
  );
  expect(contradictions).toEqual([]);
});

test("a class of its own kind is defined by one page", () => {
  const twice = shared
    .filter(({ selector, files }) => /^\.[\w-]+$/.test(selector) && files.isDisjointFrom(DRESS))
    .filter(({ all }) => new Set(perFile(all)).size > 1)
    .map(({ selector, files }) => `${selector}: ${[...files].join(", ")}`);
  expect(twice).toEqual([]);
});
