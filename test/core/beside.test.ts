/** Background work, and the tasks that it sends to the writer thread. */
import { expect, test } from "bun:test";
import { stagePage } from "../../src/areas/servicenow/runs/stage";
import { goOn, stopWorkBeside } from "../../src/core/jobs/beside";
import { runTask } from "../../src/core/threads/tasks";
import { testServer } from "../support/server";

testServer();

test("a stop ends such work and waits for it; what starts later is not stopped", async () => {
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

test("work that fails is logged, and fails nobody who waits for it", async () => {
  await goOn(() => Promise.reject(new Error("It fails")));
});

test("a task is refused as the area refuses it, and the writer thread goes on", async () => {
  const input = { runId: "none", owner: "nobody", bytes: new Uint8Array(), total: 0, isPage: true };
  for (let time = 0; time < 2; time++)
    await expect(runTask(stagePage, input)).rejects.toMatchObject({ status: 409, detail: "The run has ended" });
});
