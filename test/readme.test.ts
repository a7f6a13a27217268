import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describeVariables } from "../src/config";

const readme = readFileSync(join(import.meta.dir, "..", "README.md"), "utf8");

test.each(describeVariables().map(({ name }) => name))("README describes %s", (name) => {
  expect(readme).toContain(`\`${name}\``);
});

test.each(["serve", "backup FILE", "restore FILE", "check [FILE]", "openapi", "version"])(
  "README describes stoa %s",
  (command) => {
    expect(readme).toContain(`stoa ${command}`);
  },
);
