/** An area adds its own inverse without a change of mutation-batches. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { statement, transaction } from "../../../db";
import { areas } from "../../../src/areas";
import type { RollbackResult } from "../../../src/areas/mutation-batches/model";
import { rollBack } from "../../../src/areas/mutation-batches/rollback";
import type { Actor } from "../../../src/core/access/actor";
import { area, installAreas } from "../../../src/core/area";
import { event, eventDefinition, eventTypes } from "../../../src/core/journal/event-types";
import { definedInverses, done, type Inverses, inverse, unchanged } from "../../../src/core/undo";
import { batchOfEvent } from "../../support/batches";
import { unique } from "../../support/factories";
import { publishAny } from "../../support/publish";
import { startTestServer, type TestServer } from "../../support/server";

const undo = {
  rename_tag: inverse<{ name: string }>({
    subject: { idField: "tag_id", table: "tags" },
    permission: "tags.manage",
    read: ({ payload }) => (typeof payload["before"] === "string" ? { name: payload["before"] } : "No former name"),
    describe: ({ data }) => ({ fields: { name: data.name } }),
    undo(_rollback, { subject, data }) {
      const renamed = statement("UPDATE tags SET name = ? WHERE id = ? AND name <> ?").run(
        data.name,
        subject,
        data.name,
      );
      return renamed.changes > 0 ? done : unchanged("already_restored");
    },
  }),
} satisfies Inverses;
const later = area({
  name: "later",
  events: { "tag.renamed": event("everyone", { undo: { by: "rename_tag" } }) },
  undo,
});

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  installAreas([...areas, later]);
});
afterAll(async () => {
  await server.stop();
  installAreas(areas);
});

test("every inverse that an event names is declared", () => {
  const named = eventTypes().flatMap((type) => {
    const how = eventDefinition(type)?.undo;
    return how && "by" in how ? (typeof how.by === "string" ? [how.by] : [how.by(null), how.by({})]) : [];
  });
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !definedInverses().has(name))).toEqual([]);
});

test("the events of a later area are planned, rolled back and published by its own inverse", async () => {
  const admin = await server.as("admin");
  const group = (await admin.post("/tag-groups", { name: unique("Group ") })).body;
  const tag = (await admin.post(`/tag-groups/${group.id}/tags`, { name: "after" })).body;
  const author = { userId: admin.userId as string, operation: unique("sign ") };
  transaction(() => publishAny(author, { type: "tag.renamed", data: { id: tag.id, before: "before" } }));
  const batch_id = batchOfEvent("event_type = 'tag.renamed'") as string;
  // The schemas of the served API have been made from the areas that the server installed, so the service is called.
  const actor = { userId: admin.userId, role: "admin", permissions: { "*": true } } as unknown as Actor;
  const rollback = (dry_run: boolean) => rollBack(actor, batch_id, { dry_run, force: false });
  const step = { event_id: expect.any(String), op: "rename_tag", tag_id: tag.id, fields: { name: "before" } };
  expect(rollback(true)).toMatchObject({ operations: [step], obstacles: [], complete: true });
  const result = rollback(false) as RollbackResult;
  expect(result.results).toEqual([{ ...step, status: "ok" }]);
  expect((await admin.get(`/mutation-batches/${result.rollback_batch_id}/events`)).body.events).toMatchObject([
    { event_type: "rollback.rename_tag", data: { ...step, outcome: "ok" } },
  ]);
  expect(rollback(false)).toMatchObject({ results: [{ ...step, status: "skipped", reason: "already_restored" }] });
});
