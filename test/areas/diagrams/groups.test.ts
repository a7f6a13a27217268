/** Groups of diagrams. */
import { describe, expect, test } from "bun:test";
import { newId } from "../../../src/platform/ids";
import { violationsOf } from "../../support/factories";
import { step } from "../../support/scenario";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const member = clientAs(server, "member");
const viewer = clientAs(server, "viewer");

const newGroup = async (fields: Record<string, unknown> = {}): Promise<string> =>
  (await member.post("/diagram-groups", { name: "Payments", ...fields })).body.id;
const newDiagram = async (): Promise<string> => (await member.post("/diagrams", { name: "Flow" })).body.id;
const read = async (id: string) =>
  (await viewer.get("/diagram-groups")).body.find((group: { id: string }) => group.id === id);

test("a group is created, listed, changed and deleted, and its diagrams stay", async () => {
  const { body: group } = await step({
    as: member,
    method: "POST",
    path: "/diagram-groups",
    body: { name: "  Payments ", color: "#112233", sort_order: null },
    status: 201,
    events: ({ id }) => [{ event_type: "diagram_group.created", payload: { id, name: "Payments" } }],
  });
  const { id } = group;
  expect(group).toEqual({
    ...{ id, name: "Payments", color: "#112233", sort_order: 0, diagram_count: 0 },
    created_at: expect.any(String),
    updated_at: group.created_at,
  });
  const diagram = await newDiagram();
  await member.put(`/diagrams/${diagram}/groups`, { group_ids: [id] });
  const path = `/diagram-groups/${id}`;
  const { body: changed } = await step({
    as: member,
    method: "PATCH",
    path,
    body: { name: " Cards ", color: null, sort_order: "7" },
    status: 200,
    expects: { name: "Cards", color: "#112233", sort_order: 7, diagram_count: 1 },
    events: [{ event_type: "diagram_group.updated", payload: { id, name: "Cards", fields: ["name", "sort_order"] } }],
  });
  expect(await read(id)).toEqual(changed);
  await step({ as: member, method: "PATCH", path, body: { name: null, sort_order: 7 }, status: 200, events: [] });
  await step({
    as: member,
    method: "DELETE",
    path,
    status: 204,
    events: [{ event_type: "diagram_group.deleted", payload: { id, name: "Cards" } }],
  });
  expect((await viewer.get(`/diagrams/${diagram}`)).body).toMatchObject({ id: diagram, group_ids: [] });
  for (const method of ["PATCH", "DELETE"] as const)
    await step({ as: member, method, path, ...(method === "PATCH" && { body: {} }), status: 404, events: [] });
});

test("groups are ordered by their position, then by name", async () => {
  const ids = [
    await newGroup({ sort_order: -1, name: "b" }),
    await newGroup({ sort_order: -2, name: "z" }),
    await newGroup({ sort_order: -1, name: "a" }),
  ];
  const { body } = await viewer.get("/diagram-groups");
  expect(body.slice(0, 3).map((group: { id: string }) => group.id)).toEqual([ids[1], ids[2], ids[0]]);
});

describe("a diagram", () => {
  test("moves from its former groups into the given ones", async () => {
    const [id, one, other] = [await newDiagram(), await newGroup(), await newGroup()];
    const put = { as: member, method: "PUT", path: `/diagrams/${id}/groups`, status: 200 } as const;
    const grouped = (group_ids: string[]) => ({
      equals: { diagram_id: id, group_ids },
      events: [{ event_type: "diagram.grouped", payload: { id, name: "Flow", group_ids } }],
    });
    await step({ ...put, body: { group_ids: [other, one, other] }, ...grouped([other, one]) });
    await step({
      ...put,
      body: { group_ids: [one, other] },
      equals: { diagram_id: id, group_ids: [one, other] },
      events: [],
    });
    expect((await viewer.get(`/diagrams/${id}`)).body.group_ids).toEqual([one, other].toSorted());
    expect((await viewer.get(`/diagrams?group_id=${one}`)).body).toMatchObject([
      { id, group_ids: [one, other].toSorted() },
    ]);
    await step({ ...put, body: { group_ids: [one] }, ...grouped([one]) });
    expect([await read(one), await read(other)]).toMatchObject([{ diagram_count: 1 }, { diagram_count: 0 }]);
    await step({ ...put, body: { group_ids: [] }, ...grouped([]) });
  });

  test("stays where it is when a group doesn't exist", async () => {
    const [id, one] = [await newDiagram(), await newGroup()];
    await member.put(`/diagrams/${id}/groups`, { group_ids: [one] });
    const put = { as: member, method: "PUT", status: 404, events: [] } as const;
    const body = { group_ids: [newId()] };
    await step({ ...put, path: `/diagrams/${id}/groups`, body, equals: { detail: "Group not found" } });
    await step({ ...put, path: `/diagrams/${newId()}/groups`, body, equals: { detail: "Diagram not found" } });
    expect((await viewer.get(`/diagrams/${id}`)).body.group_ids).toEqual([one]);
  });
});

describe("a request about groups", () => {
  test("is refused with a blank name", async () => {
    const path = `/diagram-groups/${await newGroup()}`;
    const body = { name: " \t" };
    const refused = { as: member, body, status: 400, events: [] } as const;
    await step({ ...refused, method: "POST", path: "/diagram-groups", equals: { detail: "name is required" } });
    await step({ ...refused, method: "PATCH", path, equals: { detail: "name cannot be empty" } });
  });

  test.each([
    ["no name", {}, "body.name: missing"],
    ["a name that is too long", { name: "x".repeat(201) }, "body.name: string_too_long"],
    ["a color that is too long", { name: "x", color: "x".repeat(21) }, "body.color: string_too_long"],
    ["a place that is no number", { name: "x", sort_order: "first" }, "body.sort_order: int_parsing"],
  ])("is refused with %s", async (_, body, violation) => {
    const answer = await step({ as: member, method: "POST", path: "/diagram-groups", body, status: 422, events: [] });
    expect(violationsOf(answer.body)).toEqual([violation]);
  });

  test("is refused without a list of groups", async () => {
    const answer = await member.put(`/diagrams/${await newDiagram()}/groups`, {});
    expect(violationsOf(answer.body)).toEqual(["body.group_ids: missing"]);
  });
});
