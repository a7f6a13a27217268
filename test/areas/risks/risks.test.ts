/** Risks: created, assessed, moved through their states, linked to cards, listed, counted, deleted. */
import { beforeAll, describe, expect, test } from "bun:test";
import { DAY, fromNow } from "../../../src/platform/clock";
import { makeCard, role, storedCards, unique, violationsOf } from "../../support/factories";
import { eventsAfter, lastEvent } from "../../support/journal";
import { step } from "../../support/scenario";
import { clientAs, testServer } from "../../support/server";
import { type Body, makeRisk, makeTask, moveTo, noticesOf, patchRisk, TO_CLOSED, todosOf, UNKNOWN } from "./register";

const server = testServer();
const admin = clientAs(server, "admin");
const manager = clientAs(server, "member");
const owner = clientAs(server, "viewer");

let application: { id: string; name: string };
let component: { id: string; name: string };
beforeAll(async () => {
  application = await makeCard(admin, { type: "Application", name: "Billing" });
  component = await makeCard(admin, { type: "ITComponent", name: "Archive" });
});

const inDays = (days: number) => fromNow(days * DAY).slice(0, 10);

const payloadOf = (risk: Body, rest: object) => {
  const level = risk.residual_level ?? risk.initial_level;
  const { id, reference, title, status, category } = risk;
  const { initial_probability, initial_impact, residual_probability, residual_impact } = risk;
  return {
    ...{ id, risk_id: id, reference, title, level, status, category, link: `/ea-delivery/risks/${id}` },
    ...{ initial_probability, initial_impact, residual_probability, residual_impact },
    summary: `${reference} · ${level.charAt(0).toUpperCase()}${level.slice(1)} · ${title}`,
    ...rest,
  };
};

describe("a risk", () => {
  test("is created with a number, links, a todo and a notification for its owner, and an event for each card", async () => {
    const { body } = await step({
      as: manager,
      method: "POST",
      path: "/risks",
      body: {
        ...{
          title: "Supplier fails",
          initial_probability: "very_high",
          initial_impact: "high",
          category: "operational",
        },
        ...{
          owner_id: owner.userId,
          target_resolution_date: "2030-01-31",
          status: "closed",
          source_type: "compliance",
        },
        card_ids: [component.id, application.id, application.id, "no id", UNKNOWN],
      },
      status: 200,
      events: (risk) => [
        ...[application.id, component.id].sort().map((card_id) => ({
          ...{ event_type: "risk.added", card_id, user_id: manager.userId },
          payload: payloadOf(risk, { change: "created" }),
        })),
        { event_type: "todo.created", data: { assigned_to: owner.userId, status: "open", is_system: true } },
        { event_type: "notification.created", data: { user_id: owner.userId } },
      ],
    });
    expect(body).toEqual({
      ...{ id: expect.any(String), reference: "R-000001", title: "Supplier fails", description: "" },
      ...{ category: "operational", source_type: "manual", source_ref: null },
      ...{ initial_probability: "very_high", initial_impact: "high", initial_level: "critical" },
      ...{ residual_probability: null, residual_impact: null, residual_level: null },
      ...{ owner_id: owner.userId, owner_name: expect.stringContaining("viewer") },
      ...{ target_resolution_date: "2030-01-31", status: "identified", acceptance_rationale: null },
      ...{ accepted_by: null, accepted_at: null, created_by: manager.userId },
      ...{ created_at: expect.any(String), updated_at: expect.any(String) },
      cards: [
        { card_id: component.id, card_name: "Archive", card_type: "ITComponent", role: "affected" },
        { card_id: application.id, card_name: "Billing", card_type: "Application", role: "affected" },
      ],
    });
    expect(todosOf(body.id)).toEqual([
      {
        ...{
          id: expect.any(String),
          link: `/ea-delivery/risks/${body.id}`,
          description: "[Risk R-000001] Supplier fails",
        },
        ...{ status: "open", assigned_to: owner.userId, due_date: "2030-01-31", is_system: 1 },
      },
    ]);
    expect(noticesOf(owner.userId, body.id)).toMatchObject([
      {
        ...{ type: "risk_assigned", title: "Risk R-000001 assigned to you", message: "Supplier fails" },
        ...{ link: `/ea-delivery/risks/${body.id}`, actor_id: manager.userId },
      },
    ]);
  });

  test("has defaults, and one event when it concerns no card", async () => {
    const { body } = await step({
      ...{ as: manager, method: "POST", path: "/risks", body: { title: "Bare", owner_id: "" }, status: 200 },
      events: (risk) => [{ event_type: "risk.added", card_id: null, payload: payloadOf(risk, { change: "created" }) }],
    });
    expect(body).toMatchObject({ category: "operational", initial_level: "medium", owner_id: null, cards: [] });
    expect(todosOf(body.id)).toEqual([]);
  });

  test.each([
    [{}, 422, "body.title: missing"],
    [{ title: "" }, 422, "body.title: string_too_short"],
    [{ title: "x".repeat(501) }, 422, "body.title: string_too_long"],
    [{ title: "x", description: null }, 422, "body.description: string_type"],
    [{ title: "x", category: "other" }, 422, "body.category: literal_error"],
    [{ title: "x", initial_probability: "certain" }, 422, "body.initial_probability: literal_error"],
    [{ title: "x", initial_impact: "negligible" }, 422, "body.initial_impact: literal_error"],
    [{ title: "x", target_resolution_date: "2026-02-30" }, 422, "body.target_resolution_date: date_parsing"],
  ] as const)("is refused with %j", async (body, status, violation) => {
    const answer = await manager.post("/risks", body);
    expect(answer.status).toBe(status);
    expect(violationsOf(answer.body)).toEqual([violation]);
  });

  test.each(["nobody", UNKNOWN])("is refused with the owner %s", async (owner_id) => {
    const events = { status: 400, equals: { detail: "Invalid owner_id" }, events: [] } as const;
    await step({ as: manager, method: "POST", path: "/risks", body: { title: "x", owner_id }, ...events });
  });

  test("is found by its id and its reference", async () => {
    const risk = await makeRisk(manager);
    for (const key of [risk.id, risk.id.toUpperCase(), risk.reference, risk.reference.toLowerCase()])
      expect((await owner.get(`/risks/${key}`)).body).toEqual(risk);
    expect(await owner.get("/risks/R-999999")).toMatchObject({ status: 404, body: { detail: "Risk not found" } });
    expect(await owner.get(`/risks/${UNKNOWN}`)).toMatchObject({ status: 404 });
    for (const key of ["R-1", "x", "T-000001"])
      expect(await owner.get(`/risks/${key}`)).toMatchObject({ status: 400, body: { detail: "Invalid risk id" } });
    expect(await patchRisk(manager, risk.reference, { title: "By reference" })).toMatchObject({ id: risk.id });
  });

  test("can be changed only by users who manage risks", async () => {
    const risk = await makeRisk(manager);
    for (const [method, path, body] of [
      ["POST", "/risks", { title: "x" }],
      ["PATCH", `/risks/${risk.id}`, { title: "x" }],
      ["DELETE", `/risks/${risk.id}`, undefined],
      ["POST", `/risks/${risk.id}/cards`, { card_ids: [] }],
    ] as const)
      await step({ as: owner, method, path, body, status: 403, events: [] });
    const stranger = await server.as(role("inventory.view"));
    for (const path of ["/risks", "/risks/metrics", `/risks/${risk.id}`, `/cards/${application.id}/risks`])
      expect((await stranger.get(path)).status).toBe(403);
  });
});

describe("a change of a risk", () => {
  test("publishes the given fields to each card, and updates levels and todo", async () => {
    const risk = await makeRisk(manager, { card_ids: [application.id], owner_id: owner.userId });
    const { body } = await step({
      ...{ as: manager, method: "PATCH", path: `/risks/${risk.id}`, status: 200 },
      body: {
        title: "New",
        residual_probability: "low",
        residual_impact: "low",
        target_resolution_date: "2031-01-01",
        level: "x",
      },
      expects: { title: "New", residual_level: "low", initial_level: "medium" },
      events: (after) => [
        {
          ...{ event_type: "risk.updated", card_id: application.id },
          payload: payloadOf(after, {
            ...{
              change: "updated",
              fields: ["residual_impact", "residual_probability", "target_resolution_date", "title"],
            },
          }),
        },
        { event_type: "todo.updated", data: { fields: ["description", "due_date"] } },
      ],
    });
    expect(todosOf(body.id)).toMatchObject([{ description: `[Risk ${risk.reference}] New`, due_date: "2031-01-01" }]);
    expect(await patchRisk(manager, risk.id, { residual_impact: null })).toMatchObject({ residual_level: null });
  });

  test("does nothing with an empty body, also to a closed risk", async () => {
    const risk = await makeRisk(manager);
    await step({
      as: manager,
      method: "PATCH",
      path: `/risks/${risk.id}`,
      body: {},
      status: 200,
      equals: risk,
      events: [],
    });
    await moveTo(manager, risk.id, ...TO_CLOSED);
    await step({ as: manager, method: "PATCH", path: `/risks/${risk.id}`, body: {}, status: 200, events: [] });
  });

  test("moves the todo to another owner and notifies them", async () => {
    const risk = await makeRisk(manager, { owner_id: owner.userId });
    const [todo] = todosOf(risk.id);
    await patchRisk(manager, risk.id, { owner_id: manager.userId });
    expect(todosOf(risk.id)).toMatchObject([{ id: todo.id, assigned_to: manager.userId }]);
    expect(noticesOf(manager.userId, risk.id)).toMatchObject([{ type: "risk_assigned" }]);
    await patchRisk(manager, risk.id, { owner_id: null });
    expect(todosOf(risk.id)).toEqual([]);
    for (const owner_id of ["", UNKNOWN])
      expect(await manager.patch(`/risks/${risk.id}`, { owner_id })).toMatchObject({
        ...{ status: 400, body: { detail: "Invalid owner_id" } },
      });
  });

  test.each(["title", "description", "category", "initial_probability", "initial_impact"])(
    "can't clear %s",
    async (field) => {
      const risk = await makeRisk(manager);
      const answer = await manager.patch(`/risks/${risk.id}`, { [field]: null });
      expect(answer.status).toBe(422);
      expect(violationsOf(answer.body)[0]).toStartWith(`body.${field}`);
    },
  );

  test("follows the table of states, and notifies an owner who didn't make it", async () => {
    const risk = await makeRisk(manager, { owner_id: owner.userId });
    expect(await manager.patch(`/risks/${risk.id}`, { status: "closed" })).toMatchObject({
      status: 400,
      body: { detail: "status can't change from identified to closed; allowed: analysed, accepted" },
    });
    expect(await manager.patch(`/risks/${risk.id}`, { status: null })).toMatchObject({ status: 400 });
    await moveTo(manager, risk.id, "analysed", "mitigation_planned");
    expect(noticesOf(owner.userId, risk.id).map(({ title }) => title)).toEqual([
      `Risk ${risk.reference} assigned to you`,
      `Risk ${risk.reference} moved to analysed`,
      `Risk ${risk.reference} moved to mitigation planned`,
    ]);
    expect(todosOf(risk.id)).toMatchObject([{ status: "open" }]);
    await moveTo(manager, risk.id, "in_progress", "mitigated");
    expect(todosOf(risk.id)).toMatchObject([{ status: "done" }]);
    await moveTo(manager, risk.id, "in_progress");
    expect(todosOf(risk.id)).toMatchObject([{ status: "open" }]);
  });

  test("needs a rationale for the state accepted, which stays", async () => {
    const risk = await makeRisk(manager);
    for (const changes of [{ status: "accepted" }, { status: "accepted", acceptance_rationale: "  " }]) {
      const answer = await manager.patch(`/risks/${risk.id}`, changes);
      expect(answer.status).toBe(400);
      expect(answer.body.detail).toContain("acceptance_rationale");
    }
    const accepted = await patchRisk(manager, risk.id, { status: "accepted", acceptance_rationale: "Cheap" });
    expect(accepted).toMatchObject({ accepted_by: manager.userId, accepted_at: expect.any(String) });
    expect(await patchRisk(manager, risk.id, { status: "in_progress" })).toMatchObject({
      ...{ accepted_by: null, accepted_at: null, acceptance_rationale: "Cheap" },
    });
  });

  test("is refused while the risk is closed, unless it reopens it", async () => {
    const risk = await makeRisk(manager, { card_ids: [application.id] });
    await moveTo(manager, risk.id, ...TO_CLOSED);
    const refused = await manager.patch(`/risks/${risk.id}`, {
      title: "x",
      category: "security",
      status: "in_progress",
    });
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toEndWith("category, title");
    const requests = [
      ["PATCH", `/risks/${risk.id}`, { status: "analysed" }, 409],
      ["POST", `/risks/${risk.id}/cards`, { card_ids: [component.id] }, 409],
      ["DELETE", `/risks/${risk.id}/cards/${application.id}`, undefined, 409],
      ["POST", `/risks/${risk.id}/mitigation-tasks`, { title: "x" }, 409],
      ["PATCH", `/risks/${risk.id}`, { status: null }, 400],
    ] as const;
    for (const [method, path, body, status] of requests)
      await step({ as: manager, method, path, body, status, events: [] });
    await moveTo(manager, risk.id, "in_progress");
  });
});

describe("the cards of a risk", () => {
  test("are linked once, and only new links are published", async () => {
    const risk = await makeRisk(manager, { card_ids: [application.id] });
    const path = `/risks/${risk.id}/cards`;
    const body = { card_ids: [application.id, component.id, component.id, "x"], role: "contributing" };
    await step({
      ...{ as: manager, method: "POST", path, body, status: 200 },
      expects: { updated_at: risk.updated_at, cards: [{ role: "contributing" }, { role: "affected" }] },
      events: [{ event_type: "risk.added", card_id: component.id, data: { change: "linked" } }],
    });
    await step({ as: manager, method: "POST", path, body, status: 200, events: [] });
    expect(violationsOf((await manager.post(path, { card_ids: [], role: "owner" })).body)).toEqual([
      "body.role: literal_error",
    ]);
  });

  test("are unlinked, and nothing happens a second time", async () => {
    const risk = await makeRisk(manager, { card_ids: [application.id] });
    const path = `/risks/${risk.id}/cards/${application.id}`;
    await step({
      ...{ as: manager, method: "DELETE", path, status: 200, expects: { cards: [] } },
      events: [{ event_type: "risk.removed", card_id: application.id, data: { change: "unlinked" } }],
    });
    await step({ as: manager, method: "DELETE", path, status: 200, events: [] });
    expect(await manager.delete(`/risks/${risk.id}/cards/x`)).toMatchObject({
      status: 400,
      body: { detail: "Invalid card id" },
    });
    expect((await manager.delete(`/risks/${UNKNOWN}/cards/${application.id}`)).status).toBe(404);
  });

  test("are limited in number", async () => {
    const risk = await makeRisk(manager);
    const answer = await manager.post(`/risks/${risk.id}/cards`, {
      card_ids: Array.from({ length: 501 }, () => UNKNOWN),
    });
    expect(violationsOf(answer.body)).toEqual(["body.card_ids: too_long"]);
  });

  test("get an event for each change even when they are many", async () => {
    const rows = Array.from({ length: 250 }, (_, place) => ({ type: "Application", name: `Many ${place}` }));
    const risk = await makeRisk(manager, { card_ids: storedCards(rows) });
    const before = lastEvent();
    await patchRisk(manager, risk.reference, { title: "Widespread" });
    const task = await makeTask(manager, risk.id);
    expect((await manager.patch(`/mitigation-tasks/${task.id}`, { title: "For all" })).status).toBe(200);
    expect((await manager.delete(`/risks/${risk.id}`)).status).toBe(200);
    const counts = Map.groupBy(eventsAfter(before), ({ event_type }) => event_type);
    for (const type of ["risk.updated", "risk_mitigation_task.created", "risk_mitigation_task.updated", "risk.removed"])
      expect(new Set(counts.get(type)?.map(({ card_id }) => card_id)).size).toBe(250);
  });

  test("list their risks, the last changed one first", async () => {
    const card = await makeCard(admin, { type: "Application" });
    const [first, second] = [
      await makeRisk(manager, { card_ids: [card.id] }),
      await makeRisk(manager, { card_ids: [card.id] }),
    ];
    await patchRisk(manager, first.id, { title: "Changed" });
    const { body } = await owner.get(`/cards/${card.id}/risks`);
    expect(body.map(({ id }: Body) => id)).toEqual([first.id, second.id]);
    expect(await owner.get(`/cards/${UNKNOWN}/risks`)).toMatchObject({ status: 200, body: [] });
    expect(await owner.get("/cards/x/risks")).toMatchObject({ status: 400, body: { detail: "Invalid card id" } });
    const paged = await owner.get(`/cards/${card.id}/risks?page=2&page_size=1`);
    expect([paged.body.length, paged.headers.get("x-total-count")]).toEqual([1, "2"]);
  });
});

test("a deleted risk is deleted with its tasks and all of their todos", async () => {
  const risk = await makeRisk(manager, { card_ids: [application.id], owner_id: owner.userId });
  await makeTask(manager, risk.id, { owner_id: owner.userId });
  expect(todosOf(risk.id)).toHaveLength(2);
  await moveTo(manager, risk.id, ...TO_CLOSED);
  await step({
    ...{ as: manager, method: "DELETE", path: `/risks/${risk.id}`, status: 200, equals: { ok: true } },
    events: [
      { event_type: "risk.removed", card_id: application.id, data: { change: "deleted", status: "closed" } },
      { event_type: "todo.deleted" },
      { event_type: "todo.deleted" },
    ],
  });
  expect(todosOf(risk.id)).toEqual([]);
  expect((await manager.get(`/risks/${risk.id}`)).status).toBe(404);
  expect((await manager.delete(`/risks/${risk.id}`)).status).toBe(404);
  expect((await manager.delete("/risks/x")).status).toBe(400);
});

describe("the register of risks", () => {
  let card: { id: string };
  const made: Body[] = [];
  beforeAll(async () => {
    card = await makeCard(admin, { type: "Application" });
    const card_ids = [card.id];
    made.push(
      await makeRisk(manager, {
        card_ids,
        title: "Ärger 100%",
        category: "security",
        initial_probability: "very_high",
        initial_impact: "critical",
      }),
      await makeRisk(manager, {
        card_ids,
        description: "of the ärger",
        owner_id: owner.userId,
        target_resolution_date: inDays(-1),
      }),
      await makeRisk(manager, {
        card_ids,
        category: "financial",
        owner_id: manager.userId,
        target_resolution_date: inDays(9),
      }),
      await makeRisk(manager, {
        card_ids,
        initial_probability: "low",
        initial_impact: "low",
        target_resolution_date: inDays(-3),
      }),
    );
    await patchRisk(manager, made[0].id, { residual_probability: "low", residual_impact: "low", status: "analysed" });
    await patchRisk(manager, made[3].id, { status: "accepted", acceptance_rationale: "Small" });
  });

  const placesOf = async (query: string): Promise<number[]> => {
    const { status, body } = await owner.get(`/risks?card_id=${card.id}&${query}`);
    expect({ status, total: body.total }).toEqual({ status: 200, total: body.items.length });
    return body.items.map(({ id }: Body) => made.findIndex((risk) => risk.id === id));
  };

  test.each([
    ["", [3, 0, 2, 1]],
    ["sort_dir=asc", [1, 2, 0, 3]],
    ["sort_by=reference&sort_dir=asc", [0, 1, 2, 3]],
    ["sort_by=__proto__&sort_dir=asc", [1, 2, 0, 3]],
    ["sort_by=target_resolution_date&sort_dir=asc", [3, 1, 2, 0]],
    ["sort_by=target_resolution_date", [0, 2, 1, 3]],
    ["sort_by=level&sort_dir=asc", [1, 2, 0, 3]],
    ["sort_by=title", [3, 0, 2, 1]],
    ["status=identified&status=accepted", [3, 2, 1]],
    ["status=identified&category=financial", [2]],
    ["status=nonsense", []],
    ["level=low", [3, 0]],
    ["level=critical&level=nonsense", []],
    ["source_type=compliance", []],
    ["search=%C3%84RGER", [0, 1]],
    ["search=r%20100%25", [0]],
    ["search=of_the", [1]],
    ["overdue=true", [1]],
    ["overdue=0", [3, 0, 2, 1]],
  ] as const)("is sorted and filtered with the query '%s'", async (query, places) => {
    expect(await placesOf(query)).toEqual([...places]);
  });

  test("is filtered by owners and by reference, and paged", async () => {
    expect(await placesOf(`owner_id=${owner.userId}`)).toEqual([1]);
    expect(await placesOf(`owner_id=${owner.userId}&owner_id=${manager.userId}`)).toEqual([2, 1]);
    expect(await placesOf(`search=${made[2].reference}`)).toEqual([2]);
    const { body } = await owner.get(`/risks?card_id=${card.id}&page=2&page_size=3`);
    expect(body).toMatchObject({ total: 4, page: 2, page_size: 3, items: [{ id: made[1].id }] });
    expect((await owner.get(`/risks?card_id=${card.id}&page=9`)).body).toMatchObject({ total: 4, items: [] });
  });

  test.each([
    ["owner_id=x", 400, "Invalid owner_id"],
    ["card_id=x", 400, "Invalid card_id"],
  ] as const)("refuses the filter %s", async (query, status, detail) => {
    for (const path of ["/risks", "/risks/metrics", "/risks/mitigation-tasks/export"])
      expect(await owner.get(`${path}?${query}`)).toMatchObject({ status, body: { detail } });
  });

  test("refuses pages out of bounds", async () => {
    for (const query of ["page=0", "page_size=0", "page_size=201", "overdue=maybe"])
      expect((await owner.get(`/risks?${query}`)).status).toBe(422);
  });

  test("has figures for all matching risks", async () => {
    const { body } = await owner.get(`/risks/metrics?card_id=${card.id}`);
    expect(body).toEqual({
      ...{ total: 4, overdue: 1, created_this_month: 4 },
      by_status: {
        ...{ identified: 2, analysed: 1, mitigation_planned: 0, in_progress: 0 },
        ...{ mitigated: 0, monitoring: 0, accepted: 1, closed: 0 },
      },
      by_level: { critical: 0, high: 0, medium: 2, low: 2 },
      by_category: { security: 1, operational: 2, financial: 1 },
      initial_matrix: [
        [1, 0, 0, 0],
        [0, 0, 0, 0],
        [0, 0, 2, 0],
        [0, 0, 0, 1],
      ],
      residual_matrix: [
        [0, 0, 0, 0],
        [0, 0, 0, 0],
        [0, 0, 0, 0],
        [0, 0, 0, 1],
      ],
    });
    expect((await owner.get(`/risks/metrics?card_id=${card.id}&overdue=1`)).body).toMatchObject({
      total: 1,
      overdue: 1,
    });
  });
});

test("the title of a risk need not be unique", async () => {
  const title = unique("Twice ");
  const [one, other] = [await makeRisk(manager, { title }), await makeRisk(manager, { title })];
  expect(Number(other.reference.slice(2))).toBe(Number(one.reference.slice(2)) + 1);
});
