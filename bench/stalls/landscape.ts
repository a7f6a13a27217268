/** The parts that the most expensive requests are made of: ids and keys of a filled file. */
import { randomUUID } from "node:crypto";
import { type Caller, logIn, someCards } from "../client";
import type { Server } from "../processes";

/** The viewer who exports: without the right to see costs, so that everything must be redacted. */
const VIEWER = { email: "viewer@stoa.example", password: "Many-Measures-2" } as const;

export type Landscape = {
  admin: Caller;
  viewer: Caller;
  /** Ids of applications: as many as one bulk change is to name. */
  applications: string[];
  /** Parameter of a path, or of the paths of one resource as in `diagram-groups/group_id` → a value that exists. */
  ids: Record<string, string>;
  adminId: string;
};

/** Diagrams with large previews. */
const DIAGRAMS = 30;

/** Returns a drawing that refers to some cards, which don't exist; about 400 bytes for each. */
export const drawing = (references: number): string =>
  Array.from({ length: references }, () => `<o cardId="${randomUUID()}" style="${"rounded=1;".repeat(34)}"/>`).join("");

type ListAnswer = { id: string; key?: string }[] | { items: { id: string; key?: string }[] };

const firstOf = (listed: ListAnswer) => (Array.isArray(listed) ? listed : listed.items)[0];

/**
 * Looks for what exists, and adds a viewer and one thing of each kind that a filled file lacks.
 * @param rows how many cards a bulk change is to name
 */
export async function explore(server: Server, rows: number): Promise<Landscape> {
  const admin = await logIn(server);
  await admin.post("/users", JSON.stringify({ ...VIEWER, display_name: "Viewer", role: "viewer" }));
  const viewer = await logIn(server, VIEWER);
  const applications = (await someCards(admin, rows, "Application")).map(({ id }) => id);
  const [card_id = ""] = applications;
  const me = await admin.get<{ id: string }>("/auth/me");
  const relations = await admin.get<ListAnswer>(`/relations?card_id=${card_id}`);
  const groups = await admin.get<{ id: string; tags: { id: string }[] }[]>("/tag-groups");
  const adr = await admin.post<{ id: string }>("/adr", JSON.stringify({ title: "One decision" }));
  const soaw = await admin.post<{ id: string }>("/soaw", JSON.stringify({ name: "One statement" }));
  const portal = await admin.post<{ id: string; slug: string }>(
    "/web-portals",
    JSON.stringify({ name: "Applications", slug: "applications", card_type: "Application", is_published: true }),
  );
  const drawn = {
    name: "Drawn",
    data: { xml: drawing(2_000), thumbnail: `data:image/png;base64,${"A".repeat(500_000)}` },
  };
  let diagram = { id: "" };
  for (let count = 0; count < DIAGRAMS; count++) diagram = await admin.post("/diagrams", JSON.stringify(drawn));
  const diagramGroup = await admin.post<{ id: string }>("/diagram-groups", JSON.stringify({ name: "Drawn" }));
  const calculation = await admin.post<{ id: string }>("/calculations", JSON.stringify(wasteful(0)));
  const process = await exploreProcess(admin);
  const initiative = await exploreInitiative(admin);
  const risk = await exploreRisk(admin, card_id);
  const connection = await exploreConnection(admin);
  const batches = await admin.get<ListAnswer>("/mutation-batches?page_size=1");
  const stakeholders = await admin.get<ListAnswer>(`/cards/${card_id}/stakeholders`);
  const ids: Record<string, string | undefined> = {
    card_id,
    rel_id: firstOf(relations)?.id,
    group_id: groups[0]?.id,
    tag_id: groups[0]?.tags[0]?.id,
    adr_id: adr.id,
    soaw_id: soaw.id,
    diagram_id: diagram.id,
    "diagram-groups/group_id": diagramGroup.id,
    portal_id: portal.id,
    slug: portal.slug,
    calc_id: calculation.id,
    batch_id: firstOf(batches)?.id,
    stakeholder_id: firstOf(stakeholders)?.id,
    user_id: me.id,
    type_key: "Application",
    key: "Application",
    role_key: "responsible",
    product: "nodejs",
    template_key: "order-to-cash",
    bpmn_element_id: "Task_1",
    ...process,
    ...initiative,
    ...risk,
    ...connection,
  };
  return {
    admin,
    viewer,
    applications,
    ids: Object.fromEntries(Object.entries(ids).filter((entry): entry is [string, string] => entry[1] !== undefined)),
    adminId: me.id,
  };
}

/** Returns a process with a large diagram, of which a draft and a version that waits for its approval are made. */
async function exploreProcess(admin: Caller): Promise<Record<string, string | undefined>> {
  const body = JSON.stringify({ type: "BusinessProcess", name: "Large process" });
  const { id: process_id } = await admin.post<{ id: string }>("/cards", body);
  const drafts = `/bpm/processes/${process_id}/flow/drafts`;
  const draft = JSON.stringify({ bpmn_xml: largeBpmn() });
  const first = await admin.post<{ id: string }>(drafts, draft);
  const second = await admin.post<{ id: string }>(drafts, draft);
  for (const step of ["submit", "approve"])
    await admin.post(`/bpm/processes/${process_id}/flow/versions/${first.id}/${step}`, "{}");
  const elements = await admin.get<ListAnswer>(`/bpm/processes/${process_id}/elements`);
  return { process_id, version_id: second.id, other_version_id: first.id, element_id: firstOf(elements)?.id };
}

/** Items and tasks of a plan. */
const PLAN = 200;

/** Returns an initiative with a plan, and one record of each kind. */
async function exploreInitiative(admin: Caller): Promise<Record<string, string>> {
  const body = JSON.stringify({ type: "Initiative", name: "Large initiative" });
  const { id: initiative_id } = await admin.post<{ id: string }>("/cards", body);
  const add = async (kind: string, record: object) =>
    (await admin.post<{ id: string }>(`/ppm/initiatives/${initiative_id}/${kind}`, JSON.stringify(record))).id;
  let wbs_id = "";
  let task_id = "";
  for (let count = 0; count < PLAN; count++) {
    wbs_id = await add("wbs", { title: `Item ${count}`, parent_id: count % 10 === 0 ? null : wbs_id });
    task_id = await add("tasks", { title: `Task ${count}`, description: "What is done. ".repeat(50), wbs_id });
  }
  return {
    initiative_id,
    wbs_id,
    "tasks/task_id": task_id,
    "reports/report_id": await add("reports", { report_date: "2026-01-31" }),
    cost_id: await add("costs", { description: "Licences", category: "capex", planned: 1, actual: 1 }),
    budget_id: await add("budgets", { fiscal_year: 2026, category: "capex", amount: 1 }),
  };
}

/** Returns a risk of a card, with a mitigation task. */
async function exploreRisk(admin: Caller, cardId: string): Promise<Record<string, string | undefined>> {
  const risk = JSON.stringify({ title: "One risk", card_ids: [cardId] });
  const { id } = await admin.post<{ id: string }>("/risks", risk);
  const body = JSON.stringify({ title: "One task", due_date: "2027-01-31" });
  const task = await admin.post<{ id: string }>(`/risks/${id}/mitigation-tasks`, body);
  const occurrences = await admin.get<ListAnswer>(`/mitigation-tasks/${task.id}/occurrences`);
  const occurrence_id = firstOf(occurrences)?.id;
  return { "risks/risk_id": id, "mitigation-tasks/task_id": task.id, occurrence_id };
}

/** Returns a connection to an instance that isn't there, with a mapping. */
async function exploreConnection(admin: Caller): Promise<Record<string, string>> {
  const instance = {
    name: "CMDB",
    instance_url: "https://instance.example",
    username: "stoa",
    password: "Many-Rows-3",
  };
  const { id: conn_id } = await admin.post<{ id: string }>("/servicenow/connections", JSON.stringify(instance));
  const mapping = {
    connection_id: conn_id,
    card_type_key: "Application",
    snow_table: "cmdb_ci_appl",
    field_mappings: [{ turbo_field: "name", snow_field: "name", is_identity: true }],
  };
  const { id: mapping_id } = await admin.post<{ id: string }>("/servicenow/mappings", JSON.stringify(mapping));
  return { conn_id, mapping_id };
}

/** BPMN with nearly as many tasks as there may be, of some 4 MB. */
export const largeBpmn = (): string => {
  const task = (index: number) =>
    `<task id="Task_${index}" name="Task ${index}"><documentation>${"What is done. ".repeat(50)}</documentation></task>`;
  const tasks = Array.from({ length: 4_900 }, (_, index) => task(index)).join("");
  return `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p">${tasks}</process></definitions>`;
};

/** Returns a calculation that wastes time within what one evaluation may take. */
export const wasteful = (index: number) => ({
  name: `Wasteful ${index}`,
  target_type_key: "Application",
  target_field_key: "numberOfUsers",
  formula: `len([x ** 3 % ${index + 7} for x in [3] * 9000])`,
  execution_order: index,
});
