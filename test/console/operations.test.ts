/** The pages that look after the installation: backups, the doctor, and work in the background. */
import { expect, test } from "bun:test";
import { kindNames } from "../../src/console/operations/names";
import { findStream } from "../../src/console/operations/stream-finding";
import { backups } from "../../src/console/pages/backups/page";
import { diagnostics } from "../../src/console/pages/diagnostics/page";
import { work } from "../../src/console/pages/work/page";
import { listKinds } from "../../src/core/runs/kinds";
import { run } from "../../src/core/runs/run";
import { conflict } from "../../src/http/errors";
import { declared, enqueued, rowOf } from "../core/runs/support";
import { executePeriodic } from "../support/runs";
import { clientAs, testServer } from "../support/server";
import { expectSoon, until } from "../support/waiting";
import { Person, person } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const admin = clientAs(server, "admin");
const administrator = person(server, "admin");

const stored = async () => (await admin.get("/admin/backups")).body;

test("a backup is made, shown with its verdict, checked, and deleted", async () => {
  const { tab } = administrator;
  await administrator.opens(backups);
  await administrator.sees("There is no backup yet");
  expect(await administrator.violations()).toEqual([]);
  await administrator.presses("b");
  await until(async () => (await stored()).items[0]?.verdict === "sound", "a sound backup");
  const [first] = (await stored()).items;
  const row = tab.getByRole("list", { name: "Backups" }).locator("li");
  await row.filter({ hasText: "Sound" }).waitFor();
  await row.getByRole("button").click();
  await administrator.sees(`stoa restore ${first.name} --force`);
  await administrator.sees("The only backup can't be deleted.");
  expect(await administrator.violations()).toEqual([]);

  await administrator.clicks("Check it now");
  await until(async () => (await stored()).items[0].checked_at !== first.checked_at, "the check");
  await administrator.clicks("Back up now");
  await until(async () => (await stored()).items.length === 2, "a second backup");
  await administrator.sees("2 backups");
  await administrator.clicks("Delete…");
  await administrator.clicks("Delete");
  await until(async () => (await stored()).items.length === 1, "the deletion");
  await administrator.sees("1 backup");
  expect((await stored()).items[0].name).not.toBe(first.name);
});

test("a finding of the doctor stands with what to do about it, problems first", async () => {
  const { findings } = (await admin.get("/admin/diagnostics")).body;
  const warning = findings.find(({ check }: { check: string }) => check === "second place");
  await administrator.opens(diagnostics);
  await administrator.sees(warning.finding);
  await administrator.sees(warning.advice);
  const states = await administrator.tab.locator(".gsec").allTextContents();
  expect(states.at(-1)).toStartWith("All right");
  await administrator.sees("Changes of others reach this browser as they come.");
  await administrator.sees("stoa doctor --bundle report.json");
  expect(await administrator.violations()).toEqual([]);
});

test("a stream of events that is lost is a warning with its time and what to do", () => {
  expect(findStream({ since: Date.UTC(2026, 10, 28, 9, 30) })).toMatchObject({
    state: "warning",
    finding: "No event reaches this browser since 2026-11-28T09:30:00.000Z.",
    advice: expect.stringContaining("/api/v1/events/stream"),
  });
});

test("work shows what runs, what failed and why, and what comes again; what runs is cancelled", async () => {
  const digging = declared(
    run<null>("test.dig", {
      work: () => {
        throw conflict("There is rock");
      },
    }),
  );
  const waiting = declared(
    run<null>("test.wait", {
      work: ({ signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    }),
  );
  await executePeriodic("todo-promotion");
  const failed = enqueued(digging, null);
  const running = enqueued(waiting, null);
  await until(() => rowOf(failed).state === "failed" && rowOf(running).state === "running", "both runs");
  const { tab } = administrator;
  await administrator.opens(work);
  const runs = tab.getByRole("list", { name: "Started by people" });
  await runs.locator("li", { hasText: "There is rock" }).waitFor();
  await tab
    .getByRole("list", { name: "Comes again by itself" })
    .locator("li", { hasText: "Opening to-dos that are due" })
    .waitFor();
  expect(await administrator.violations()).toEqual([]);
  await administrator.clicks("Cancel…");
  await administrator.clicks("Cancel");
  await until(() => rowOf(running).state === "cancelled", "the run to be cancelled");
  await administrator.sees("Nothing waits or runs.");
  await tab.getByRole("radio", { name: "Failed", exact: true }).click();
  await administrator.arrivesAt(/state=failed/);
  await runs.locator("li", { hasText: "test.wait" }).waitFor({ state: "detached" });
  await runs.locator("li", { hasText: "test.dig" }).waitFor();
});

test("every kind of work has a name for people", () => {
  const kinds = listKinds().map(({ kind }) => kind);
  expect(kinds.length).toBeGreaterThan(20);
  expect(kinds.filter((kind) => !(kind in kindNames) && !kind.startsWith("test."))).toEqual([]);
});

test("the pages are there for whoever manages the settings alone", async () => {
  for (const role of ["bpm_admin", "member", "viewer"]) {
    const somebody = new Person(server, role, {});
    await somebody.begin();
    await somebody.opens(backups);
    await somebody.sees(/It takes the right admin\.settings/);
    await expectSoon(() => somebody.tab.getByRole("link", { name: "Backups" }).count()).toBe(0);
    await somebody.end();
  }
});
