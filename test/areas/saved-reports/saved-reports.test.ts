/** Tests of saved reports: their fields, who sees and changes them, and their rollback. */
import { describe, expect, test } from "bun:test";
import { newId } from "../../../src/platform/ids";
import { batchAbout } from "../../support/batches";
import type { Client } from "../../support/client";
import { violationsOf } from "../../support/factories";
import { step } from "../../support/scenario";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const owner = clientAs(server, "member");
const other = clientAs(server, "member");
const viewer = clientAs(server, "viewer");

const report = {
  name: "Costs of hosting",
  report_type: "cost",
  config: { groupBy: "hostingType", limit: null },
  description: "For the committee",
  thumbnail: "data:image/png;base64,AAAA",
};

async function create(fields: Record<string, unknown> = {}) {
  const answer = await owner.post("/saved-reports", { ...report, ...fields });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}

const seen = async (as: Client, filter = "all"): Promise<string[]> =>
  (await as.get(`/saved-reports?filter=${filter}`)).body.map(({ id }: { id: string }) => id);

test("a report is created, read, changed and deleted, each with an event of its owner", async () => {
  const { body } = await step({
    as: owner,
    method: "POST",
    path: "/saved-reports",
    body: report,
    status: 201,
    events: ({ id }) => [
      {
        event_type: "saved_report.created",
        user_id: owner.userId,
        payload: { id, user_id: owner.userId, name: report.name, report_type: "cost", visibility: "private" },
      },
    ],
  });
  expect(body).toEqual({
    ...report,
    id: expect.any(String),
    owner_id: owner.userId,
    owner_name: expect.any(String),
    visibility: "private",
    shared_with: [],
    shared_with_users: [],
    is_owner: true,
    created_at: expect.any(String),
    updated_at: body.created_at,
  });
  const path = `/saved-reports/${body.id}`;
  expect((await owner.get(path)).body).toEqual(body);
  const changed = await step({
    as: owner,
    method: "PATCH",
    path,
    body: { config: {}, thumbnail: null, report_type: "matrix" },
    status: 200,
    expects: { config: {}, thumbnail: null, report_type: "cost" },
    events: [{ event_type: "saved_report.updated", data: { fields: ["config", "thumbnail"] } }],
  });
  expect(changed.body.updated_at > body.updated_at).toBe(true);
  await step({ as: owner, method: "PATCH", path, body: { config: {} }, status: 200, events: [] });
  await step({
    as: owner,
    method: "DELETE",
    path,
    status: 204,
    events: [{ event_type: "saved_report.deleted", data: { id: body.id } }],
  });
  const detail = "Saved report not found";
  for (const method of ["GET", "PATCH", "DELETE"] as const)
    await step({
      as: owner,
      method,
      path,
      ...(method === "PATCH" && { body: {} }),
      status: 404,
      equals: { detail },
      events: [],
    });
});

test("the list has the last changed report first, and shows each one only to users who may see it", async () => {
  const { id: secret } = await create();
  const { id: open } = await create({ visibility: "public" });
  const { id: given } = await create({ visibility: "shared", shared_with: [viewer.userId, newId(), "nobody"] });
  await owner.patch(`/saved-reports/${secret}`, { name: "Changed last" });
  expect((await seen(owner)).slice(0, 3)).toEqual([secret, given, open]);
  const shownTo = async (as: Client, filter?: string) =>
    (await seen(as, filter)).filter((id) => [secret, open, given].includes(id));
  expect(await shownTo(viewer)).toEqual([given, open]);
  expect(await shownTo(viewer, "shared")).toEqual([given]);
  expect(await shownTo(viewer, "public")).toEqual([open]);
  expect(await shownTo(viewer, "my")).toEqual([]);
  expect(await shownTo(other)).toEqual([open]);
  expect(await other.get("/saved-reports?filter=theirs")).toMatchObject({ status: 422 });
  const page = await owner.get("/saved-reports?filter=my&page=2&page_size=2");
  expect(page.body[0].id).toBe(open);
});

test("a report can be changed only by its owner, and read only by users who see it", async () => {
  const { id } = await create({ visibility: "shared", shared_with: [viewer.userId] });
  const path = `/saved-reports/${id}`;
  const { body } = await viewer.get(path);
  expect(body).toMatchObject({
    is_owner: false,
    shared_with: [viewer.userId],
    shared_with_users: [{ id: viewer.userId }],
  });
  await step({ as: other, path, status: 403, equals: { detail: "Access denied" }, events: [] });
  const refusal = (what: string) => ({
    status: 403,
    equals: { detail: `Only the owner can ${what} this report` },
    events: [],
  });
  await step({ as: viewer, method: "PATCH", path, body: { name: "x" }, ...refusal("update") });
  await step({ as: viewer, method: "DELETE", path, ...refusal("delete") });
});

test("the sharing ends for all when the report is no longer shared, and stays when the body omits it", async () => {
  const { id } = await create({ visibility: "shared", shared_with: [viewer.userId] });
  const path = `/saved-reports/${id}`;
  expect((await owner.patch(path, { shared_with: null, name: "x" })).body.shared_with).toEqual([viewer.userId]);
  expect((await owner.patch(path, { shared_with: [other.userId] })).body.shared_with).toEqual([other.userId]);
  expect((await owner.patch(path, { visibility: "private" })).body.shared_with).toEqual([]);
  expect(await other.get(path)).toMatchObject({ status: 403 });
});

describe("a saved report", () => {
  test("is refused with an unknown type, and the refusal names the types", async () => {
    const detail =
      "report_type must be one of: capability-map, cost, data-quality, dependencies, eol, flexible-portfolio, lifecycle, matrix, portfolio";
    const body = { ...report, report_type: "costs", visibility: "wrong" };
    await step({
      as: owner,
      method: "POST",
      path: "/saved-reports",
      body,
      status: 400,
      equals: { detail },
      events: [],
    });
  });

  test("is refused with an unknown visibility", async () => {
    const { id } = await create();
    const detail = "visibility must be private, public, or shared";
    const refusal = { status: 400, equals: { detail }, events: [] };
    await step({
      as: owner,
      method: "POST",
      path: "/saved-reports",
      body: { ...report, visibility: "all" },
      ...refusal,
    });
    await step({ as: owner, method: "PATCH", path: `/saved-reports/${id}`, body: { visibility: null }, ...refusal });
  });

  test.each([
    ["no config", { config: undefined }, "body.config: missing"],
    ["a long name", { name: "x".repeat(201) }, "body.name: string_too_long"],
    ["a picture that is too large", { thumbnail: "x".repeat(200_001) }, "body.thumbnail: string_too_long"],
    ["a config that is too large", { config: { a: "x".repeat(50_000) } }, "body.config: value_error"],
  ])("is refused with %s", async (_, fields, violation) => {
    const body = { ...report, ...fields };
    const answer = await step({ as: owner, method: "POST", path: "/saved-reports", body, status: 422, events: [] });
    expect(violationsOf(answer.body)).toEqual([violation]);
  });
});

test("the owner of a report can roll back its changes", async () => {
  const before = await create({ visibility: "shared", shared_with: [viewer.userId] });
  const path = `/saved-reports/${before.id}`;
  const rollBack = async (id: string, inverse: string) =>
    await step({
      as: owner,
      method: "POST",
      path: `/mutation-batches/${batchAbout(id)}/rollback`,
      body: { dry_run: false },
      status: 200,
      events: [{ event_type: `rollback.${inverse}`, data: { outcome: "ok" } }],
    });
  await owner.patch(path, { visibility: "public", thumbnail: null });
  await rollBack(before.id, "restore_saved_report_fields");
  expect((await owner.get(path)).body).toEqual({ ...before, updated_at: expect.any(String) });
  await owner.delete(path);
  await rollBack(before.id, "restore_saved_report");
  expect((await owner.get(path)).body).toEqual({ ...before, updated_at: expect.any(String) });
  const { id } = await create();
  await rollBack(id, "delete_saved_report");
  expect(await owner.get(`/saved-reports/${id}`)).toMatchObject({ status: 404 });
});
