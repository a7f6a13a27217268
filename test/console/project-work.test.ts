/** The work of an initiative: its plan, its board, its money and its risks, by the pointer and by keys. */
import { beforeAll, describe, expect, test } from "bun:test";
import { project } from "../../src/console/pages/project/page";
import { resources } from "../../src/console/pages/resources/page";
import { clientAs, testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const manager = person(server, "member");
const reader = person(server, "viewer");
const admin = clientAs(server, "admin");

type Record_ = { id: string } & Record<string, unknown>;

let id: string;

const list = async (name: string): Promise<Record_[]> => (await admin.get(`/ppm/initiatives/${id}/${name}`)).body;
const make = async (name: string, body: object): Promise<Record_> =>
  (await admin.post(`/ppm/initiatives/${id}/${name}`, body)).body;
const row = (title: string) => manager.tab.locator(".gr", { hasText: title });

/** Creates an initiative of its own for a group of tests. */
async function begin(name: string): Promise<void> {
  id = (await admin.post("/cards", { type: "Initiative", name })).body.id;
}

/** Pastes a text into what has the focus, as a spreadsheet does. */
const pastes = (text: string) =>
  manager.tab.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);

describe("budgets and costs", () => {
  beforeAll(() => begin("Paid for"));

  test("are typed with the keys alone, and the sum stands below", async () => {
    await manager.opens(project, { params: { id }, search: { tab: "costs" } });
    await manager.tab.getByText("Another year").click();
    await manager.presses("e");
    await manager.types("2027");
    await manager.presses("Enter");
    await row("2027").waitFor();
    await row("2027").getByText("2027").click();
    await manager.presses("ArrowRight", "ArrowRight", "e");
    await manager.types("1250000");
    await manager.presses("Enter");
    await manager.sees("$1,250,000");
    await expectSoon(() => list("budgets")).toMatchObject([
      { fiscal_year: 2027, category: "capex", amount: 1_250_000 },
    ]);
    expect(await manager.violations()).toEqual([]);
  });

  test("are pasted as a block from a spreadsheet, one batch that Z takes back", async () => {
    await manager.opens(project, { params: { id }, search: { tab: "costs" } });
    await manager.tab.getByText("Another cost").click();
    await pastes("Licences\t2027-02-01\topex\t$1,200.50\nPartner\t01.03.2027\tCapex\t99.800,00\n");
    await manager.sees("2 lines pasted");
    await row("Partner").waitFor();
    await expectSoon(() => list("costs")).toMatchObject([
      { description: "Licences", date: "2027-02-01", category: "opex", actual: 1200.5 },
      { description: "Partner", date: "2027-03-01", category: "capex", actual: 99_800 },
    ]);
    await manager.presses("z");
    await row("Partner").waitFor({ state: "detached" });
    await expectSoon(() => list("costs")).toEqual([]);
  });

  test("are not written when a pasted value means nothing, and the cell is named", async () => {
    await manager.opens(project, { params: { id }, search: { tab: "costs" } });
    await manager.tab.getByText("Another cost").click();
    await pastes("Fine\t2027-02-01\topex\t5\nBad\tsome day\topex\t5");
    await manager.sees("Row 2: “some day” is no value of Day; nothing was written");
    await expectSoon(() => list("costs")).toEqual([]);
  });

  test("are deleted by Delete as marked, filled down by ⌘D, and come back with Z", async () => {
    for (const description of ["one", "two", "three"])
      await make("costs", { description, category: "opex", actual: 7 });
    await manager.opens(project, { params: { id }, search: { tab: "costs" } });
    await row("one").getByText("one").click();
    await manager.presses("Shift+ArrowDown", "Shift+ArrowDown", "Control+d");
    await manager.sees("2 lines filled");
    expect((await list("costs")).map(({ description }) => description)).toEqual(["one", "one", "one"]);
    await manager.presses("z");
    await row("three").waitFor();
    await row("one").getByText("one").click();
    await manager.presses("Shift+ArrowDown", "Delete");
    await manager.sees("2 lines are deleted");
    await expectSoon(() => list("costs")).toHaveLength(1);
    await manager.presses("z");
    await row("two").waitFor();
    await expectSoon(() => list("costs")).toHaveLength(3);
  });

  test("have no tab and no figure for whoever may not see them", async () => {
    await reader.opens(project, { params: { id } });
    await reader.sees("Paid for");
    await expectSoon(() => reader.tab.getByRole("link", { name: "Costs", exact: true }).count()).toBe(0);
    await reader.opens(project, { params: { id }, search: { tab: "costs" } });
    await reader.sees("You may not see costs");
  });
});

describe("the plan", () => {
  let build: Record_;
  let first: Record_;
  let second: Record_;
  beforeAll(async () => {
    await begin("Planned work");
    build = await make("wbs", { title: "Build" });
    const days = { start_date: "2027-01-04", due_date: "2027-02-12", wbs_id: build.id };
    first = await make("tasks", { title: "Dig the hole", ...days });
    second = await make("tasks", {
      title: "Pour the floor",
      ...days,
      start_date: "2027-02-01",
      due_date: "2027-03-05",
    });
    await make("wbs", { title: "Roof is on", is_milestone: true, end_date: "2027-04-01" });
  });
  const task = async (of: Record_) => (await list("tasks")).find((one) => one.id === of.id)!;

  test("is a tree with bars, and axe finds nothing in both themes", async () => {
    await manager.opens(project, { params: { id } });
    await row("Dig the hole").waitFor();
    await expectSoon(() => row("Dig the hole").getAttribute("aria-level")).toBe("2");
    await expectSoon(() => manager.tab.locator(".milestone").count()).toBe(1);
    expect(await manager.violations()).toEqual([]);
    await manager.prefers("dark");
    expect(await manager.violations()).toEqual([]);
  });

  test("moves a package with all that is in it as one batch, by the pointer", async () => {
    await manager.opens(project, { params: { id } });
    const grip = row("Build").locator(".bar-grip.move");
    await grip.waitFor();
    const box = (await grip.boundingBox())!;
    await manager.tab.mouse.move(box.x + box.width / 2, box.y + 8);
    await manager.tab.mouse.down();
    await manager.tab.mouse.move(box.x + box.width / 2 + 60, box.y + 8, { steps: 5 });
    await manager.tab.mouse.up();
    await manager.sees("Build moved");
    const [one, other] = [await task(first), await task(second)];
    const shifted = Date.parse(String(one["start_date"])) - Date.parse("2027-01-04");
    expect(shifted).toBeGreaterThan(0);
    expect(Date.parse(String(other["due_date"])) - Date.parse("2027-03-05")).toBe(shifted);
    await manager.presses("z");
    await manager.sees(/Undone/);
    await expectSoon(() => task(first)).toMatchObject({ start_date: "2027-01-04", due_date: "2027-02-12" });
    await expectSoon(() => task(second)).toMatchObject({ start_date: "2027-02-01", due_date: "2027-03-05" });
  });

  test("stretches a task at its end by the pointer, and moves it by the keys", async () => {
    await manager.opens(project, { params: { id } });
    const grip = row("Dig the hole").locator(".bar-grip.to");
    await grip.waitFor();
    const box = (await grip.boundingBox())!;
    await manager.tab.mouse.move(box.x + 4, box.y + 8);
    await manager.tab.mouse.down();
    await manager.tab.mouse.move(box.x + 44, box.y + 8, { steps: 5 });
    await manager.tab.mouse.up();
    await manager.sees("Dig the hole moved");
    const stretched = await task(first);
    expect(stretched["start_date"]).toBe("2027-01-04");
    expect(String(stretched["due_date"]) > "2027-02-12").toBe(true);
    await manager.presses("z");
    await manager.sees(/Undone/);
    await row("Pour the floor").getByText("Pour the floor").click();
    await manager.presses("Alt+ArrowRight");
    await manager.sees("Pour the floor moved");
    expect(String((await task(second))["start_date"]) > "2027-02-01").toBe(true);
    await manager.presses("z");
    await manager.sees(/Undone/);
  });

  test("is put into another order by keys and by the pointer, each as one batch", async () => {
    const order = async (of: string) => (await list(of)).map(({ title }) => title);
    await make("wbs", { title: "Sell" });
    await manager.opens(project, { params: { id } });
    await row("Build").getByText("Build").click();
    await manager.presses("Alt+ArrowDown", "Alt+ArrowDown");
    await manager.sees("Build moved");
    await expectSoon(() => order("wbs")).toEqual(["Roof is on", "Sell", "Build"]);
    await manager.presses("z", "z");
    await expectSoon(() => order("wbs")).toEqual(["Build", "Roof is on", "Sell"]);
    // The boxes are measured below once they have their places.
    await expectSoon(() => manager.tab.locator(".plan-grid .gr").first().textContent()).toContain("Build");
    await manager.rests();
    await row("Pour the floor").hover();
    const from = (await row("Pour the floor").locator(".row-grip").boundingBox())!;
    const to = (await row("Dig the hole").boundingBox())!;
    await manager.tab.mouse.move(from.x + 6, from.y + 6);
    await manager.tab.mouse.down();
    await manager.tab.mouse.move(from.x + 6, to.y + 4, { steps: 5 });
    await manager.tab.locator(".plan-drop").waitFor();
    await manager.tab.mouse.up();
    await expectSoon(() => order("tasks")).toEqual(["Pour the floor", "Dig the hole"]);
    await manager.presses("z");
    await expectSoon(() => order("tasks")).toEqual(["Dig the hole", "Pour the floor"]);
    await admin.delete(`/ppm/wbs/${(await list("wbs")).find(({ title }) => title === "Sell")!.id}`);
  });

  test("lets a task wait for another with L and Enter, draws the arrow, and begins it after what it waits for", async () => {
    await manager.opens(project, { params: { id } });
    await row("Dig the hole").getByText("Dig the hole").click();
    await manager.presses("l");
    await manager.sees(/What comes after/);
    await manager.presses("ArrowDown", "Enter");
    await manager.sees("Pour the floor comes after Dig the hole");
    await manager.tab.locator(".plan-arrows g.late").waitFor({ state: "attached" });
    await row("Pour the floor").getByText("Pour the floor").click();
    await manager.presses("Space");
    await manager.clicks("Begin after it");
    await manager.sees("It begins once what it waits for is over");
    await expectSoon(() => task(second)).toMatchObject({ start_date: "2027-02-13", due_date: "2027-03-17" });
    await manager.tab.locator(".plan-arrows g:not(.late)").waitFor({ state: "attached" });
    await expectSoon(() => list("dependencies")).toHaveLength(1);
  });

  test("refuses an arrow that would close a circle, in a sentence", async () => {
    await manager.opens(project, { params: { id } });
    await row("Pour the floor").getByText("Pour the floor").click();
    await manager.presses("l", "ArrowUp", "Enter");
    await manager.sees(/close a cycle/);
    await expectSoon(() => list("dependencies")).toHaveLength(1);
  });

  test("draws an arrow with the pointer from the end of one bar to another row", async () => {
    await manager.opens(project, { params: { id } });
    await row("Pour the floor").hover();
    const from = (await row("Pour the floor").locator(".link-grip").boundingBox())!;
    const to = (await row("Roof is on").locator(".lcc").boundingBox())!;
    await manager.tab.mouse.move(from.x + 5, from.y + 5);
    await manager.tab.mouse.down();
    await manager.tab.mouse.move(to.x + 30, to.y + 12, { steps: 5 });
    await manager.tab.mouse.up();
    await manager.sees("Roof is on comes after Pour the floor");
    await expectSoon(() => list("dependencies")).toHaveLength(2);
  });

  test("gets tasks with N one after the other, and X completes one", async () => {
    await manager.opens(project, { params: { id } });
    await row("Build").getByText("Build").click();
    await manager.presses("n");
    await manager.fills("What is to be done", "Fetch the sand");
    await manager.presses("Enter");
    await manager.sees("Fetch the sand is to be done");
    await manager.presses("Escape");
    await row("Fetch the sand").getByText("Fetch the sand").click();
    await manager.presses("x");
    await manager.sees("Fetch the sand is done");
    const made = (await list("tasks")).find(({ title }) => title === "Fetch the sand");
    expect(made).toMatchObject({ status: "done", wbs_id: build.id });
  });

  test("shows a task with its person, its dates and comments, which are written and changed in their places", async () => {
    await manager.opens(project, { params: { id } });
    await row("Dig the hole").getByText("Dig the hole").click();
    await manager.presses("Space");
    const panel = manager.tab.locator(".peek.side");
    await panel.getByLabel("New comment").fill("The ground is frozen.");
    await panel.getByRole("button", { name: "Comment", exact: true }).click();
    await panel.locator(".task-comment", { hasText: "The ground is frozen." }).waitFor();
    await panel.getByLabel("Start").fill("2027-01-11");
    await manager.presses("Enter");
    await manager.sees("Start of Dig the hole changed");
    await expectSoon(() => task(first)).toMatchObject({ start_date: "2027-01-11", comment_count: 1 });
    expect(await manager.violations()).toEqual([]);
  });

  test("offers a viewer nothing that changes it", async () => {
    await reader.opens(project, { params: { id } });
    await reader.tab.locator(".gr", { hasText: "Dig the hole" }).waitFor();
    await expectSoon(() => reader.tab.locator(".bar-grip, .link-grip").count()).toBe(0);
    await reader.tab.locator(".gr", { hasText: "Dig the hole" }).getByText("Dig the hole").click();
    await reader.presses("Alt+ArrowRight", "x", "Space");
    await reader.tab.locator(".peek.side", { hasText: "The ground is frozen." }).waitFor();
    await expectSoon(() => reader.tab.locator(".peek.side textarea, .peek.side input").count()).toBe(0);
    await expectSoon(() => task(first)).toMatchObject({ status: "todo", start_date: "2027-01-11" });
  });
});

describe("board, risks and resources", () => {
  let made: Record_;
  beforeAll(async () => {
    await begin("Done by people");
    made = await make("tasks", { title: "Count the boxes", assignee_id: manager.account?.userId ?? null });
  });

  test("a task is moved on the board by keys and by the pointer", async () => {
    await manager.opens(project, { params: { id }, search: { tab: "tasks" } });
    await manager.tab.locator(".board-task", { hasText: "Count the boxes" }).focus();
    await manager.presses("Alt+ArrowRight");
    await manager.sees("Count the boxes: In progress");
    expect((await list("tasks"))[0]?.["status"]).toBe("in_progress");
    await manager.presses("Alt+ArrowRight");
    await manager.sees("Count the boxes: Blocked");
    const box = (await manager.tab.locator(".board-task", { hasText: "Count the boxes" }).boundingBox())!;
    const done = (await manager.tab.locator('[data-status="done"]').boundingBox())!;
    await manager.tab.mouse.move(box.x + 20, box.y + 10);
    await manager.tab.mouse.down();
    await manager.tab.mouse.move(done.x + 40, done.y + 60, { steps: 6 });
    await manager.tab.mouse.up();
    await manager.sees("Count the boxes: Done");
    expect((await list("tasks"))[0]?.["status"]).toBe("done");
    expect(await manager.violations()).toEqual([]);
  });

  test("the address of a task in a todo opens it", async () => {
    await manager.opens(`/ppm/${id}?tab=tasks#task-${made.id}`);
    await manager.tab.locator(".peek.side", { hasText: "Count the boxes" }).waitFor();
  });

  test("a risk is added, scored and mitigated in its cells", async () => {
    await manager.opens(project, { params: { id }, search: { tab: "risks" } });
    await manager.tab.getByText("Another risk").click();
    await manager.presses("e");
    await manager.types("The lorry is late");
    await manager.presses("Enter");
    await row("The lorry is late").waitFor();
    await row("The lorry is late").getByText("The lorry is late").click();
    await manager.presses("ArrowRight", "e");
    await manager.types("5");
    await manager.presses("Enter");
    await row("The lorry is late").getByText("15").waitFor();
    await expectSoon(() => list("risks")).toMatchObject([
      { title: "The lorry is late", probability: 5, impact: 3, risk_score: 15 },
    ]);
    expect(await manager.violations()).toEqual([]);
  });

  test("the people of all projects are listed with what they have to do", async () => {
    await manager.opens(resources);
    await manager.sees("open days");
    await manager.tab.locator(".gr", { hasText: "Tomas Brandt" }).waitFor();
    expect(await manager.violations()).toEqual([]);
  });
});
