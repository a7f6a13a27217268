/** What the runtime does while the executable's program is loaded, as the runtime itself tells. */
import { expect, test } from "bun:test";
import { runStoa } from "../support/executable";

/** Instructions of a module that the runtime may compile. */
const SMALL = 20_000;

test("no loop of the program's modules makes the runtime compile all of it, which takes memory in each thread", async () => {
  const { stdout, stderr } = await runStoa(["openapi"], { environment: { BUN_JSC_reportCompileTimes: "1" } });
  const told = stdout + stderr;
  expect(told).toContain("using Baseline");
  const modules = [...told.matchAll(/LLIntModule, (\d+)/g)].map(([, instructions]) => Number(instructions));
  expect(modules.filter((instructions) => instructions > SMALL)).toEqual([]);
});
