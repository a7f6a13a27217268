/** The handbook's list of the changes that a scenario refuses. */
import { expect, test } from "bun:test";
import { areas } from "../../../src/areas";
import { isForScenarios } from "../../../src/core/api/operation";
import { operationsOf } from "../../../src/core/area";

const handbook = await Bun.file(new URL("../../../docs/guide/scenarios.md", import.meta.url)).text();
const listed = [
  ...(handbook.split("## Refused in a scenario")[1] as string)
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .join("\n")
    .matchAll(/`([^`]+)`/g),
].map(([, pattern]) => pattern as string);

/** Returns the pattern of paths that an entry of the list stands for. */
const patternOf = (entry: string) =>
  new RegExp(
    `^${RegExp.escape(entry)
      .replaceAll("…", ".*")
      .replace(/\\{catalogue\\}/, "[a-z-]+-catalogue")}$`,
  );

const changes = operationsOf(areas).filter(({ method, hidden }) => method !== "get" && !hidden);

test("the handbook lists every change that a scenario refuses, and no other", () => {
  const isListed = ({ path }: { path: string }) => listed.some((entry) => patternOf(entry).test(path));
  const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
  const refused = changes.filter((operation) => !isForScenarios(operation));
  expect(changes.filter(isListed).map(nameOf)).toEqual(refused.map(nameOf));
  expect(listed.filter((entry) => !refused.some(({ path }) => patternOf(entry).test(path)))).toEqual([]);
});
