/** The calls of each tool in the name of each role: a tool refuses exactly what the API refuses. */
import { beforeAll, describe, expect, test } from "bun:test";
import { resetRateLimits } from "../../src/http/rate-limit";
import type { Client } from "../support/client";
import { role } from "../support/factories";
import { clientAs, testServer } from "../support/server";
import { type Assistant, confirmationIn, connect, tokenOf } from "./assistant";
import { type Call, openDoor } from "./door";

const server = testServer({ SEED_DEMO: "true" });
const admin = clientAs(server, "admin");
const door = openDoor();

/** The operations that a tool may call: operation → its permission. */
type Row = {
  /** Without it the tool refuses. */
  needs: Record<string, string>;
  /** Without it the tool says that the part may not be seen. */
  shows?: Record<string, string>;
};

const CARDS = { "GET /cards": "inventory.view" };
const CARD = { "GET /cards/{card_id}": "inventory.view|card.view" };
const TYPES = { "GET /metamodel/types": "auth" };
const RELATION_TYPES = { "GET /metamodel/relation-types": "auth" };
const CURRENCY = { "GET /settings/bootstrap": "public" };

const tools: Record<string, Row> = {
  find_cards: { needs: { ...CARDS, ...TYPES, ...CURRENCY } },
  search: { needs: { "GET /search": "auth" } },
  life_cycle: { needs: CARDS },
  read_card: {
    needs: { ...CARDS, ...CARD, ...TYPES, ...RELATION_TYPES, ...CURRENCY, "GET /relations": "relations.view" },
    shows: {
      "GET /cards/{card_id}/hierarchy": "inventory.view|card.view",
      "GET /cards/{card_id}/risks": "risks.view",
      "GET /adr/by-card/{card_id}": "adr.view",
      "GET /cards/{card_id}/compliance-findings": "compliance.view",
      "GET /cards/{card_id}/documents": "documents.view",
      "GET /cards/{card_id}/comments": "comments.view",
      "GET /cards/{card_id}/todos": "inventory.view|card.view",
      "GET /cards/{card_id}/history": "inventory.view|card.view",
    },
  },
  impact: { needs: { ...CARDS, ...CURRENCY, "GET /reports/impact": "reports.ea_dashboard" } },
  costs: {
    needs: {
      ...CURRENCY,
      "GET /reports/cost": "reports.ea_dashboard+costs.view",
      "GET /reports/cost-treemap": "reports.ea_dashboard+costs.view",
    },
  },
  report: {
    needs: {
      ...CURRENCY,
      "GET /reports/landscape": "reports.ea_dashboard",
      "GET /reports/roadmap": "reports.ea_dashboard",
      "GET /reports/domain-flows": "reports.ea_dashboard",
      "GET /reports/portfolio": "reports.portfolio",
      "GET /reports/matrix": "reports.ea_dashboard",
      "GET /reports/capability-heatmap": "reports.ea_dashboard",
      "GET /reports/data-quality": "reports.ea_dashboard",
      "GET /reports/eol": "reports.ea_dashboard",
      "GET /reports/stakeholder-directory": "admin.users",
      "GET /reports/ppm/gantt": "ppm.view",
      "GET /reports/ppm/resources": "ppm.view",
      "GET /reports/bpm/process-map": "reports.bpm_dashboard",
      "GET /reports/bpm/process-application-matrix": "reports.bpm_dashboard",
      "GET /reports/bpm/capability-process-matrix": "reports.bpm_dashboard",
      "GET /reports/bpm/process-dependencies": "reports.bpm_dashboard",
      "GET /reports/bpm/value-stream-matrix": "reports.bpm_dashboard",
      "GET /reports/risks/matrix": "reports.ea_dashboard+risks.view",
      "GET /reports/risks/over-time": "reports.ea_dashboard+risks.view",
    },
  },
  processes: {
    needs: { ...CARDS, "GET /bpm/flows": "bpm.view" },
    shows: {
      "GET /bpm/processes/{process_id}/elements": "bpm.view",
      "GET /bpm/processes/{process_id}/assessments": "bpm.assessments",
    },
  },
  projects: {
    needs: {
      ...CARDS,
      ...CURRENCY,
      "GET /reports/ppm/gantt": "ppm.view",
      "GET /ppm/initiatives/{initiative_id}/plan": "ppm.view",
    },
    shows: {
      "GET /ppm/initiatives/{initiative_id}/reports": "ppm.view",
      "GET /ppm/initiatives/{initiative_id}/risks": "ppm.view",
    },
  },
  risks: {
    needs: {
      ...CARDS,
      "GET /risks": "risks.view",
      "GET /risks/{risk_id}": "risks.view",
      "GET /risks/{risk_id}/mitigation-tasks": "risks.view",
    },
  },
  decisions: { needs: { ...CARDS, "GET /adr": "adr.view", "GET /adr/{adr_id}": "adr.view" } },
  metamodel: { needs: { ...TYPES, ...RELATION_TYPES } },
  change_cards: { needs: { "POST /cards/upsert": "inventory.create|inventory.edit|card.edit" } },
  archive_cards: {
    needs: {
      ...CARDS,
      ...CARD,
      "POST /cards/bulk-archive": "inventory.archive|card.archive",
      "POST /cards/bulk-restore": "inventory.archive|card.archive",
    },
  },
  relate_cards: {
    needs: { ...CARDS, ...RELATION_TYPES, "POST /relations/bulk": "relations.manage|card.manage_relations" },
  },
  tag_cards: {
    needs: { ...CARDS, "GET /tag-groups": "auth", "POST /cards/bulk-tags": "tags.manage|inventory.edit|card.edit" },
  },
  add_to_card: {
    needs: {
      ...CARDS,
      "POST /cards/{card_id}/comments": "comments.create|card.create_comments",
      "POST /cards/{card_id}/todos": "inventory.view|card.view",
    },
  },
  record_risk: { needs: { ...CARDS, "POST /risks": "risks.manage" } },
  record_decision: { needs: { "POST /adr": "adr.manage" } },
  undo_change: {
    needs: {
      "POST /mutation-batches/{batch_id}/rollback": "auth (owner)|admin.events",
      "GET /mutation-batches": "auth (owner)|admin.events",
    },
  },
};

const byType = { type: "Application", group_by: "Organization" };
const wholeReports = [
  ...["matrix", "capability_heatmap", "data_quality", "end_of_life", "people", "projects", "project_people"],
  ...["process_map", "process_applications", "capability_processes", "process_dependencies", "value_streams"],
  ...["risk_matrix", "risks_over_time"],
];

/** Things that a set of calls is about, so that no other set changes them. */
type Things = { name: string; archived: string; batch: string; decision: string };

/** Makes things: an application to change and one to archive, one that is archived, and a batch to undo. */
async function newThings(name: string): Promise<Things> {
  const card = async (part: string) =>
    (await admin.post("/cards", { type: "Application", name: `${name} ${part}` })).body.id as string;
  for (const part of ["changed", "old"]) await card(part);
  const archived = await card("archived");
  await admin.post(`/cards/${archived}/archive`, {});
  await card("undone");
  const [batch] = (await admin.get("/mutation-batches?page_size=1")).body.items;
  const [decision] = (await admin.get("/adr")).body;
  return { name, archived, batch: batch.id, decision: decision.id };
}

/** Returns calls of each tool that together call everything in its row. */
const inputsOf = ({ name, archived, batch, decision }: Things): Record<string, object[]> => ({
  find_cards: [{ words: "Group ERP" }, { type: "Application", fields: ["hostingType"] }],
  search: [{ words: "erp" }],
  life_cycle: [{}],
  read_card: [
    {
      card: "Group ERP",
      include: ["hierarchy", "risks", "decisions", "findings", "documents", "comments", "todos", "history"],
    },
  ],
  impact: [{ card: "Group ERP" }],
  costs: [{}, { group_by: "Provider" }],
  report: [
    ...["landscape", "roadmap", "domain_flows"].map((name) => ({ name, ...byType })),
    { name: "portfolio", type: "Application" },
    ...wholeReports.map((name) => ({ name })),
  ],
  processes: [{}, { process: "Approve an Invoice" }],
  projects: [{}, { project: "ERP Renewal" }],
  risks: [{}, { risk: "R-000007" }, { card: "Group ERP" }],
  decisions: [{}, { card: "Group ERP" }, { decision }],
  metamodel: [{}, { type: "Application" }],
  change_cards: [{ cards: [{ type: "Application", name: `${name} new` }] }],
  archive_cards: [{ cards: [`${name} old`] }, { cards: [archived], restore: true }],
  relate_cards: [{ relations: [{ relation: "relAppToBC", source: `${name} changed`, target: "Accounting" }] }],
  tag_cards: [{ cards: [`${name} changed`], add: ["Within the Hour"] }],
  add_to_card: [
    { card: `${name} changed`, kind: "comment", text: "Seen by the board" },
    { card: `${name} changed`, kind: "todo", text: "Ask the vendor" },
  ],
  record_risk: [{ title: "Labels stop", description: "Nobody knows the printer", cards: [`${name} changed`] }],
  record_decision: [{ title: "Labels are bought", context: "Ours is old", decision: "We buy" }],
  undo_change: [{ batch }],
});

/** The other roles, the one that may do least first, so that what it is refused is still to be done. */
const builtIn = { viewer: "viewer", member: "member", bpm_admin: "bpm_admin" };

type Outcome = { tool: string; input: object; isError: boolean; text: string; calls: Call[] };

/** Calls every tool as it stands in `inputs`. */
async function callAll(assistant: Assistant, inputs: Record<string, object[]>): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [tool, list] of Object.entries(inputs))
    for (const input of list) {
      door.taken();
      const answer = await assistant.call(tool, input);
      outcomes.push({ tool, input, ...answer, calls: door.taken() });
    }
  return outcomes;
}

const may = (tool: string): Record<string, string> => ({ ...tools[tool]?.needs, ...tools[tool]?.shows });
const isNeeded = (tool: string, { operation }: Call) => operation in (tools[tool]?.needs ?? {});

/** Returns what each tool has called, with the permissions that are declared. */
const calledBy = (outcomes: readonly Outcome[]) =>
  Object.fromEntries(
    [...Map.groupBy(outcomes, ({ tool }) => tool)].map(([tool, all]) => [
      tool,
      Object.fromEntries(all.flatMap(({ calls }) => calls.map((call) => [call.operation, call.permission]))),
    ]),
  );

const mayChange = (tool: string) =>
  Object.keys(tools[tool]?.needs ?? {}).some((operation) => operation.startsWith("POST"));

/** Checks whether the API refuses a call to somebody. */
const isRefused = async (user: Client, { method, path, body }: Call) =>
  (await user.send(method, path, body)).status === 403;

describe("the tools", () => {
  let assistant: Assistant;
  let ofAdmin: Outcome[];
  /** The answers of the tools to users of the other roles. */
  const others: { who: string; user: Client; tools: string[]; outcomes: Outcome[] }[] = [];

  beforeAll(async () => {
    await admin.patch("/settings/mcp", { enabled: true });
    const inputs = inputsOf(await newThings("First"));
    assistant = await connect(server.url, (await tokenOf(admin)).token, "auto", door.send);
    ofAdmin = await callAll(assistant, inputs);
    for (const [who, key] of Object.entries({ "a role without rights": role(), ...builtIn })) {
      const user = await server.as(key);
      const own = await connect(server.url, (await tokenOf(user)).token, "auto", door.send);
      others.push({ who, user, tools: own.tools, outcomes: await callAll(own, inputs) });
    }
    resetRateLimits();
  });

  test("all have a row, and call the operations of their row, each with its permission, and no others", () => {
    expect(Object.keys(tools).toSorted()).toEqual(assistant.tools.toSorted());
    expect(ofAdmin.filter(({ isError }) => isError)).toEqual([]);
    expect(calledBy(ofAdmin)).toEqual(Object.fromEntries(Object.keys(tools).map((tool) => [tool, may(tool)])));
  });

  test("call the same operations when a change is confirmed", async () => {
    const inputs = inputsOf(await newThings("Second"));
    const changing = Object.entries(inputs).filter(([tool]) => mayChange(tool));
    for (const { tool, input, text } of await callAll(assistant, Object.fromEntries(changing))) {
      door.taken();
      const confirmed = { ...input, dry_run: false, confirmation: confirmationIn(text) };
      expect({ tool, ...(await assistant.call(tool, confirmed)) }).toMatchObject({ isError: false });
      const calls = door.taken();
      expect(calls.filter(({ operation }) => !(operation in may(tool)))).toEqual([]);
      expect(calls.filter(({ method }) => method === "POST").length).toBe(2);
    }
  });

  test("refuse every role exactly what the API refuses it, and call nothing else for it", async () => {
    for (const { who, user, tools: offered, outcomes } of others) {
      expect(offered).toEqual(assistant.tools);
      for (const [at, { tool, input, text, calls, ...outcome }] of outcomes.entries()) {
        const whole = ofAdmin[at]?.calls ?? [];
        const refused: Call[] = [];
        for (const call of whole) if (await isRefused(user, call)) refused.push(call);
        const isError = refused.some((call) => isNeeded(tool, call));
        expect({ who, tool, input, isError: outcome.isError }, text).toEqual({ who, tool, input, isError });
        if (isError) expect(text).toContain("Not permitted (403)");
        else if (refused.length > 0) expect(text).toContain("You may not see this");
        expect(calls.filter(({ operation }) => !(operation in may(tool)))).toEqual([]);
      }
    }
  });
});
