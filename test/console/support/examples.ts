/** Addresses of pages with values of the demo, for pictures and for the tests that visit every page. */
import type { Client } from "../../support/client";

/** The values in an address: its parameters and its search. */
export type Example = { params?: Record<string, string>; search?: Record<string, unknown> };

/** Returns the id of the first card of the demo that a search finds. */
export async function cardNamed(client: Client, name: string): Promise<string> {
  const { body } = await client.get(`/cards?search=${encodeURIComponent(name)}&sort_by=relevance&page_size=10`);
  return body.items.find((card: { name: string }) => card.name === name)?.id ?? body.items[0].id;
}

/** Returns the id of a session of the architect's wizard; one that there isn't for whoever may not begin one. */
async function sessionOf(client: Client): Promise<string> {
  const requirement = "Growers see what was harvested on the same day";
  const { body: phase1 } = await client.post("/turbolens/architect/phase1", { requirement });
  const sessionData = { requirement, phase1 };
  const { body } = await client.post("/turbolens/assessments", {
    title: "The harvest, the same day",
    requirement,
    sessionData,
  });
  return body.id ?? "00000000-0000-4000-8000-000000000000";
}

/** The built-in roles of people who see what they are shown and no more. */
const SHOWN_TO = ["member", "viewer"].map((role) => ({ role, may_change: false }));

/** Returns the id of a scenario with a change that everybody is shown; one that there isn't for whoever may not create one. */
async function scenarioOf(client: Client, card: string): Promise<string> {
  const { body } = await client.post("/scenarios", { name: "Orders elsewhere", question: "What if it were bought?" });
  if (body.id) {
    await client.patch(`/cards/${card}`, { name: "Order service" }, { "x-stoa-scenario": body.id });
    await client.put(`/scenarios/${body.id}/members`, { members: SHOWN_TO });
  }
  return body.id ?? "00000000-0000-4000-8000-000000000000";
}

/**
 * Returns the examples by the address of their page; pages that need no values are left out.
 * @param client of an administrator
 */
export async function examplesOf(client: Client): Promise<Record<string, Example>> {
  const orderHub = await cardNamed(client, "Order Hub");
  const [decision] = (await client.get("/adr?status=in_review")).body;
  const [statement] = (await client.get("/soaw")).body;
  const { body: risks } = await client.get("/risks?search=Group ERP&page_size=1");
  const flows = (await client.get("/bpm/flows?state=draft")).body;
  const process = flows[0].process_id;
  const draft = (await client.get(`/bpm/processes/${process}/flow/drafts`)).body[0].id;
  const { body: surveys } = await client.get("/surveys");
  const surveyOf = (status: string) => ({
    params: { id: surveys.find((one: { status: string }) => one.status === status).id },
  });
  const [asked] = (await client.get("/surveys/my")).body;
  const erp = await cardNamed(client, "ERP Renewal");
  const [report] = (await client.get(`/ppm/initiatives/${erp}/reports`)).body;
  const [drawing] = (await client.get("/diagrams")).body;
  const planned = await scenarioOf(client, orderHub);
  return {
    "/scenarios/$id": { params: { id: planned } },
    "/scenarios/compare": { search: { scenarios: planned, weights: "applications:5" } },
    "/diagrams/$id": { params: { id: drawing.id } },
    "/portal/$slug": { params: { slug: "merrowdale-applications" } },
    "/bpm/processes/$id": { params: { id: process } },
    "/bpm/processes/$id/draw/$version": { params: { id: process, version: draft } },
    "/surveys/$id": surveyOf("draft"),
    "/surveys/$id/results": surveyOf("active"),
    "/surveys/$id/apply": surveyOf("active"),
    // The page says so to whoever isn't asked.
    "/surveys/$id/respond/$card": {
      params: { id: asked?.survey_id ?? surveyOf("active").params.id, card: asked?.items[0].card_id ?? orderHub },
    },
    "/ppm": { search: { initiative: await cardNamed(client, "Saltby into the Group") } },
    "/ppm/$id": { params: { id: erp } },
    "/ppm/$id/reports/$report": { params: { id: erp, report: report.id } },
    "/ea-delivery/risks/$id": { params: { id: risks.items[0].id } },
    "/risks": { search: { risk: risks.items[0].id } },
    "/ea-delivery/adr/$id": { params: { id: decision.id } },
    "/ea-delivery/adr/$id/preview": { params: { id: decision.id } },
    "/ea-delivery/soaw/$id": { params: { id: statement.id } },
    "/ea-delivery/soaw/$id/preview": { params: { id: statement.id } },
    "/analysis/architect/$id": { params: { id: await sessionOf(client) } },
    "/cards/$id": { params: { id: await cardNamed(client, "Group ERP") } },
    // One that there is leads on to its own page.
    "/reports/saved/$id": { params: { id: "00000000-0000-4000-8000-000000000000" } },
    "/help/$page": { params: { page: "backup" } },
    "/notifications": { search: { peek: orderHub } },
  };
}
