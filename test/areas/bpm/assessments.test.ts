/** Assessments of processes: what is taken, how they are listed and changed, and who may. */
import { beforeEach, describe, expect, test } from "bun:test";
import { makeCard, role, stakeholder, violationsOf } from "../../support/factories";
import { step } from "../../support/scenario";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");
const viewer = clientAs(server, "viewer");
const NOBODY = "01900000-0000-7000-8000-00000000dead";

let processId: string;
let path: string;
beforeEach(async () => {
  processId = (await makeCard(admin, { type: "BusinessProcess" })).id;
  path = `/bpm/processes/${processId}/assessments`;
});

const scores = { overall_score: 3, efficiency: 2, effectiveness: 4, compliance: 5, automation: 1 };
const assessment = { assessment_date: "2026-03-01", ...scores };
const create = async (fields: object = {}) => (await member.post(path, { ...assessment, ...fields })).body;
const list = async () => (await member.get(path)).body;

test("a process is assessed, and its assessments are listed with their authors; nothing is published", async () => {
  const { body: created } = await step({
    as: member,
    method: "POST",
    path,
    body: { ...assessment, notes: "", action_items: [{ title: "Automate", done: false }], color: "red" },
    status: 201,
    events: [],
  });
  expect(created).toEqual({
    id: created.id,
    process_id: processId,
    assessment_date: "2026-03-01",
    overall_score: 3,
  });
  const { body } = await step({ as: member, path, status: 200, events: [] });
  expect(body).toEqual([
    {
      id: created.id,
      process_id: processId,
      assessor_id: member.userId,
      assessor_name: expect.any(String),
      ...assessment,
      notes: "",
      action_items: [{ title: "Automate", done: false }],
      created_at: expect.stringMatching(/Z$/),
    },
  ]);
  await step({ as: member, method: "DELETE", path: `${path}/${created.id}`, status: 204, events: [] });
  await step({
    ...{ as: member, method: "DELETE", path: `${path}/${created.id}`, status: 404 },
    expects: { detail: "Assessment not found" },
    events: [],
  });
});

test("scores are limited to their range, and converted from texts, floats and flags", async () => {
  await create({ overall_score: 99, efficiency: -3, effectiveness: "4", compliance: 2.0, automation: true });
  expect(await list()).toMatchObject([
    { overall_score: 5, efficiency: 1, effectiveness: 4, compliance: 2, automation: 1, notes: null, action_items: [] },
  ]);
});

test.each(["2026-03-01T00:00:00", "2026-03-01T00:00", "2026-03-01 00:00:00.000", "2026-03-01T00:00:00Z"])(
  "the beginning of a day is stored as the day: %s",
  async (assessment_date) => {
    expect(await create({ assessment_date })).toMatchObject({ assessment_date: "2026-03-01" });
  },
);

test("assessments are listed latest first, those of one day by their creation, page by page", async () => {
  const days = ["2026-01-01", "2026-05-01", "2026-03-01", "2026-05-01"];
  const ids: string[] = [];
  for (const assessment_date of days) ids.push((await create({ assessment_date })).id);
  const inOrder = [3, 1, 2, 0].map((place) => ids[place]);
  expect((await list()).map(({ id }: { id: string }) => id)).toEqual(inOrder);
  const page = await member.get(`${path}?page=2&page_size=3`);
  expect(page.body).toMatchObject([{ id: inOrder[3] }]);
  expect(page.headers.get("x-total-count")).toBe("4");
});

test("a change replaces the given fields; null, the date and the author change nothing", async () => {
  const { id } = await create({ notes: "first", action_items: [{ title: "one" }] });
  const change = (body: object) =>
    step({
      as: admin,
      method: "PUT",
      path: `${path}/${id}`,
      body,
      status: 200,
      equals: { id, status: "updated" },
      events: [],
    });
  await change({ overall_score: 50, efficiency: null, assessment_date: "2020-01-01", assessor_id: admin.userId });
  const unchanged = { ...assessment, notes: "first", action_items: [{ title: "one" }], assessor_id: member.userId };
  expect(await list()).toMatchObject([{ ...unchanged, overall_score: 5 }]);
  await change({ notes: "", action_items: [] });
  expect(await list()).toMatchObject([{ ...unchanged, overall_score: 5, notes: "", action_items: [] }]);
  await change({});
  await change({ notes: null, action_items: null, automation: 2 });
  expect(await list()).toMatchObject([{ notes: "", action_items: [], automation: 2 }]);
});

describe("an assessment", () => {
  const many = Array.from({ length: 201 }, () => ({}));
  test.each([
    ["no date", { assessment_date: undefined }, ["body.assessment_date: missing"]],
    ["a day that doesn't exist", { assessment_date: "2026-02-30" }, ["body.assessment_date: date_parsing"]],
    ["a later time of the day", { assessment_date: "2026-03-01T12:00:00" }, ["body.assessment_date: date_parsing"]],
    ["no score", { efficiency: undefined }, ["body.efficiency: missing"]],
    ["a fraction", { compliance: 2.5 }, ["body.compliance: int_from_float"]],
    ["a word", { automation: "high" }, ["body.automation: int_parsing"]],
    ["null for a score", { overall_score: null }, ["body.overall_score: int_parsing"]],
    ["notes that are too long", { notes: "x".repeat(10_001) }, ["body.notes: string_too_long"]],
    ["an item that is no object", { action_items: ["x"] }, ["body.action_items.0: dict_type"]],
    ["too many items", { action_items: many }, ["body.action_items: too_long"]],
  ])("is refused with %s", async (_, fields, violations) => {
    const body = { ...assessment, ...fields };
    const answer = await step({ as: member, method: "POST", path, body, status: 422, events: [] });
    expect(violationsOf(answer.body)).toEqual(violations);
    expect(await list()).toEqual([]);
  });

  test("is refused with items that are too large together", async () => {
    const action_items = Array.from({ length: 3 }, () => ({ title: "x".repeat(20_000) }));
    const { status, body } = await member.post(path, { ...assessment, action_items });
    expect(status).toBe(422);
    expect(body.detail[0].loc).toEqual(["body", "action_items"]);
  });
});

test("an assessment needs an active process, and must belong to it", async () => {
  const { id } = await create();
  const other = await makeCard(admin, { type: "BusinessProcess" });
  const application = await makeCard(admin, { type: "Application" });
  const all = (process: string) => [
    member.get(`/bpm/processes/${process}/assessments`),
    member.post(`/bpm/processes/${process}/assessments`, assessment),
  ];
  const one = (process: string, assessed: string) => [
    member.send("PUT", `/bpm/processes/${process}/assessments/${assessed}`, {}),
    member.delete(`/bpm/processes/${process}/assessments/${assessed}`),
  ];
  await admin.post(`/cards/${processId}/archive`);
  for (const process of [NOBODY, "server", application.id, processId])
    for (const answer of await Promise.all([...all(process), ...one(process, id)]))
      expect(answer).toMatchObject({ status: 404, body: { detail: "Business process not found" } });
  await admin.post(`/cards/${processId}/restore`);
  for (const [process, assessed] of [
    [other.id, id],
    [processId, NOBODY],
    [processId, "server"],
  ] as const)
    for (const answer of await Promise.all(one(process, assessed)))
      expect(answer).toMatchObject({ status: 404, body: { detail: "Assessment not found" } });
  expect(await list()).toMatchObject([{ id }]);
  const plain = processId.replaceAll("-", "").toUpperCase();
  expect((await member.get(`/bpm/processes/${plain}/assessments`)).body).toMatchObject([{ id }]);
});

test("an assessment needs the right to assess processes, for reading too, which is checked before the process", async () => {
  const { id } = await create();
  stakeholder(processId, viewer.userId, "process_owner");
  const assessor = await server.as(role("bpm.assessments"));
  const changes = { overall_score: 2 };
  for (const [client, statuses] of [
    [viewer, [403, 403, 403, 403]],
    [server.nobody, [401, 401, 401, 401]],
    [assessor, [200, 201, 200, 204]],
  ] as const)
    expect([
      (await client.get(path)).status,
      (await client.post(path, assessment)).status,
      (await client.send("PUT", `${path}/${id}`, changes)).status,
      (await client.delete(`${path}/${id}`)).status,
    ]).toEqual([...statuses]);
  expect((await viewer.get(`/bpm/processes/${NOBODY}/assessments`)).status).toBe(403);
});

test("an assessment remains when its author's account is deleted, and is deleted with its process", async () => {
  const leaving = await server.as("member");
  await leaving.post(path, assessment);
  expect((await admin.delete(`/users/${leaving.userId}`)).status).toBe(204);
  expect(await list()).toMatchObject([{ assessor_id: null, assessor_name: null, ...scores }]);
  await admin.delete(`/cards/${processId}`);
  expect((await member.get(path)).status).toBe(404);
});

test("the latest assessment of each process is listed with the one before", async () => {
  const { id, name } = await makeCard(admin, { type: "BusinessProcess" });
  const listed = async () => (await member.get(`/bpm/assessments?search=${encodeURIComponent(name)}`)).body;
  expect(await listed()).toEqual([{ process_id: id, name, assessments: 0, latest: null, before: null }]);
  for (const [month, overall_score] of [1, 4, 2].entries())
    await member.post(`/bpm/processes/${id}/assessments`, {
      ...assessment,
      ...{ assessment_date: `2026-0${month + 1}-01`, overall_score },
    });
  expect(await listed()).toMatchObject([
    {
      ...{ process_id: id, assessments: 3 },
      latest: { overall_score: 2, assessment_date: "2026-03-01", assessor_name: expect.any(String) },
      before: { overall_score: 4 },
    },
  ]);
  expect((await viewer.get("/bpm/assessments")).status).toBe(403);
});
