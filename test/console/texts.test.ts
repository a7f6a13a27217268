/** The texts of the console are in the catalogues of every language that must be complete. */
import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { untranslated, wantedCatalogues } from "../../scripts/console/strings";

const ROOT = join(import.meta.dir, "../..");

test("the catalogues hold exactly the texts of the console; `npm run strings` brings them up to date", async () => {
  const wanted = await wantedCatalogues();
  expect(wanted.size).toBeGreaterThan(5);
  const outdated = [...wanted].filter(([file, text]) => {
    const path = join(ROOT, file);
    return (existsSync(path) ? readFileSync(path, "utf8") : undefined) !== text;
  });
  expect(outdated.map(([file]) => file)).toEqual([]);
});

test("every text is translated into German", () => {
  expect(untranslated()).toEqual([]);
});
