/** An initiative from idea to closing report, with three browsers at once: the manager's, the steering committee's, and a phone of whoever does the work. */
import { expect, test } from "bun:test";
import { project } from "../../src/console/pages/project/page";
import { projects } from "../../src/console/pages/projects/page";
import { todos } from "../../src/console/pages/todos/page";
import { clientAs, testServer } from "../support/server";
import { person, SIZES } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const manager = person(server, "member");
const committee = person(server, "viewer");
const worker = person(server, "member", { viewport: SIZES.phone });
const admin = clientAs(server, "admin");

const NAME = "Boxes that come back";

test("an idea becomes a project that is planned, paid, worked on, reported on and closed, and the committee watches", async () => {
  await committee.opens(projects, { search: { filter: "boxes" } });
  await committee.sees("No initiative fits these filters");

  await manager.opens(projects);
  await manager.sees("ERP Renewal");
  await manager.presses("n");
  await manager.fills("Name", NAME);
  await manager.presses("Enter");
  await manager.sees("No plan yet");
  const id = manager.address().split("/")[2]!.split("?")[0]!;
  await committee.tab.locator(".gr", { hasText: NAME }).waitFor();
  await committee.tab.locator(".gr", { hasText: NAME }).getByText(NAME).dblclick();
  await committee.sees("Nothing reported yet");

  // The plan, with a task that the committee sees as it is made.
  await manager.clicks("Add the first package");
  await manager.fills("What is to be done", "Trial in one town");
  await manager.fills("Until", "2027-06-30");
  await manager.presses("Enter");
  await manager.sees("Trial in one town is in the plan");
  await manager.presses("Escape");
  await committee.tab.locator(".plan-grid .gr", { hasText: "Trial in one town" }).waitFor();
  await manager.tab.locator(".plan-grid .gr", { hasText: "Trial in one town" }).getByText("Trial in one town").click();
  await manager.presses("n");
  await manager.fills("What is to be done", "Print a thousand labels");
  await manager.presses("Enter");
  await manager.sees("Print a thousand labels is to be done");
  await manager.presses("Escape");
  await committee.tab.locator(".plan-grid .gr", { hasText: "Print a thousand labels" }).waitFor();

  // Somebody gets the task, and finds it on a phone.
  const { display_name: name } = (await worker.account!.get("/auth/me")).body;
  await worker.opens(todos);
  await manager.tab.locator(".plan-grid .gr", { hasText: "Print a thousand labels" }).getByText("Print a").click();
  await manager.presses("Space");
  await manager.clicks("Assign");
  await manager.tab.getByRole("combobox", { name: "Who" }).fill(name);
  await manager.tab.getByRole("option", { name }).first().click();
  await manager.sees(`${name} does Print a thousand labels`);
  await manager.presses("Escape");
  await worker.clicks(/Print a thousand labels/);
  await worker.arrivesAt(/\/ppm\//);
  await worker.tab.locator(".peek.side", { hasText: "Print a thousand labels" }).waitFor();

  // The money, which the committee never sees.
  await manager.clicks("Costs");
  await manager.tab.getByText("Another year").click();
  await manager.presses("ArrowRight", "ArrowRight", "e");
  await manager.types("47311");
  await manager.presses("Enter");
  await manager.sees("$47,311");
  await manager.clicks(/^Project$/);
  await manager.tab.locator(".facts-strip", { hasText: "$47,311" }).waitFor();
  expect(await committee.tab.content()).not.toContain("47,311");

  // A report, which the committee reads.
  await manager.presses("r");
  await manager.arrivesAt(/\/reports\//);
  await manager.tab.getByLabel("What happened", { exact: true }).waitFor();
  await manager.types("Half of the boxes came back.");
  await manager.presses("Tab");
  await manager.sees(/What happened of .* written/);
  await committee.sees("Half of the boxes came back.");

  // The work is done, and the last report closes it.
  await manager.opens(project, { params: { id } });
  await worker.tab.getByRole("button", { name: /Status/ }).click();
  await worker.tab.getByRole("option", { name: "Done" }).click();
  await committee.tab.locator(".facts-strip", { hasText: "100%" }).waitFor();
  await manager.presses("r");
  await manager.arrivesAt(/\/reports\//);
  await manager.tab.getByLabel("What happened", { exact: true }).waitFor();
  await manager.types("All boxes come back. This was the last report.");
  await manager.presses("Tab");
  await manager.sees(/What happened of .* written/);
  await manager.opens(project, { params: { id } });
  await manager.tab.locator(".facts-strip > div", { hasText: "Status" }).getByRole("button").click();
  await manager.tab.getByRole("option", { name: "Completed" }).click();
  await committee.tab.locator(".facts-strip", { hasText: "Completed" }).waitFor();
  await committee.sees("This was the last report.");
  const { body } = await admin.get(`/ppm/initiatives/${id}/reports`);
  expect(body).toHaveLength(2);
  expect((await admin.get(`/cards/${id}`)).body.attributes).toMatchObject({ initiativeStatus: "completed" });

  // The committee reads the same on a phone, without scrolling sideways.
  await committee.tab.setViewportSize(SIZES.phone);
  await committee.opens(project, { params: { id } });
  await committee.sees("This was the last report.");
  const overflow = await committee.tab.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  expect(await committee.violations()).toEqual([]);
}, 180_000);
