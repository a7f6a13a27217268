/** Transfers: their states, what is refused, and what becomes of them when the server stops. */
import { expect, test } from "bun:test";
import { statement, transactionInTurn } from "../../../db";
import { applying } from "../../../src/areas/workspace/runs";
import { purgeUnfinishedUploads } from "../../../src/areas/workspace/upload";
import { enqueue } from "../../../src/core/runs/runs";
import { step } from "../../support/scenario";
import { clientAs, testServer } from "../../support/server";
import { archiveOf, damagedBy, randomOf, workbookOf } from "../../support/workbooks";
import { bundleOf, previewed, settled, upload } from "./support";

const server = testServer();
const admin = clientAs(server, "admin");

const small = () => bundleOf({ Users: [["email"], ["somebody@stoa.example"]] });

test("an empty or missing file is refused", async () => {
  expect(await upload(admin, new Uint8Array())).toMatchObject({ status: 400, body: { detail: "Empty bundle file" } });
  const { status, body } = await admin.post("/admin/workspace/import", new FormData());
  expect({ status, where: body.detail[0].loc }).toEqual({ status: 422, where: ["body", "file"] });
  expect(statement("SELECT id FROM workspace_transfers").all()).toEqual([]);
});

test.each([
  ["no archive", () => new TextEncoder().encode("nothing"), "not a complete zip archive"],
  ["no workbook", () => archiveOf({ "manifest.json": '{"format_version":"1"}' }), "workspace.xlsx"],
  ["a broken manifest", () => bundleOf({}, "{"), "manifest.json is not a JSON object"],
  ["another version", () => bundleOf({}, { format_version: "2" }), "Unsupported bundle format '2' (expected '1')"],
  ["no version", () => bundleOf({}, {}), "Unsupported bundle format '' (expected '1')"],
  ["a broken workbook", () => archiveOf({ "manifest.json": '{"format_version":"1"}', "workspace.xlsx": "x" }), "zip"],
])("a bundle with %s fails, and can't be applied either", async (_, make, reason) => {
  const { id, status, error_message } = await previewed(admin, new Uint8Array(await make()));
  expect({ status, error_message }).toEqual({ status: "failed", error_message: expect.stringContaining(reason) });
  await admin.post(`/admin/workspace/import/${id}/apply`);
  expect(await settled(admin, id)).toMatchObject({ status: "failed", result: null });
});

test("a bundle that unpacks to far more than its size is refused", async () => {
  const zeros = new Uint8Array(80 * 1024 * 1024);
  const bomb = archiveOf({ "manifest.json": '{"format_version":"1"}', "workspace.xlsx": await workbookOf({}), zeros });
  expect(await previewed(admin, bomb)).toMatchObject({
    status: "failed",
    error_message: "The bundle must not be packed to less than a 200th of its content",
  });
});

test("damaged bundles fail with a reason, or are imported", async () => {
  const [random, bytes] = [randomOf(3), await small()];
  for (let round = 0; round < 12; round++) {
    const damaged = damagedBy(random, bytes);
    if (damaged.length === 0) continue;
    const { status, error_message } = await previewed(admin, damaged);
    expect(["previewed", "failed"]).toContain(status);
    expect(error_message ?? "").not.toContain("unexpected");
  }
});

test("a transfer can be applied again, and deleted", async () => {
  const { id, filename } = await previewed(admin, await small());
  expect(filename).toBe("bundle.zip");
  for (const created of [1, 0, 0, 0]) {
    await admin.post(`/admin/workspace/import/${id}/apply`);
    const { error_message, result } = await settled(admin, id);
    expect({ error_message, created: result?.totals.created }).toEqual({ error_message: null, created });
  }
  await step({
    as: admin,
    method: "DELETE",
    path: `/admin/workspace/import/${id}`,
    status: 204,
    events: [{ event_type: "workspace.deleted", data: { id, name: "bundle.zip" } }],
  });
  for (const [method, path] of [
    ["GET", ""],
    ["POST", "/apply"],
    ["DELETE", ""],
  ] as const)
    await step({
      as: admin,
      method,
      path: `/admin/workspace/import/${id}${path}`,
      status: 404,
      equals: { detail: "Workspace transfer not found" },
      events: [],
    });
  expect(statement("SELECT seq FROM workspace_pieces WHERE transfer_id = ?").all(id)).toEqual([]);
});

test("only a waiting transfer can be applied", async () => {
  const { id } = await previewed(admin, await small());
  await transactionInTurn(() => statement("UPDATE workspace_transfers SET status = 'applying' WHERE id = ?").run(id));
  await step({
    as: admin,
    method: "POST",
    path: `/admin/workspace/import/${id}/apply`,
    status: 400,
    equals: { detail: "The transfer can't be applied while it is applying" },
    events: [],
  });
});

test("interrupted transfers are completed for users who still may, and unfinished uploads are deleted", async () => {
  const ids = [(await previewed(admin, await small())).id, (await previewed(admin, await small())).id];
  await transactionInTurn(() => {
    for (const [at, id] of ids.entries()) {
      statement("UPDATE workspace_transfers SET status = 'applying' WHERE id = ?").run(id);
      enqueue(applying, { id }, { userId: at === 0 ? (admin.userId ?? null) : null });
    }
    statement("INSERT INTO workspace_transfers (id, filename, created_at) VALUES ('cut', '', '2026-01-01')").run();
  });
  expect(await settled(admin, ids[0])).toMatchObject({ status: "applied" });
  expect(await settled(admin, ids[1])).toMatchObject({
    status: "failed",
    error_message: "Whoever started it is gone or deactivated",
  });
  await purgeUnfinishedUploads();
  expect(statement("SELECT id FROM workspace_transfers WHERE is_complete = 0").all()).toEqual([]);
});
