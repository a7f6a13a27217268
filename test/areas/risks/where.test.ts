/** The register as its page reads it: conditions, orders, the risks in the cells of the matrices, what follows a status. */
import { beforeAll, describe, expect, test } from "bun:test";
import { makeCard } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";
import { type Body, makeRisk, makeTask, patchRisk } from "./register";

const server = testServer();
const manager = clientAs(server, "member");
const viewer = clientAs(server, "viewer");

let card: { id: string };
let fire: Body;
let flood: Body;
let fraud: Body;
beforeAll(async () => {
  card = await makeCard(manager, { type: "Application", name: "Billing" });
  fire = await makeRisk(manager, {
    ...{ title: "fire", category: "operational", initial_probability: "low", initial_impact: "critical" },
    ...{ owner_id: manager.userId, target_resolution_date: "2030-01-01", card_ids: [card.id] },
  });
  flood = await makeRisk(manager, { title: "Flood", initial_probability: "high", initial_impact: "critical" });
  fraud = await makeRisk(manager, { title: "Fraud", category: "financial", initial_probability: "high" });
  await patchRisk(manager, fire.id, { residual_probability: "low", residual_impact: "low", status: "analysed" });
  await makeTask(manager, fire.id);
});

/** Returns the titles of the risks that a condition leaves, by reference. */
async function titlesOf(where: string): Promise<string[]> {
  const answer = await viewer.get(`/risks?sort_by=reference&sort_dir=asc&where=${encodeURIComponent(where)}`);
  expect(answer.status).toBe(200);
  return answer.body.items.map(({ title }: Body) => title);
}

describe("the register", () => {
  test("is filtered by one of some values, by what is not so, by ranges, and by what is missing", async () => {
    expect(await titlesOf("category:financial|operational;!title:fire")).toEqual(["Flood", "Fraud"]);
    expect(await titlesOf("!status:analysed")).toEqual(["Flood", "Fraud"]);
    expect(await titlesOf("initial_probability:high;initial_impact:critical")).toEqual(["Flood"]);
    expect(await titlesOf("!residual_level:low")).toEqual(["Flood", "Fraud"]);
    expect(await titlesOf("target_resolution_date:2029-01-01..2030-01-01")).toEqual(["fire"]);
    expect(await titlesOf("target_resolution_date:..2029-01-01")).toEqual([]);
    expect(await titlesOf("residual_level:empty")).toEqual(["Flood", "Fraud"]);
    expect(await titlesOf(`owner_id:${manager.userId}`)).toEqual(["fire"]);
    expect(await titlesOf("owner_id:empty")).toEqual(["Flood", "Fraud"]);
    expect(await titlesOf(`card_id:${card.id}`)).toEqual(["fire"]);
    expect(await titlesOf("task_id:empty")).toEqual(["Flood", "Fraud"]);
    expect(await titlesOf("task_id:set")).toEqual(["fire"]);
    expect(await titlesOf("level:low")).toEqual(["fire"]);
  });

  test("refuses a condition on a field that there is not, a word that is no id, and a range without ends with 422", async () => {
    for (const where of ["colour:red", "owner_id:nobody", "status:..", "status"]) {
      const { status, body } = await viewer.get(`/risks?where=${encodeURIComponent(where)}`);
      expect({ status, at: body.detail?.[0]?.loc }).toEqual({ status: 422, at: ["query", "where"] });
    }
  });

  test("is sorted by title whatever its case, by status in its order, by both levels, and by owner", async () => {
    const first = async (sort: string) =>
      (await viewer.get(`/risks?sort_by=${sort}&sort_dir=asc&page_size=1`)).body.items[0].title;
    expect(await first("name")).toBe("fire");
    expect(await first("category")).toBe("Fraud");
    expect(await first("initial_level")).toBe("Flood");
    expect(await first("residual_level")).toBe("fire");
    const byStatus = await viewer.get("/risks?sort_by=status&sort_dir=desc");
    expect(byStatus.body.items[0].title).toBe("fire");
    const byOwner = await viewer.get("/risks?sort_by=owner_name&sort_dir=desc");
    expect(byOwner.body.items[0].title).toBe("fire");
  });

  test("names the risks in each cell of both matrices, and counts those without a task", async () => {
    const { status, body } = await viewer.get("/risks/metrics?named=1&where=!category:financial");
    expect(status).toBe(200);
    expect(body.without_tasks).toBe(1);
    const named = ({ id, reference, title }: Body) => [{ id, reference, title }];
    expect(body.cells).toEqual([
      { assessment: "initial", probability: "low", impact: "critical", risks: named(fire) },
      { assessment: "initial", probability: "high", impact: "critical", risks: named(flood) },
      { assessment: "residual", probability: "low", impact: "low", risks: named(fire) },
    ]);
    const plain = await viewer.get("/risks/metrics");
    expect(plain.body).not.toHaveProperty("cells");
    expect(plain.body.total).toBe(3);
    expect(fraud.initial_impact).toBe("medium");
  });

  test("names the statuses that may follow each", async () => {
    const { body } = await viewer.get("/risks/statuses");
    expect(body.map(({ status }: Body) => status)).toEqual([
      ...["identified", "analysed", "mitigation_planned", "in_progress"],
      ...["mitigated", "monitoring", "accepted", "closed"],
    ]);
    expect(body[0]).toEqual({ status: "identified", next: ["analysed", "accepted"] });
    expect(body.at(-1)).toEqual({ status: "closed", next: ["in_progress"] });
  });
});
