/** Tests of saved reports: their fields, who sees and changes them, and their rollback. */
import { describe, expect, test } from "bun:test";
import { statement } from "../../../db";
import { purgePictures } from "../../../src/areas/saved-reports/pictures";
import { DAY } from "../../../src/platform/clock";
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
      "report_type must be one of: capability-map, cost, data-quality, dependencies, eol, flexible-portfolio, impact, lifecycle, matrix, portfolio, process-map";
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
    ["a picture that is too large", { thumbnail: "x".repeat(2 * 1024 * 1024 + 1) }, "body.thumbnail: string_too_long"],
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

describe("a picture of two megabytes", () => {
  const png = (size: number) => {
    const bytes = Buffer.alloc(size, 7);
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(bytes);
    return bytes;
  };
  const dataUrl = (bytes: Buffer) => `data:image/png;base64,${bytes.toString("base64")}`;
  const large = png(1_572_000);

  test("is accepted, given back as it was sent, and not sent in lists", async () => {
    const thumbnail = dataUrl(large);
    expect(thumbnail.length).toBeGreaterThan(2_000_000);
    const created = await create({ thumbnail });
    const path = `/saved-reports/${created.id}`;
    expect(created.thumbnail).toBe(thumbnail);
    expect((await owner.get(path)).body.thumbnail).toBe(thumbnail);
    const listed = (await owner.get("/saved-reports")).body.find(({ id }: { id: string }) => id === created.id);
    expect(listed).toEqual({ ...created, thumbnail: `/api/v1${path}/thumbnail` });
    // The path of the picture leaves it as it is.
    await step({
      as: owner,
      method: "PATCH",
      path,
      body: { thumbnail: listed.thumbnail },
      status: 200,
      expects: { thumbnail },
      events: [],
    });
    await owner.delete(path);
  });

  test("is shown to those who see the report, as the image that it is", async () => {
    const { id } = await create({ thumbnail: dataUrl(large), visibility: "private" });
    const fetched = await fetch(`${server.url}/api/v1/saved-reports/${id}/thumbnail`, {
      headers: { authorization: `Bearer ${owner.token}` },
    });
    expect(fetched.headers.get("content-type")).toBe("image/png");
    expect(Buffer.from(await fetched.arrayBuffer()).equals(large)).toBe(true);
    expect(await viewer.get(`/saved-reports/${id}/thumbnail`)).toMatchObject({ status: 403 });
    await owner.delete(`/saved-reports/${id}`);
  });

  test.each([
    ["no picture", null],
    ["a picture that could hold scripts", "data:image/svg+xml;base64,PHN2Zy8+"],
    ["another text", "x"],
  ])("is not shown of a report with %s", async (_, thumbnail) => {
    const { id } = await create({ thumbnail });
    expect((await owner.get(`/saved-reports/${id}`)).body.thumbnail).toBe(thumbnail);
    expect(await owner.get(`/saved-reports/${id}/thumbnail`)).toMatchObject({ status: 404 });
    await owner.delete(`/saved-reports/${id}`);
  });

  test("is stored without what could run in it, however long it is, and is no other address", async () => {
    const rests = "<g></g>".repeat(20_000);
    const urlOf = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
    for (const rest of ["", rests]) {
      const { id, thumbnail } = await create({ thumbnail: urlOf(`<svg><script>x()</script>${rest}</svg>`) });
      expect(thumbnail).toBe(urlOf(`<svg>${rest}</svg>`));
      await owner.delete(`/saved-reports/${id}`);
    }
    const refused = await owner.post("/saved-reports", { ...report, thumbnail: "javascript:x()" });
    expect(refused).toMatchObject({ status: 422, body: { detail: [{ loc: ["body", "thumbnail"] }] } });
  });

  test("stays for rollbacks when it is replaced, not in the journal, and is deleted after the retention", async () => {
    const { id } = await create({ thumbnail: dataUrl(large) });
    await owner.patch(`/saved-reports/${id}`, { thumbnail: dataUrl(png(300)) });
    const longest = statement<{ length: number }>(
      "SELECT max(length(data) + length(undo)) AS length FROM events",
    ).get();
    expect(longest?.length).toBeLessThan(100_000);
    const pictures = () => statement("SELECT id FROM saved_report_pictures").all().length;
    const before = pictures();
    await purgePictures(DAY, () => false);
    expect(pictures()).toBe(before);
    await Bun.sleep(5);
    await purgePictures(0, () => false);
    expect(pictures()).toBeLessThan(before);
    expect((await owner.get(`/saved-reports/${id}`)).body.thumbnail).toBe(dataUrl(png(300)));
    await owner.delete(`/saved-reports/${id}`);
  });
});
