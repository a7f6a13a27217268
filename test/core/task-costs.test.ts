import { expect, test } from "bun:test";
import { createTaskCosts } from "../../src/core/threads/task-costs";

test("a call that has no result leaves what is known of the size of results as it is", () => {
  const costs = createTaskCosts();
  costs.note("report", { took: 10, bytes: 1_000 });
  for (let call = 0; call < 10; call++) costs.note("report", { took: 10 });
  expect(costs.of("report")).toEqual({ took: 10, bytes: 1_000 });
});

test("a large result counts at once, and a small one with time", () => {
  const costs = createTaskCosts();
  costs.note("report", { took: 1, bytes: 10 });
  costs.note("report", { took: 1, bytes: 1_000 });
  expect(costs.of("report")?.bytes).toBe(1_000);
  costs.note("report", { took: 1, bytes: 10 });
  expect(costs.of("report")?.bytes).toBeWithin(11, 1_000);
});
