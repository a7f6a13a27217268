/** Runs of scenarios whose threads break. */
import { expect, test } from "bun:test";
import { queueRuns } from "../../../src/core/scenarios/runs";
import { ThreadLost } from "../../../src/core/threads/results";
import { testServer } from "../../support/server";

testServer();

test("a run of a scenario whose thread breaks in a step, and again when it ends, has failed with the reason", async () => {
  const ends: unknown[] = [];
  const lost = () => {
    throw new ThreadLost(503, "A reader thread failed: out of memory");
  };
  const change = async (task: string, input: unknown): Promise<unknown> => {
    if (task === "scenarios.claim") return { id: "run", kind: "analysis.duplicate_detection", input: {} };
    if (task === "scenarios.step") return lost();
    ends.push(input);
    return ends.length === 1 ? lost() : [{ type: "analysis.failed", card_id: null, name: null }];
  };
  await queueRuns().execute("run", async (work) => {
    const { events, steps } = await work({ change, read: async () => lost() });
    expect(events).toMatchObject([{ type: "analysis.failed" }]);
    expect(steps).toBeUndefined();
  });
  expect(ends).toMatchObject([{}, { id: "run", reason: expect.stringContaining("A reader thread failed") }]);
});
