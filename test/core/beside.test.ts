/** Background work, and the tasks that it sends to the writer thread. */
import { expect, test } from "bun:test";
import { stagePage } from "../../src/areas/servicenow/runs/stage";
import { goOn, stopWorkBeside } from "../../src/core/jobs/beside";
import { runTask } from "../../src/core/threads/tasks";
import { testServer } from "../support/server";

testServer();

test("a stop cancels background work and waits for it, and doesn't cancel work that starts later", async () => {
  const order: string[] = [];
  const work = async (stopping: AbortSignal) => {
    await new Promise((resolve) => stopping.addEventListener("abort", resolve));
    await Bun.sleep(1);
    order.push("ended");
  };
  goOn(work);
  await stopWorkBeside();
  order.push("stopped");
  expect(order).toEqual(["ended", "stopped"]);
  let isStopping = true;
  await goOn(async (stopping) => {
    isStopping = stopping.aborted;
  });
  expect(isStopping).toBe(false);
});

test("failed background work is logged, and fails no request", async () => {
  await goOn(() => Promise.reject(new Error("It fails")));
});

test("a task is refused with the area's refusal, and the writer thread continues", async () => {
  const input = { runId: "none", owner: "nobody", bytes: new Uint8Array(), total: 0, isPage: true };
  for (let time = 0; time < 2; time++)
    await expect(runTask(stagePage, input)).rejects.toMatchObject({ status: 409, detail: "The run has ended" });
});
