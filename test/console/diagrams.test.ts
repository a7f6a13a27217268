/** Diagrams: drawn with cards, opened as other editors have drawn them, and saved without loss. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { diagram } from "../../src/console/pages/diagram/page";
import { diagrams } from "../../src/console/pages/diagrams/page";
import { clientAs, testServer } from "../support/server";
import { expectSoon, until } from "../support/waiting";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const architect = person(server, "member");
const colleague = person(server, "member");
const reader = person(server, "viewer");
const admin = clientAs(server, "admin");

const FOREIGN = readFileSync(join(import.meta.dir, "support/drawings/plain.drawio"), "utf8");

/** Returns XML without the freedom that its writers have: blanks in tags, and the line after the declaration. */
const same = (xml: string) =>
  xml
    .replaceAll(/\s+\/>/g, "/>")
    .replaceAll(/\?>\s*/g, "?>")
    .trim();

const xmlOf = async (id: string): Promise<string> => (await admin.get(`/diagrams/${id}`)).body.data?.xml ?? "";

async function created(name: string, xml?: string): Promise<string> {
  return (await admin.post("/diagrams", { name, ...(xml && { data: { xml, ours: 1 } }) })).body.id;
}

const cardNamed = async (name: string) =>
  (await admin.get(`/cards?search=${encodeURIComponent(name)}&page_size=5`)).body.items.find(
    (card: { name: string }) => card.name === name,
  );

/** Opens a diagram, with the keyboard in its drawing. */
async function draws(who: typeof architect, id: string): Promise<void> {
  await who.opens(diagram, { params: { id } });
  await who.tab.locator(".drawing").focus();
}

test("a diagram is begun, drawn with cards and a recorded relation, undone, and found on the page of a card", async () => {
  await architect.opens(diagrams);
  await architect.presses("n");
  await architect.tab.getByRole("textbox", { name: "What the diagram shows" }).fill("How orders come in");
  await architect.presses("Enter");
  await architect.arrivesAt(/^\/diagrams\/[0-9a-f-]+$/);
  await architect.settles();
  const id = new URL(architect.tab.url()).pathname.split("/").at(-1) as string;
  await architect.fills("Find a card to place", "Order Hub");
  await architect.tab.locator(".diagram-side .rel", { hasText: "Order Hub" }).first().click();
  await architect.tab.locator(".card-box").waitFor();
  await architect.fills("Find a card to place", "");
  await architect.sees("Next to Order Hub");
  await architect.tab.locator(".diagram-side .rel", { hasText: "Order Capture" }).first().click();
  const hub = await cardNamed("Order Hub");
  const capture = await cardNamed("Order Capture");
  const drawn = await until(async () => {
    const xml = await xmlOf(id);
    return xml.includes(capture.id) && xml.includes('relationType="relAppToBC"') ? xml : undefined;
  }, "the drawing is saved");
  expect(drawn).toContain(`cardId="${hub.id}"`);
  expect(await architect.violations()).toEqual([]);
  const { body: shown } = await admin.get(`/diagrams?shown_card_id=${capture.id}`);
  expect(shown).toMatchObject([{ id, card_count: 2, thumbnail: expect.stringContaining("data:image/svg+xml") }]);
  await architect.tab.locator(".drawing").focus();
  await architect.presses("Control+z", "Control+z");
  await until(async () => !(await xmlOf(id)).includes(capture.id), "the card is off the drawing again");
});

test("a line that is drawn between two cards asks for its relation, and records it", async () => {
  const [web, hub] = [await cardNamed("Web Shop"), await cardNamed("Order Capture")];
  const cell = (card: { id: string; name: string; type: string }, x: number) =>
    `<object id="${card.name}" label="${card.name} as it was" cardId="${card.id}" cardType="${card.type}"><mxCell style="rounded=1;html=1;fillColor=#123456;" vertex="1" parent="1"><mxGeometry x="${x}" y="80" width="160" height="56" as="geometry"/></mxCell></object>`;
  const xml = `<mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>${cell(web, 40)}${cell(hub, 400)}</root></mxGraphModel>`;
  const id = await created("A line", xml);
  const before = (await admin.get(`/relations?card_id=${web.id}&type=relAppToBC`)).body;
  expect(before.filter(({ target_id }: { target_id: string }) => target_id === hub.id)).toEqual([]);
  await draws(architect, id);
  await architect.sees("2 names have changed");
  await architect.clicks("Take them over");
  await architect.seesNo("2 names have changed");
  await architect.presses("l");
  const boxes = await Promise.all((await architect.tab.locator(".card-box").all()).map((box) => box.boundingBox()));
  const [from, to] = boxes.map((box) => ({ x: box!.x + box!.width / 2, y: box!.y + box!.height / 2 }));
  const { mouse } = architect.tab;
  await mouse.move(from!.x, from!.y);
  await mouse.down();
  await mouse.move(to!.x - 30, to!.y, { steps: 6 });
  await mouse.move(to!.x, to!.y, { steps: 6 });
  await mouse.up();
  await architect.tab
    .getByRole("dialog")
    .getByRole("button", { name: /Web Shop supports Order Capture/ })
    .click();
  await architect.sees("Web Shop and Order Capture are related");
  const saved = await until(async () => {
    const text = await xmlOf(id);
    return text.includes("relationId=") ? text : undefined;
  }, "the line is saved with its relation");
  expect(saved).toContain('label="Web Shop"');
  expect(saved).not.toContain("#123456");
  const after = (await admin.get(`/relations?card_id=${web.id}&type=relAppToBC`)).body;
  const [made] = after.filter(({ target_id }: { target_id: string }) => target_id === hub.id);
  expect(saved).toContain(`relationId="${made.id}"`);
});

test("a file of another editor is drawn, edited and saved without loss; what another person draws is shown or asked about", async () => {
  const id = await created("Drawn elsewhere", FOREIGN);
  await draws(architect, id);
  await architect.sees("takes orders");
  await architect.sees("Stock of Saltby");
  expect(await architect.violations()).toEqual([]);
  await architect.tab.locator(".diagram-side .rel", { hasText: "Order Hub" }).first().click();
  await architect.tab.locator(".drawing").focus();
  await architect.presses("ArrowRight");
  const moved = await until(async () => {
    const xml = await xmlOf(id);
    return xml.includes('x="88"') ? xml : undefined;
  }, "the moved shape is saved");
  expect(same(moved)).toBe(same(FOREIGN.replace('<mxGeometry x="80" y="120"', '<mxGeometry x="88" y="120"')));
  expect((await admin.get(`/diagrams/${id}`)).body.data.ours).toBe(1);

  await draws(colleague, id);
  await colleague.tab.locator(".diagram-side .rel", { hasText: "Pick" }).first().click();
  await colleague.tab.locator(".drawing").focus();
  await colleague.presses("Delete");
  await colleague.sees(/^Saved$/);
  await until(async () => !(await xmlOf(id)).includes('id="g1a"'), "the shape is taken off");
  const picked = architect.tab.locator(".diagram-side .rel", { hasText: "Pick" });
  await until(async () => (await picked.count()) === 0, "the other person sees it");
  let isOvertaken = false;
  await colleague.tab.route("**/api/v1/diagrams/*", async (route) => {
    if (route.request().method() !== "PATCH" || isOvertaken) return route.continue();
    isOvertaken = true;
    const { body } = await admin.get(`/diagrams/${id}`);
    const xml = body.data.xml.replace("Warehouse", "Depot");
    await admin.patch(`/diagrams/${id}`, { data: { ...body.data, xml } });
    return route.continue();
  });
  await colleague.tab.locator(".diagram-side .rel", { hasText: "Pack" }).first().click();
  await colleague.tab.locator(".drawing").focus();
  await colleague.presses("ArrowDown");
  await colleague.sees("Somebody else has changed this drawing.");
  await expectSoon(() => xmlOf(id)).toContain("Depot");
  await colleague.clicks("Save mine");
  await colleague.sees(/^Saved$/);
  await expectSoon(() => xmlOf(id)).not.toContain("Depot");

  await architect.clicks("Packed");
  await architect.sees("Packed shape");

  await reader.opens(diagram, { params: { id } });
  await reader.sees("takes orders");
  await expectSoon(() => reader.tab.getByRole("button", { name: "Arrange" }).count()).toBe(0);
  await reader.tab.locator(".drawing").focus();
  await reader.presses("]", "Delete", "ArrowRight");
  await expectSoon(() => reader.tab.locator(".draw-state").count()).toBe(0);
});

test("a file is opened, arranged, and leaves as a picture; a card is dragged into it, and a shape gets its label", async () => {
  await architect.opens(diagrams);
  await architect.tab
    .locator("input[type=file]")
    .setInputFiles({ name: "Orders.drawio", mimeType: "application/xml", buffer: Buffer.from(FOREIGN) });
  await architect.arrivesAt(/^\/diagrams\/[0-9a-f-]+$/);
  await architect.settles();
  const id = new URL(architect.tab.url()).pathname.split("/").at(-1) as string;
  await expectSoon(() => xmlOf(id)).toBe(FOREIGN);
  await architect.fills("Find a card to place", "Web Shop");
  await architect.tab
    .locator(".diagram-side .rel", { hasText: "Web Shop" })
    .first()
    .dragTo(architect.tab.locator(".drawing"), { targetPosition: { x: 700, y: 560 } });
  await architect.tab.locator(".card-box").waitFor();
  await architect.tab.locator(".drawing").focus();
  await architect.presses("r", "F2");
  await architect.tab.getByLabel("Label", { exact: true }).fill("Till & <desk>");
  await architect.presses("Enter");
  await architect.clicks("Arrange");
  const saved = await until(async () => {
    const xml = await xmlOf(id);
    return xml.includes("Till &amp;amp; &amp;lt;desk&amp;gt;") && !xml.includes('x="80" y="120"') && xml;
  }, "the arranged drawing is saved");
  expect(saved).toContain('cardType="Application"');
  expect(saved).toContain("of another program");
  const download = architect.tab.waitForEvent("download");
  await architect.clicks("Export");
  await architect.clicks("Picture (SVG)");
  const file = await (await download).path();
  const picture = readFileSync(file, "utf8");
  expect(picture).toContain("Web Shop");
  expect(picture).not.toMatch(/var\(|oklch|<script|foreignObject/);
});

test("a diagram is duplicated and deleted, and deleting is undone", async () => {
  const id = await created("To be deleted", FOREIGN);
  await architect.opens(diagram, { params: { id } });
  await architect.clicks("More");
  await architect.clicks("Delete the diagram");
  await architect.arrivesAt("/diagrams");
  await architect.sees("To be deleted deleted");
  expect((await admin.get(`/diagrams/${id}`)).status).toBe(404);
  await architect.tab.locator("h1").click();
  await architect.presses("z");
  await until(async () => (await admin.get(`/diagrams/${id}`)).status === 200, "the diagram is there again");
  await expectSoon(() => xmlOf(id)).toBe(FOREIGN);
});
