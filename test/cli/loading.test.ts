/** The test listens to the runtime while the executable's program is loaded. */
import { expect, test } from "bun:test";
import { runStoa } from "../support/executable";

/** Instructions of a module that the runtime may compile. */
const SMALL = 20_000;

test("no loop of the program's modules makes the runtime compile all of it, which takes memory in each thread", async () => {
  const { stdout, stderr } = await runStoa(["openapi"], { environment: { BUN_JSC_reportCompileTimes: "1" } });
  const output = stdout + stderr;
  expect(output).toContain("using Baseline");
  const modules = [...output.matchAll(/LLIntModule, (\d+)/g)].map(([, instructions]) => Number(instructions));
  expect(modules.filter((instructions) => instructions > SMALL)).toEqual([]);
});
