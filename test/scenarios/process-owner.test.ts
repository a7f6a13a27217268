/**
 * The owner of a process starts from a template, edits it in two drafts, links a task to an application, has it approved by
 * another account, sees in the difference what changed, and finds in the matrix on which application the process depends now.
 */
import { beforeAll, describe, expect, test } from "bun:test";
import type { Client } from "../support/client";
import { makeCard } from "../support/factories";
import { step } from "../support/scenario";
import { testServer } from "../support/server";

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
type Body = any;

const server = testServer();
let admin: Client;
let ada: Client;
let grace: Client;
let process: Body;
let ledger: Body;
let first: Body;
let second: Body;

beforeAll(async () => {
  [admin, ada, grace] = [await server.as("admin"), await server.as("member"), await server.as("member")];
  process = await makeCard(admin, { type: "BusinessProcess", name: "Purchase approval" });
  ledger = await makeCard(admin, { type: "Application", name: "Ledger" });
  for (const { userId } of [ada, grace])
    await admin.post(`/cards/${process.id}/stakeholders`, { user_id: userId, role: "process_owner" });
});

const flow = (rest: string) => `/bpm/processes/${process.id}/flow${rest}`;
const version = ({ id }: Body, rest = "") => flow(`/versions/${id}${rest}`);

/** Returns the events of the submission of a version. */
const submitted = (revision: number) => [
  ...["todo.created", "notification.created"].flatMap((event_type) => [{ event_type }, { event_type }]),
  { event_type: "process_flow.submitted", card_id: process.id, user_id: ada.userId, data: { revision } },
];

describe("the owner of a process", () => {
  test("starts from a template", async () => {
    const { body: template } = await step({
      as: ada,
      path: "/bpm/templates/simple-approval",
      status: 200,
      expects: { name: "Simple Approval" },
      events: [],
    });
    ({ body: first } = await step({
      as: ada,
      method: "POST",
      path: flow("/drafts"),
      body: { bpmn_xml: template.bpmn_xml },
      status: 201,
      expects: { revision: 1, status: "draft", bpmn_xml: template.bpmn_xml },
      events: [],
    }));
  });

  test("can't approve it alone while there is another owner, who approves it", async () => {
    await step({ as: ada, method: "POST", path: version(first, "/submit"), status: 200, events: submitted(1) });
    await step({ as: ada, method: "POST", path: version(first, "/approve"), status: 403, events: [] });
    await step({
      as: grace,
      method: "POST",
      path: version(first, "/approve"),
      status: 200,
      expects: { status: "published", approved_by: grace.userId },
      events: [
        { event_type: "todo.updated", data: { status: "done" } },
        { event_type: "todo.updated", data: { status: "done" } },
        { event_type: "notification.created", data: { user_id: ada.userId, type: "process_flow_approved" } },
        { event_type: "process_flow.approved", user_id: grace.userId, data: { revision: 1 } },
      ],
    });
  });

  test("edits a copy: renames a task, adds one, and links another to an application", async () => {
    ({ body: second } = await step({
      as: ada,
      method: "POST",
      path: flow("/drafts"),
      body: { bpmn_xml: "", based_on_id: first.id },
      status: 201,
      expects: { revision: 2, bpmn_xml: first.bpmn_xml, based_on_id: first.id },
      events: [],
    }));
    const edited = second.bpmn_xml
      .replace('name="Submit Request"', 'name="Submit Purchase"')
      .replace("</bpmn:process>", '<bpmn:scriptTask id="Task_Archive" name="Archive" /></bpmn:process>');
    await step({
      as: ada,
      method: "PATCH",
      path: version(second),
      body: { bpmn_xml: edited },
      status: 200,
      expects: { bpmn_xml: edited },
      events: [],
    });
    await step({
      as: ada,
      method: "PUT",
      path: version(second, "/draft-elements/Task_Approve"),
      body: { application_id: ledger.id },
      status: 200,
      events: [],
    });
  });

  test("sees what would change, and the other owner approves it", async () => {
    await step({ as: ada, method: "POST", path: version(second, "/submit"), status: 200, events: submitted(2) });
    await step({
      as: grace,
      path: version(first, `/diff/${second.id}`),
      status: 200,
      expects: {
        added: [{ bpmn_element_id: "Task_Archive", element_type: "scriptTask", name: "Archive", lane_name: null }],
        removed: [],
        renamed: [{ bpmn_element_id: "Task_SubmitRequest", from: "Submit Request", to: "Submit Purchase" }],
        retyped: [],
        moved: [],
        relinked: [
          {
            ...{ bpmn_element_id: "Task_Approve", link: "application_id" },
            ...{ from: null, to: { id: ledger.id, name: "Ledger" } },
          },
        ],
      },
      events: [],
    });
    await step({
      as: grace,
      method: "POST",
      path: version(second, "/approve"),
      status: 200,
      events: [
        ...["outgoing", "incoming"].map((direction) => ({
          event_type: "relation.created",
          user_id: grace.userId,
          data: { type: "relProcessToApp", source_name: "Purchase approval", target_name: "Ledger", direction },
        })),
        { event_type: "todo.updated" },
        { event_type: "todo.updated" },
        { event_type: "notification.created", data: { user_id: ada.userId } },
        { event_type: "process_flow.approved", data: { revision: 2 } },
      ],
    });
  });

  test("finds in the matrix which application the process depends on now", async () => {
    const { body } = await ada.get("/reports/bpm/process-application-matrix");
    const name = (cards: Body[], id: string) => cards.find((card) => card.id === id)?.name;
    expect(
      body.cells.map((cell: Body) => [
        name(body.rows, cell.process_id),
        name(body.columns, cell.application_id),
        cell.element_name,
      ]),
    ).toEqual([
      ["Purchase approval", "Ledger", undefined],
      ["Purchase approval", "Ledger", "Approve"],
    ]);
    const { body: elements } = await ada.get(`/bpm/processes/${process.id}/elements`);
    const linked = elements.filter((element: Body) => element.application_id !== null);
    expect(linked.map((element: Body) => [element.name, element.application_name])).toEqual([["Approve", "Ledger"]]);
    const { body: archived } = await ada.get(flow("/archived"));
    expect(archived.map((one: Body) => one.revision)).toEqual([1]);
  });
});
