/** The review of flows: what each operation does, refuses and publishes. */
import { beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { Client } from "../../support/client";
import { makeCard, role, stakeholder, stakeholderRole, violationsOf } from "../../support/factories";
import { step } from "../../support/scenario";
import { testServer } from "../../support/server";
import { simpleBpmn } from "./documents";
import {
  type Body,
  elementsOf,
  newDraft,
  newProcess,
  newPublished,
  relatedTo,
  type TestProcess,
  UNKNOWN,
} from "./processes";

const server = testServer();
let admin: Client;
let member: Client;
let viewer: Client;
let owner: Client;
let process: TestProcess;
beforeAll(async () => {
  [admin, member, viewer, owner] = (await Promise.all(
    ["admin", "member", "viewer", "viewer"].map((name) => server.as(name)),
  )) as [Client, Client, Client, Client];
});
beforeEach(async () => {
  process = await newProcess(admin);
});

const ONE = simpleBpmn('<task id="a" name="A"/>', '<task id="b" name="B"/>');
const TWO = simpleBpmn('<task id="a" name="A"/>', '<userTask id="c"/>');

const versionPath = ({ id }: Body, rest = "") => `${process.flow}/versions/${id}${rest}`;
const submit = (version: Body, by = member) => by.post(versionPath(version, "/submit"));
const approve = (version: Body, by = admin) => by.post(versionPath(version, "/approve"));
const get = async (version: Body, by = admin): Promise<Body> => (await by.get(versionPath(version))).body;
const linkTo = (version: Body, bpmnId: string, body: Record<string, unknown>, by = member) =>
  by.put(versionPath(version, `/draft-elements/${bpmnId}`), body);

const todosOf = async (user: Client): Promise<Body[]> =>
  (await admin.get(`/cards/${process.id}/todos`)).body.filter((todo: Body) => todo.assigned_to === user.userId);
const noticesOf = async (user: Client): Promise<Body[]> =>
  (await user.get("/notifications?page_size=100")).body.items.filter((item: Body) => item.card_id === process.id);

describe("a draft", () => {
  test("is created with the next revision, and can be read by users who may see drafts", async () => {
    const { body: first } = await step({
      as: member,
      method: "POST",
      path: `${process.flow}/drafts`,
      body: { bpmn_xml: "not read yet <", svg_thumbnail: "<svg>thumbnail</svg>" },
      status: 201,
      events: [],
    });
    expect(first).toEqual({
      ...{ id: expect.any(String), process_id: process.id, status: "draft", revision: 1, based_on_id: null },
      ...{ bpmn_xml: "not read yet <", svg_thumbnail: "<svg>thumbnail</svg>", draft_element_links: null },
      ...{ created_by: member.userId, created_by_name: expect.any(String), created_at: expect.any(String) },
      ...{ submitted_by: null, submitted_by_name: null, submitted_at: null, archived_at: null },
      ...{ approved_by: null, approved_by_name: null, approved_at: null },
    });
    const second = await newDraft(member, process, { bpmn_xml: "" });
    expect(second.revision).toBe(2);
    const { body: drafts } = await viewer.get(`${process.flow}/drafts`);
    expect(drafts.map((draft: Body) => draft.revision)).toEqual([2, 1]);
    const { bpmn_xml: _, ...summary } = first;
    expect(drafts[1]).toEqual(summary);
    expect(await get(first, viewer)).toEqual(first);
  });

  test("is updated in the given fields, and only as a draft", async () => {
    const draft = await newDraft(member, process, { bpmn_xml: ONE, svg_thumbnail: "<svg/>" });
    const update = (body: Record<string, unknown>) => member.patch(versionPath(draft), body);
    expect((await update({ bpmn_xml: TWO, svg_thumbnail: null })).body).toMatchObject({
      ...{ bpmn_xml: TWO, svg_thumbnail: "<svg/>", created_by_name: expect.any(String) },
    });
    expect((await update({ bpmn_xml: "" })).body.bpmn_xml).toBe("");
    const long = simpleBpmn(`<task id="a"/>${" ".repeat(600_000)}`);
    expect((await update({ bpmn_xml: long })).body.bpmn_xml).toBe(long);
    await submit(draft);
    expect(await update({ bpmn_xml: "" })).toMatchObject({
      status: 400,
      body: { detail: "The version must be draft for this; it is pending" },
    });
    expect((await get(draft)).bpmn_xml).toBe(long);
  });

  test("is deleted, which frees its number; copies of it lose the reference", async () => {
    const base = await newDraft(member, process, { bpmn_xml: ONE });
    const copy = await newDraft(member, process, { bpmn_xml: "", based_on_id: base.id });
    await step({ as: member, method: "DELETE", path: versionPath(base), status: 204, events: [] });
    expect((await get(copy)).based_on_id).toBeNull();
    await member.delete(versionPath(copy));
    expect((await newDraft(member, process, { bpmn_xml: "" })).revision).toBe(1);
    expect((await member.delete(versionPath(copy))).body).toEqual({ detail: "Version not found" });
  });

  test.each([
    ["without BPMN", {}, 422, ["body.bpmn_xml: missing"]],
    ["with null for BPMN", { bpmn_xml: null }, 422, ["body.bpmn_xml: string_type"]],
    ["with a base that is no id", { bpmn_xml: "", based_on_id: "x" }, 422, ["body.based_on_id: uuid_parsing"]],
    ["with an unknown base", { bpmn_xml: "", based_on_id: UNKNOWN }, 404, []],
    [
      "with a picture that is too long",
      { bpmn_xml: "", svg_thumbnail: "x".repeat(1024 * 1024 + 1) },
      422,
      ["body.svg_thumbnail: string_too_long"],
    ],
  ])("is not created %s", async (_, body, status, violations) => {
    const answer = await member.post(`${process.flow}/drafts`, body);
    expect({ status: answer.status, violations: violationsOf(answer.body) }).toEqual({ status, violations });
    expect((await viewer.get(`${process.flow}/drafts`)).body).toEqual([]);
  });

  test("copies BPMN, picture and links from its base", async () => {
    const application = await makeCard(admin, { type: "Application" });
    const base = await newDraft(member, process, { bpmn_xml: ONE, svg_thumbnail: "<svg/>" });
    await linkTo(base, "a", { application_id: application.id });
    const copy = await newDraft(member, process, { bpmn_xml: "", based_on_id: base.id });
    const links = { a: { application_id: application.id } };
    expect(copy).toMatchObject({
      ...{ bpmn_xml: ONE, svg_thumbnail: "<svg/>", based_on_id: base.id, draft_element_links: links },
    });
    expect(await newDraft(member, process, { bpmn_xml: TWO, based_on_id: base.id })).toMatchObject({
      ...{ bpmn_xml: TWO, svg_thumbnail: null, draft_element_links: links },
    });
    const other = await newProcess(admin);
    expect((await member.post(`${other.flow}/drafts`, { bpmn_xml: "", based_on_id: base.id })).body).toEqual({
      detail: "Base version not found",
    });
  });

  test("copies the current links of the elements when its base is published", async () => {
    const [before, after] = [
      await makeCard(admin, { type: "Application" }),
      await makeCard(admin, { type: "Application" }),
    ];
    const draft = await newDraft(admin, process, { bpmn_xml: ONE });
    await linkTo(draft, "a", { application_id: before.id, custom_fields: { tcode: "VA01" } });
    await submit(draft, admin);
    await approve(draft);
    const { a } = await elementsOf(admin, process);
    await member.put(`${process.path}/elements/${a.id}`, { application_id: after.id });
    const copy = await newDraft(member, process, { bpmn_xml: "", based_on_id: draft.id });
    expect(copy.draft_element_links).toEqual({ a: { application_id: after.id, custom_fields: { tcode: "VA01" } } });
  });

  test("can't be created when the process has 200", async () => {
    const { id } = await newDraft(member, process, { bpmn_xml: "" });
    for (let made = 1; made < 200; made++) await newDraft(member, process, { bpmn_xml: "" });
    expect((await member.post(`${process.flow}/drafts`, { bpmn_xml: "" })).status).toBe(409);
    await member.delete(versionPath({ id }));
    expect((await member.post(`${process.flow}/drafts`, { bpmn_xml: "" })).status).toBe(201);
  });
});

describe("the elements of a draft", () => {
  test("are read from its BPMN, with the cards that they will be linked to", async () => {
    const application = await makeCard(admin, { type: "Application" });
    const draft = await newDraft(member, process, { bpmn_xml: ONE });
    await step({
      as: member,
      method: "PUT",
      path: versionPath(draft, "/draft-elements/a"),
      body: { application_id: application.id, custom_fields: { tcode: "X" } },
      status: 200,
      equals: { status: "updated", bpmn_element_id: "a" },
      events: [],
    });
    await linkTo(draft, encodeURIComponent("not there: ü"), { application_id: application.id });
    const { body } = await viewer.get(versionPath(draft, "/draft-elements"));
    const nothing = { data_object_id: null, data_object_name: null, it_component_id: null, it_component_name: null };
    expect(body).toEqual([
      {
        ...{ bpmn_element_id: "a", element_type: "task", name: "A", documentation: null, lane_name: null },
        ...{ is_automated: false, sequence_order: 0, ...nothing, custom_fields: { tcode: "X" } },
        ...{ application_id: application.id, application_name: application.name },
      },
      {
        ...{ bpmn_element_id: "b", element_type: "task", name: "B", documentation: null, lane_name: null },
        ...{ is_automated: false, sequence_order: 1, ...nothing, custom_fields: null },
        ...{ application_id: null, application_name: null },
      },
    ]);
    expect(Object.keys((await get(draft)).draft_element_links)).toEqual(["a", "not there: ü"]);
    await admin.delete(`/cards/${application.id}`);
    expect((await viewer.get(versionPath(draft, "/draft-elements"))).body[0].application_name).toBe("");
  });

  test("lose links that are given as null or as an empty text, and their entry with the last of them", async () => {
    const application = await makeCard(admin, { type: "Application" });
    const draft = await newDraft(member, process, { bpmn_xml: ONE });
    await linkTo(draft, "a", { application_id: application.id, custom_fields: {} });
    await submit(draft);
    await linkTo(draft, "a", { application_id: "" });
    expect((await get(draft)).draft_element_links).toEqual({ a: { custom_fields: {} } });
    await linkTo(draft, "a", { custom_fields: null });
    expect((await get(draft)).draft_element_links).toBeNull();
  });

  test("keep every link when several users link them at once", async () => {
    const application = await makeCard(admin, { type: "Application" });
    const draft = await newDraft(member, process, { bpmn_xml: ONE });
    const ids = Array.from({ length: 20 }, (_, index) => `e${index}`);
    await Promise.all(ids.map((id) => linkTo(draft, id, { application_id: application.id })));
    expect(Object.keys((await get(draft)).draft_element_links).toSorted()).toEqual(ids.toSorted());
  });

  test.each([
    [
      "a card of another type",
      async () => ({ data_object_id: (await makeCard(admin, { type: "Application" })).id }),
      "body.data_object_id: value_error",
    ],
    ["no card", async () => ({ application_id: UNKNOWN }), "body.application_id: value_error"],
    ["what is no id", async () => ({ it_component_id: "x" }), "body.it_component_id: uuid_parsing"],
  ])("are not linked to %s", async (_, make, violation) => {
    const draft = await newDraft(member, process, { bpmn_xml: ONE });
    const { status, body } = await linkTo(draft, "a", await make());
    expect({ status, violations: violationsOf(body) }).toEqual({ status: 422, violations: [violation] });
  });

  test("are linked only before the approval, and only when the BPMN can be read", async () => {
    const draft = await newDraft(member, process, { bpmn_xml: "<a>" });
    expect(await viewer.get(versionPath(draft, "/draft-elements"))).toMatchObject({
      status: 422,
      body: { detail: "Invalid BPMN 2.0 XML: line 1: unclosed tag: a" },
    });
    const published = await newPublished(admin, process, { bpmn_xml: "" });
    expect((await viewer.get(versionPath(published, "/draft-elements"))).body).toEqual([]);
    expect((await linkTo(published, "a", {})).body).toEqual({
      detail: "The version must be draft or pending for this; it is published",
    });
  });
});

describe("the review of a version", () => {
  test("begins when a draft is submitted: each owner of the process gets a todo and a notification", async () => {
    process.owner(owner);
    process.owner(member);
    stakeholder(process.id, viewer.userId, "observer");
    const draft = await newDraft(member, process, { bpmn_xml: "" });
    const owners = [owner, member].map(({ userId }) => userId as string).toSorted();
    await step({
      as: member,
      method: "POST",
      path: versionPath(draft, "/submit"),
      status: 200,
      expects: { status: "pending", submitted_by: member.userId, submitted_by_name: expect.any(String) },
      events: [
        ...owners.map((id) => ({ event_type: "todo.created", data: { assigned_to: id, is_system: true } })),
        ...owners.map((id) => ({
          event_type: "notification.created",
          data: { user_id: id, type: "process_flow_approval_requested" },
        })),
        {
          event_type: "process_flow.submitted",
          card_id: process.id,
          data: { process_name: process.name, revision: 1, submitted_by: expect.any(String) },
        },
      ],
    });
    const link = `/cards/${process.id}?tab=process-flow&subtab=drafts`;
    expect(await todosOf(owner)).toMatchObject([
      { status: "open", is_system: true, link, created_by: member.userId, due_date: null },
    ]);
    const [todo] = await todosOf(owner);
    expect(todo.description).toContain("revision 1");
    expect(todo.description).toContain(process.name);
    expect(await noticesOf(owner)).toMatchObject([{ link, actor_id: member.userId, data: {} }]);
    expect(await todosOf(viewer)).toEqual([]);
    expect((await submit(draft)).status).toBe(400);
  });

  test("ends with an approval, which publishes the elements, their links and relations", async () => {
    process.owner(owner);
    const [application, component] = await Promise.all(
      ["Application", "ITComponent"].map((type) => makeCard(admin, { type })),
    );
    const draft = await newDraft(member, process, { bpmn_xml: ONE });
    await linkTo(draft, "a", { application_id: application.id, custom_fields: { tcode: "X" } });
    await linkTo(draft, "b", { it_component_id: component.id });
    await submit(draft);
    const { body } = await step({
      as: owner,
      method: "POST",
      path: versionPath(draft, "/approve"),
      body: { anything: "is ignored" },
      status: 200,
      expects: { status: "published", approved_by: owner.userId, submitted_by: member.userId },
      events: [
        ...["relProcessToApp", "relProcessToITC"].flatMap((type) =>
          ["outgoing", "incoming"].map((direction) => ({ event_type: "relation.created", data: { type, direction } })),
        ),
        { event_type: "todo.updated", data: { assigned_to: owner.userId, status: "done" } },
        { event_type: "notification.created", data: { user_id: member.userId, type: "process_flow_approved" } },
        {
          event_type: "process_flow.approved",
          card_id: process.id,
          user_id: owner.userId,
          data: { process_name: process.name, revision: 1, approved_by: expect.any(String) },
        },
      ],
    });
    expect(body).toMatchObject({ approved_by_name: expect.any(String), draft_element_links: { a: {}, b: {} } });
    expect((await viewer.get(`${process.flow}/published`)).body).toEqual(body);
    expect(await elementsOf(viewer, process)).toMatchObject({
      a: { application_id: application.id, custom_fields: { tcode: "X" } },
      b: { it_component_name: component.name, application_id: null },
    });
    expect(await relatedTo(admin, process, "relProcessToApp")).toEqual([application.id]);
  });

  test("archives the version that was published before", async () => {
    expect((await viewer.get(`${process.flow}/published`)).body).toBeNull();
    const first = await newPublished(admin, process, { bpmn_xml: ONE });
    const second = await newPublished(admin, process, { bpmn_xml: TWO });
    const { bpmn_xml: _, ...archived } = await get(first);
    expect(archived).toMatchObject({ status: "archived", archived_at: second.approved_at });
    expect((await viewer.get(`${process.flow}/archived`)).body).toEqual([archived]);
    expect(Object.keys(await elementsOf(viewer, process))).toEqual(["a", "c"]);
    for (const [action, version] of [
      ["submit", first],
      ["approve", second],
      ["reject", first],
    ] as const)
      expect((await admin.post(versionPath(version, `/${action}`))).status).toBe(400);
    expect((await admin.delete(versionPath(first))).status).toBe(400);
  });

  test("changes no elements of the process when an empty version is published", async () => {
    await newPublished(admin, process, { bpmn_xml: ONE });
    await newPublished(admin, process, { bpmn_xml: "" });
    expect(Object.keys(await elementsOf(viewer, process))).toEqual(["a", "b"]);
    await newPublished(admin, process, { bpmn_xml: "<bpmn>test</bpmn>" });
    expect(await elementsOf(viewer, process)).toEqual({});
  });

  test("skips links to cards that are not active, makes the others, and notifies the submitter", async () => {
    const [active, archived, deleted] = await Promise.all(
      [1, 2, 3].map(() => makeCard(admin, { type: "Application" })),
    );
    await newPublished(admin, process, { bpmn_xml: ONE });
    const { a, b } = await elementsOf(admin, process);
    for (const { id } of [a, b]) await member.put(`${process.path}/elements/${id}`, { application_id: active.id });
    const draft = await newDraft(member, process, { bpmn_xml: ONE });
    await linkTo(draft, "a", { application_id: archived.id, custom_fields: { one: 1 } });
    await linkTo(draft, "gone", { application_id: deleted.id });
    await admin.post(`/cards/${archived.id}/archive`, {});
    await admin.delete(`/cards/${deleted.id}`);
    await submit(draft);
    await approve(draft);
    expect(await elementsOf(viewer, process)).toMatchObject({
      a: { application_id: null, custom_fields: { one: 1 } },
      b: { application_id: active.id },
    });
    const [notice] = (await noticesOf(member)).filter((item) => item.type === "process_flow_approved");
    expect(notice.message).toContain(`${archived.name} ${archived.id.slice(0, 8)}; ${deleted.id.slice(0, 8)}`);
  });

  test("ends with a rejection, and the author of the draft is notified", async () => {
    process.owner(owner);
    const author = await server.as("member");
    const draft = await newDraft(author, process, { bpmn_xml: ONE });
    await submit(draft);
    await step({
      as: owner,
      method: "POST",
      path: versionPath(draft, "/reject"),
      body: {},
      status: 200,
      expects: { status: "draft", revision: 1, submitted_by: null, submitted_by_name: null, submitted_at: null },
      events: [
        { event_type: "todo.updated", data: { status: "done" } },
        { event_type: "notification.created", data: { user_id: author.userId, type: "process_flow_rejected" } },
        { event_type: "process_flow.rejected", data: { revision: 1, rejected_by: expect.any(String) } },
      ],
    });
    expect((await admin.post(versionPath(draft, "/reject"))).status).toBe(400);
  });

  test("may end with a rejection that has a reason, which its author reads until it is submitted again", async () => {
    const draft = await newDraft(member, process, { bpmn_xml: ONE });
    await submit(draft);
    const reason = "The credit check is missing";
    await step({
      ...{ as: admin, method: "POST", path: versionPath(draft, "/reject"), body: { reason }, status: 200 },
      events: [
        { event_type: "notification.created", data: { user_id: member.userId } },
        { event_type: "process_flow.rejected", data: { revision: 1, reason } },
      ],
    });
    const [notice] = (await noticesOf(member)).filter((item) => item.type === "process_flow_rejected");
    expect(notice.message).toContain(reason);
    const headOf = async () => (await viewer.get(process.flow)).body.versions[0];
    expect(await headOf()).toMatchObject({ status: "draft", rejection: { reason, at: expect.stringMatching(/Z$/) } });
    await submit(draft);
    expect(await headOf()).toMatchObject({ status: "pending", rejection: null });
  });

  test("ends when it is withdrawn by somebody who writes drafts; nobody is asked any more", async () => {
    process.owner(owner);
    const draft = await newDraft(member, process, { bpmn_xml: ONE });
    await submit(draft);
    const path = versionPath(draft, "/withdraw");
    expect((await viewer.post(path)).status).toBe(403);
    await step({
      ...{ as: member, method: "POST", path, status: 200, expects: { status: "draft", submitted_by: null } },
      events: [
        { event_type: "todo.updated", data: { status: "done" } },
        { event_type: "process_flow.withdrawn", data: { revision: 1, withdrawn_by: expect.any(String) } },
      ],
    });
    expect((await member.post(path)).status).toBe(400);
  });

  test("completes the todos of its own version only", async () => {
    process.owner(owner);
    const drafts = [];
    for (let revision = 1; revision <= 11; revision++) drafts.push(await newDraft(member, process, { bpmn_xml: "" }));
    await submit(drafts[0]);
    await submit(drafts[10]);
    await admin.post(versionPath(drafts[0], "/reject"));
    expect((await todosOf(owner)).map((todo) => [todo.description.match(/\d+/)[0], todo.status]).toSorted()).toEqual([
      ["1", "done"],
      ["11", "open"],
    ]);
  });

  test("refuses BPMN that can't be read, and changes nothing", async () => {
    const published = await newPublished(admin, process, { bpmn_xml: ONE });
    const draft = await newDraft(member, process, { bpmn_xml: "<a>\n&nbsp;</a>" });
    await submit(draft);
    const { body } = await step({
      as: admin,
      method: "POST",
      path: versionPath(draft, "/approve"),
      status: 422,
      events: [],
    });
    expect(body.detail).toBe("Invalid BPMN 2.0 XML: line 2: undefined entity");
    expect((await get(draft)).status).toBe("pending");
    expect((await get(published)).status).toBe("published");
  });

  test("can't end with the submitter's own approval while another owner of the process could approve", async () => {
    process.owner(owner);
    const draft = await newDraft(admin, process, { bpmn_xml: "" });
    await submit(draft, admin);
    expect(await approve(draft)).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining("Another owner") },
    });
    expect((await admin.post(versionPath(draft, "/reject"))).body.status).toBe("draft");
    await submit(draft, admin);
    await admin.patch(`/users/${owner.userId}`, { is_active: false });
    expect((await approve(draft)).status).toBe(200);
    await admin.patch(`/users/${owner.userId}`, { is_active: true });
  });
});

describe("the permissions of the process flow", () => {
  const capabilities = async (by: Client) => (await by.get(`${process.flow}/permissions`)).body;
  const can = (view: boolean, edit: boolean, approve: boolean) => ({
    ...{ can_view_drafts: view, can_edit_draft: edit, can_approve: approve },
  });

  test("follow from roles", async () => {
    expect(await capabilities(admin)).toEqual(can(true, true, true));
    expect(await capabilities(member)).toEqual(can(true, true, false));
    expect(await capabilities(viewer)).toEqual(can(true, false, false));
    expect(await capabilities(await server.as("bpm_admin"))).toEqual(can(true, true, true));
    expect(await capabilities(await server.as(role("bpm.edit", "inventory.view")))).toEqual(can(false, false, false));
  });

  test("follow from stakeholder roles in the process", async () => {
    stakeholderRole("BusinessProcess", "drafter", ["card.bpm_manage_drafts"]);
    for (const [as, expected] of [
      ["process_owner", can(true, true, true)],
      ["responsible", can(true, true, false)],
      ["observer", can(true, false, false)],
      ["drafter", can(false, true, false)],
    ] as const) {
      const somebody = await server.as(role());
      stakeholder(process.id, somebody.userId, as);
      expect({ as, ...(await capabilities(somebody)) }).toEqual({ as, ...expected });
    }
  });

  test("are checked by every operation, before the version and its state", async () => {
    const nobody = await server.as(role("inventory.view"));
    const { id } = await newDraft(member, process, { bpmn_xml: ONE });
    const calls: [method: string, path: string, body?: unknown][] = [
      ["GET", "/published"],
      ["GET", "/drafts"],
      ["GET", "/archived"],
      ["POST", "/drafts", { bpmn_xml: "" }],
      ["GET", `/versions/${id}`],
      ["PATCH", `/versions/${UNKNOWN}`, {}],
      ["DELETE", `/versions/${UNKNOWN}`],
      ...["submit", "approve", "reject"].map((action): [string, string] => ["POST", `/versions/${UNKNOWN}/${action}`]),
      ["GET", `/versions/${UNKNOWN}/draft-elements`],
      ["PUT", `/versions/${UNKNOWN}/draft-elements/a`, {}],
      ["GET", `/versions/${UNKNOWN}/diff/${id}`],
    ];
    for (const [method, path, body] of calls) {
      expect({ path, status: (await nobody.send(method, process.flow + path, body)).status }).toEqual({
        path,
        status: 403,
      });
      if (!path.includes(UNKNOWN)) continue;
      const { status, body: found } = await admin.send(method, process.flow + path, body);
      expect({ path, status, detail: found.detail }).toEqual({ path, status: 404, detail: "Version not found" });
    }
    expect((await nobody.get(`/bpm/processes/${UNKNOWN}/flow/drafts`)).status).toBe(404);
  });

  test("let everybody read a published version of the process, but not of another process", async () => {
    const nobody = await server.as(role());
    const published = await newPublished(admin, process, { bpmn_xml: ONE });
    expect((await get(published, nobody)).bpmn_xml).toBe(ONE);
    const other = await newProcess(admin);
    expect((await nobody.get(`${other.flow}/versions/${published.id}`)).body).toEqual({ detail: "Version not found" });
  });

  test("hide everything of an archived process", async () => {
    const published = await newPublished(admin, process, { bpmn_xml: ONE });
    await admin.post(`/cards/${process.id}/archive`, {});
    for (const path of [`${process.flow}/published`, `${process.flow}/permissions`, versionPath(published)])
      expect((await admin.get(path)).body).toEqual({ detail: "Business process not found" });
    await admin.post(`/cards/${process.id}/restore`, {});
    expect((await admin.get(`${process.flow}/published`)).body.id).toBe(published.id);
  });
});

describe("the difference of two versions", () => {
  const compare = async (from: Body, to: Body) => (await viewer.get(versionPath(from, `/diff/${to.id}`))).body;
  const lanes = (first: string[], second: string[]) => {
    const lane = (name: string, ids: string[]) =>
      `<lane name="${name}">${ids.map((id) => `<flowNodeRef>${id}</flowNodeRef>`).join("")}</lane>`;
    return `<laneSet>${lane("Sales", first)}${lane("IT", second)}</laneSet>`;
  };

  test("lists what was added, removed, renamed, moved, changed in kind or linked to other cards", async () => {
    const [old, current] = [
      await makeCard(admin, { type: "Application" }),
      await makeCard(admin, { type: "Application" }),
    ];
    const before = await newDraft(admin, process, {
      bpmn_xml: simpleBpmn(lanes(["a", "b", "c"], []), '<task id="a" name="A"/><task id="b"/><task id="c"/>'),
    });
    await linkTo(before, "a", { application_id: old.id });
    await submit(before, admin);
    await approve(before);
    const after = await newDraft(member, process, {
      bpmn_xml: simpleBpmn(lanes(["a"], ["b"]), '<task id="a" name="A2"/><userTask id="b"/><task id="d" name="D"/>'),
      based_on_id: before.id,
    });
    await linkTo(after, "a", { application_id: current.id });
    const expected = {
      from: { id: before.id, revision: 1, status: "published" },
      to: { id: after.id, revision: 2, status: "draft" },
      added: [{ bpmn_element_id: "d", element_type: "task", name: "D", lane_name: null }],
      removed: [{ bpmn_element_id: "c", element_type: "task", name: null, lane_name: "Sales" }],
      renamed: [{ bpmn_element_id: "a", element_type: "task", name: "A2", lane_name: "Sales", from: "A", to: "A2" }],
      retyped: [
        { bpmn_element_id: "b", element_type: "userTask", name: null, lane_name: "IT", from: "task", to: "userTask" },
      ],
      moved: [{ bpmn_element_id: "b", element_type: "userTask", name: null, lane_name: "IT", from: "Sales", to: "IT" }],
      relinked: [
        {
          ...{ bpmn_element_id: "a", element_type: "task", name: "A2", lane_name: "Sales", link: "application_id" },
          ...{ from: { id: old.id, name: old.name }, to: { id: current.id, name: current.name } },
        },
      ],
    };
    expect(await compare(before, after)).toEqual(expected);
    await submit(after);
    await approve(after);
    expect(await compare(before, after)).toEqual({
      ...expected,
      from: { ...expected.from, status: "archived" },
      to: { ...expected.to, status: "published" },
    });
    const back = await compare(after, before);
    expect([back.added[0].bpmn_element_id, back.removed[0].bpmn_element_id]).toEqual(["c", "d"]);
  });

  test("is empty between a version and its copy, also when links were set after the approval", async () => {
    const application = await makeCard(admin, { type: "Application" });
    const published = await newPublished(admin, process, { bpmn_xml: ONE });
    const { a } = await elementsOf(admin, process);
    await member.put(`${process.path}/elements/${a.id}`, { application_id: application.id });
    const copy = await newDraft(member, process, { bpmn_xml: "", based_on_id: published.id });
    const empty = await newDraft(member, process, { bpmn_xml: ONE });
    for (const other of [copy, empty, published]) {
      const { from: _, to: __, ...differences } = await compare(published, other);
      expect(Object.values(differences).flat()).toEqual([]);
    }
  });

  test("needs BPMN that can be read", async () => {
    const [good, bad] = [
      await newDraft(member, process, { bpmn_xml: ONE }),
      await newDraft(member, process, { bpmn_xml: "<a>" }),
    ];
    expect((await viewer.get(versionPath(good, `/diff/${bad.id}`))).status).toBe(422);
  });
});

test("nobody approves what they have submitted once the settings ask for a second approver", async () => {
  const only = await server.as("bpm_admin");
  await admin.patch("/settings/bpm-second-approver", { enabled: true });
  const draft = await newDraft(admin, process, { bpmn_xml: ONE });
  await submit(draft, admin);
  expect(await approve(draft, admin)).toMatchObject({
    status: 403,
    body: { detail: "The settings ask for a second approver: somebody else must approve what you have submitted" },
  });
  process.owner(only);
  expect((await approve(draft, only)).status).toBe(200);
  await admin.patch("/settings/bpm-second-approver", { enabled: false });
  const other = await newDraft(only, process, { bpmn_xml: TWO });
  await submit(other, only);
  expect((await approve(other, only)).status).toBe(200);
});

describe("a flow at a glance", () => {
  test("has its versions, the latest first, and what the caller may do with each", async () => {
    const first = await newPublished(admin, process, { bpmn_xml: ONE });
    const other = await server.as("viewer");
    process.owner(other);
    const second = await newDraft(admin, process, { bpmn_xml: "", based_on_id: first.id });
    await submit(second, admin);
    const { body } = await admin.get(process.flow);
    expect(body).toMatchObject({ can_view_drafts: true, can_edit_draft: true, can_approve: true });
    expect(body.versions).toMatchObject([
      { revision: 2, status: "pending", may_approve: false, may_reject: true, may_withdraw: true },
      { revision: 1, status: "published", may_approve: false, may_reject: false, may_withdraw: false },
    ]);
    expect(body.versions[0].objection).toContain("Another owner");
    expect(body.versions[0]).not.toHaveProperty("bpmn_xml");
    expect((await other.get(process.flow)).body.versions[0]).toMatchObject({ may_approve: true, objection: null });
    expect((await viewer.get(process.flow)).body.versions[0]).toMatchObject({
      may_approve: false,
      may_withdraw: false,
    });
  });

  test("stands in the list of all, by its state", async () => {
    await newPublished(admin, process, { bpmn_xml: ONE });
    await newDraft(member, process, { bpmn_xml: "" });
    const search = encodeURIComponent(process.name.toUpperCase());
    const list = async (query = "") => (await viewer.get(`/bpm/flows?search=${search}${query}`)).body;
    expect(await list()).toEqual([
      {
        ...{ process_id: process.id, name: process.name, revision: 1, drafts: 1, pending: 0, submitted_at: null },
        ...{ approved_at: expect.any(String), approved_by_name: expect.any(String) },
        ...{ elements: 2, tasks: 2, tasks_without_application: 2 },
      },
    ]);
    expect(await list("&state=draft")).toHaveLength(1);
    expect(await list("&state=published")).toHaveLength(1);
    expect(await list("&state=pending")).toEqual([]);
    expect(await list("&state=none")).toEqual([]);
    const bare = await newProcess(admin);
    expect((await viewer.get(`/bpm/flows?state=none&search=${encodeURIComponent(bare.name)}`)).body).toMatchObject([
      { process_id: bare.id, revision: null, elements: 0 },
    ]);
    expect((await viewer.get("/bpm/flows?state=lost")).status).toBe(422);
  });
});
