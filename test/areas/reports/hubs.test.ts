/** Reports about cards that are related to thousands of others. */
import { beforeAll, expect, test } from "bun:test";
import { transaction } from "../../../db";
import { createRelationRow } from "../../../src/areas/relations/rows";
import { relatedLimit } from "../../../src/areas/reports/heatmap";
import { storedCards, unique } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");

const CAPABILITIES = 300;
const COMPONENTS = 3_400;
const cardsOf = (type: string, count: number) =>
  storedCards(Array.from({ length: count }, () => ({ type, name: unique(`${type} `), approval_status: "DRAFT" })));

let hub = "";
let capabilities: string[] = [];
beforeAll(() => {
  [hub] = cardsOf("Application", 1) as [string];
  capabilities = cardsOf("BusinessCapability", CAPABILITIES);
  const components = cardsOf("ITComponent", COMPONENTS);
  transaction(() => {
    const relate = (type: string, target_id: string) =>
      createRelationRow({ type, source_id: hub, target_id, attributes: null, description: null });
    for (const id of capabilities) relate("relAppToBC", id);
    for (const id of components) relate("relAppToITC", id);
  });
});

test("the heatmap names an application under each of its many capabilities, and bounds the listed relations of all together", async () => {
  const { status, body } = await admin.get("/reports/capability-heatmap");
  expect(status).toBe(200);
  expect(body.items).toHaveLength(CAPABILITIES);
  for (const { app_count, apps } of body.items) {
    expect(app_count).toBe(1);
    expect(apps[0]).toMatchObject({ id: hub, related_truncated: true });
    expect(apps[0].related_by_type.ITComponent.length * CAPABILITIES).toBeLessThanOrEqual(1_000_000);
  }
  expect(body.filterable_types.ITComponent).toHaveLength(COMPONENTS);
});

test("an application lists all of its related cards while all together stay within the bound", () => {
  const usual = [
    { related: 500, uses: 20 },
    { related: 3, uses: 1_000 },
  ];
  expect(relatedLimit(usual)).toBe(500);
  const withHub = [...usual, { related: 40_000, uses: 1_000 }];
  expect(relatedLimit(withHub)).toBeGreaterThanOrEqual(500);
  const named = withHub.reduce((sum, { related, uses }) => sum + Math.min(related, relatedLimit(withHub)) * uses, 0);
  expect(named).toBeLessThanOrEqual(1_000_000);
});
