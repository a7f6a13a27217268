/** Rolling back what happened to diagrams and their groups. */
import { describe, expect, test } from "bun:test";
import { newId } from "../../../src/platform/ids";
import { batchAbout } from "../../support/batches";
import { storedCards } from "../../support/factories";
import { step } from "../../support/scenario";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const member = clientAs(server, "member");
const admin = clientAs(server, "admin");

const newCard = (): string => storedCards([{ type: "Application", name: `Card ${newId()}` }])[0] as string;
const newDiagram = async (fields = {}): Promise<string> =>
  (await member.post("/diagrams", { name: "Before", ...fields })).body.id;
const newGroup = async (): Promise<string> => (await member.post("/diagram-groups", { name: "Before" })).body.id;
const read = async (id: string) => (await member.get(`/diagrams/${id}`)).body;
const group = async (id: string) =>
  (await member.get("/diagram-groups")).body.find((one: { id: string }) => one.id === id);

/** Rolls back the latest change of a diagram or group. */
const rollBack = async (id: string, inverse: string, data: Record<string, unknown> = { outcome: "ok" }) =>
  (
    await step({
      as: member,
      method: "POST",
      path: `/mutation-batches/${batchAbout(id)}/rollback`,
      body: { dry_run: false },
      status: 200,
      events: [{ event_type: `rollback.${inverse}`, data }],
    })
  ).body;

describe("the undo of a change to a diagram", () => {
  test("deletes it after its creation", async () => {
    const id = await newDiagram();
    await rollBack(id, "delete_diagram");
    expect(await member.get(`/diagrams/${id}`)).toMatchObject({ status: 404 });
  });

  test("restores its name, its description and its links to cards that still exist", async () => {
    const [remaining, gone] = [newCard(), newCard()];
    const id = await newDiagram({ description: "d", card_ids: [remaining, gone], data: { xml: "<x/>" } });
    await member.patch(`/diagrams/${id}`, { name: "After", description: null, card_ids: [] });
    expect(await admin.delete(`/cards/${gone}`)).toMatchObject({ status: 200 });
    await rollBack(id, "restore_diagram_fields");
    expect(await read(id)).toMatchObject({
      name: "Before",
      description: "d",
      card_ids: [remaining],
      data: { xml: "<x/>" },
    });
    expect((await member.get("/diagrams?search=before")).body).toMatchObject([{ id }]);
  });

  test("can't restore its drawing, and reports that", async () => {
    const id = await newDiagram({ data: { xml: "<x/>" } });
    await member.patch(`/diagrams/${id}`, { name: "After", data: { xml: "<y/>" } });
    const reason = "The drawing that was replaced is gone";
    await rollBack(id, "restore_diagram_fields", { outcome: "ok", not_restored: { data: reason } });
    expect(await read(id)).toMatchObject({ name: "Before", data: { xml: "<y/>" } });
    await member.patch(`/diagrams/${id}`, { data: { xml: "<z/>" } });
    const { body } = await member.post(`/mutation-batches/${batchAbout(id)}/rollback`, { dry_run: true });
    expect(JSON.stringify(body)).toContain(reason);
    expect(await read(id)).toMatchObject({ data: { xml: "<z/>" } });
  });

  test("removes or restores a link", async () => {
    const [id, card] = [await newDiagram(), newCard()];
    await member.post(`/diagrams/${id}/cards`, { card_id: card });
    await rollBack(id, "unlink_diagram");
    expect((await read(id)).card_ids).toEqual([]);
    await member.post(`/diagrams/${id}/cards`, { card_id: card });
    await member.delete(`/diagrams/${id}/cards/${card}`);
    await rollBack(id, "link_diagram");
    expect((await read(id)).card_ids).toEqual([card]);
  });

  test("restores its groups that still exist", async () => {
    const [id, remaining, gone] = [await newDiagram(), await newGroup(), await newGroup()];
    await member.put(`/diagrams/${id}/groups`, { group_ids: [remaining, gone] });
    await member.put(`/diagrams/${id}/groups`, { group_ids: [] });
    await member.delete(`/diagram-groups/${gone}`);
    await rollBack(id, "restore_diagram_groups");
    expect((await read(id)).group_ids).toEqual([remaining]);
  });
});

test("the undo of a deletion restores a diagram under its id, with its drawing, and its cards, groups and stars that still exist", async () => {
  const [remaining, gone] = [newCard(), newCard()];
  const groups = [await newGroup(), await newGroup()];
  const data = { xml: `<x cardId="${remaining}"/>`, thumbnail: "data:image/png;base64,AA==", page: { width: 800 } };
  const id = await newDiagram({ description: "d", card_ids: [remaining, gone], data });
  await member.put(`/diagrams/${id}/groups`, { group_ids: groups });
  await member.post(`/diagrams/${id}/favorite`);
  const before = await read(id);
  expect(await member.delete(`/diagrams/${id}`)).toMatchObject({ status: 204 });
  expect(await admin.delete(`/cards/${gone}`)).toMatchObject({ status: 200 });
  await member.delete(`/diagram-groups/${groups[1]}`);
  await rollBack(id, "restore_diagram");
  const restored = { card_ids: [remaining], group_ids: [groups[0]], updated_at: expect.any(String) };
  expect(await read(id)).toEqual({ ...before, ...restored });
  expect((await member.get(`/diagrams?card_id=${remaining}`)).body).toMatchObject([{ id }]);
});

describe("the undo of a change to a group", () => {
  test("deletes it, restores its fields, or restores it with its diagrams", async () => {
    const [id, diagram] = [await newGroup(), await newDiagram()];
    await member.put(`/diagrams/${diagram}/groups`, { group_ids: [id] });
    const before = await group(id);
    await member.patch(`/diagram-groups/${id}`, { name: "After", color: "#000000", sort_order: 9 });
    await rollBack(id, "restore_diagram_group_fields");
    expect(await group(id)).toEqual({ ...before, updated_at: expect.any(String) });
    await member.delete(`/diagram-groups/${id}`);
    await rollBack(id, "restore_diagram_group");
    expect(await group(id)).toEqual({ ...before, updated_at: expect.any(String) });
    expect((await read(diagram)).group_ids).toEqual([id]);
    const other = await newGroup();
    await rollBack(other, "delete_diagram_group");
    expect(await group(other)).toBeUndefined();
  });
});
