/** Process diagrams, their elements and templates: what each operation does, refuses and publishes. */
import { beforeAll, describe, expect, test } from "bun:test";
import type { Client } from "../../support/client";
import { makeCard, role, violationsOf } from "../../support/factories";
import { step } from "../../support/scenario";
import { testServer } from "../../support/server";
import { simpleBpmn } from "./documents";
import { readByLibrary } from "./library";
import { type Body, elementsOf, newProcess, relatedTo, type TestProcess, UNKNOWN } from "./processes";

const server = testServer();
let admin: Client;
let member: Client;
let viewer: Client;
let process: TestProcess;
beforeAll(async () => {
  [admin, member, viewer] = [await server.as("admin"), await server.as("member"), await server.as("viewer")];
  process = await newProcess(admin);
});

const ONE = simpleBpmn('<task id="a" name="A"/>', '<userTask id="b"/>');
const TWO = simpleBpmn('<serviceTask id="a" name="A2"/>', '<task id="c"/>');

const save = (body: Record<string, unknown>, by = member) => by.put(`${process.path}/diagram`, body);

const upload = (content: string | Uint8Array<ArrayBuffer>, by = member): ReturnType<Client["post"]> => {
  const form = new FormData();
  form.append("file", new Blob([content]), "model.bpmn");
  return by.post(`${process.path}/diagram/import`, form);
};

describe("a diagram", () => {
  test("is saved version by version, and is returned byte for byte", async () => {
    expect((await viewer.get(`${process.path}/diagram`)).body).toBeNull();
    const { body: first } = await step({
      as: member,
      method: "PUT",
      path: `${process.path}/diagram`,
      body: { bpmn_xml: ONE },
      status: 200,
      expects: { version: 1, element_count: 2, flow_nodes_extracted: 2, dry_run: false, bpmn_xml_bytes: ONE.length },
      events: [
        {
          event_type: "process_diagram.saved",
          card_id: process.id,
          user_id: member.userId,
          data: { process_name: process.name, version: 1, element_count: 2 },
        },
      ],
    });
    const xml = `\uFEFF<?xml version="1.0"?>\r\n${TWO}<!-- 🚚 -->\n`;
    const { body: second } = await save({ bpmn_xml: xml, svg_thumbnail: "<svg>thumbnail</svg>" });
    expect(second).toMatchObject({ version: 2, bpmn_xml_bytes: [...xml].length });
    const { body: latest } = await viewer.get(`${process.path}/diagram`);
    expect(latest).toEqual({
      ...{ id: second.diagram_id, process_id: process.id, version: 2, bpmn_xml: xml },
      ...{ svg_thumbnail: "<svg>thumbnail</svg>", created_by: member.userId, created_at: expect.any(String) },
    });
    const { body: versions } = await viewer.get(`${process.path}/diagram/versions`);
    expect(versions.map((one: Body) => [one.id, one.version])).toEqual([
      [second.diagram_id, 2],
      [first.diagram_id, 1],
    ]);
    expect(Object.keys(versions[0]).toSorted()).toEqual(["created_at", "created_by", "id", "version"]);
  });

  test("is exported as a file", async () => {
    const { headers, body } = await viewer.get(`${process.path}/diagram/export/svg`);
    expect({ body, type: headers.get("content-type") }).toEqual({
      body: "<svg>thumbnail</svg>",
      type: "image/svg+xml",
    });
    expect(headers.get("content-disposition")).toBe(`attachment; filename="process-${process.id}.svg"`);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    const bpmn = await viewer.get(`${process.path}/diagram/export/bpmn`);
    expect(bpmn.headers.get("content-type")).toBe("application/xml");
    expect(bpmn.body).toContain(TWO);
    const other = await newProcess(admin);
    expect((await viewer.get(`${other.path}/diagram/export/bpmn`)).body).toEqual({ detail: "No diagram found" });
    expect(await viewer.get(`${other.path}/diagram/export/svg`)).toMatchObject({
      status: 404,
      body: { detail: "No SVG thumbnail available" },
    });
  });

  test("has a sanitized picture", async () => {
    const svg =
      '<svg onload="x()"><script>y()</script><linearGradient id="g"/><a xlink:href="java&#115;cript:z()">t</a></svg>';
    await save({ bpmn_xml: TWO, svg_thumbnail: svg });
    const { body } = await viewer.get(`${process.path}/diagram/export/svg`);
    expect(body).toBe('<svg><linearGradient id="g"></linearGradient><a>t</a></svg>');
  });

  test("is only checked in a dry run", async () => {
    const before = (await viewer.get(`${process.path}/diagram`)).body;
    await step({
      as: member,
      method: "PUT",
      path: `${process.path}/diagram`,
      body: { bpmn_xml: ONE, dry_run: true },
      status: 200,
      equals: {
        ...{ diagram_id: null, version: before.version + 1, element_count: 2, flow_nodes_extracted: 2 },
        ...{ bpmn_xml_bytes: ONE.length, dry_run: true },
      },
      events: [],
    });
    expect((await viewer.get(`${process.path}/diagram`)).body).toEqual(before);
    expect((await save({ bpmn_xml: "<a>", dry_run: true })).status).toBe(422);
  });

  test("is imported from a file", async () => {
    const { status, body } = await upload(`\uFEFF${ONE}`);
    expect({ status, count: body.element_count }).toEqual({ status: 200, count: 2 });
    expect((await viewer.get(`${process.path}/diagram`)).body).toMatchObject({
      bpmn_xml: `\uFEFF${ONE}`,
      svg_thumbnail: null,
    });
    const large = simpleBpmn(`<task id="a"><documentation>${"x".repeat(400_000)}</documentation></task>`);
    expect((await upload(large)).body).toMatchObject({ element_count: 1, bpmn_xml_bytes: large.length });
  });

  test.each([
    ["that is not well-formed", "<a>\n<b></a>", 422, "Invalid BPMN 2.0 XML file: line 2: unexpected close tag"],
    ["with entities", '<!DOCTYPE a [<!ENTITY x "y">]><a/>', 422, "DOCTYPE"],
    ["that is not in UTF-8", new Uint8Array([0x3c, 0x61, 0xff]), 400, "UTF-8"],
  ])("is not imported from a file %s", async (_, content, status, words) => {
    const answer = await upload(content);
    expect({ status: answer.status, detail: JSON.stringify(answer.body.detail) }).toEqual({
      status,
      detail: expect.stringContaining(words),
    });
  });

  test("is not imported without a file", async () => {
    const form = new FormData();
    form.append("other", "x");
    const { status, body } = await member.post(`${process.path}/diagram/import`, form);
    expect({ status, violations: violationsOf(body) }).toEqual({ status: 422, violations: ["body.file: missing"] });
    expect((await member.post(`${process.path}/diagram/import`, { file: "x" })).status).toBe(422);
  });

  test("is refused with line and reason when it can't be read, and nothing is saved", async () => {
    const before = (await viewer.get(`${process.path}/diagram`)).body;
    const answer = await step({
      as: member,
      method: "PUT",
      path: `${process.path}/diagram`,
      body: { bpmn_xml: `<a>\n\n<b></a>${" ".repeat(300_000)}` },
      status: 422,
      events: [],
    });
    expect(answer.body.detail[0]).toMatchObject({
      loc: ["body", "bpmn_xml"],
      msg: "Invalid BPMN 2.0 XML file: line 3: unexpected close tag",
    });
    expect((await viewer.get(`${process.path}/diagram`)).body).toEqual(before);
  });

  test("is saved by several users at once, each as a version of its own", async () => {
    const other = await newProcess(admin);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => member.put(`${other.path}/diagram`, { bpmn_xml: ONE })),
    );
    expect(answers.map(({ body }) => body.version).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test("is deleted with all versions and all elements, also when there is none", async () => {
    for (const _ of ["first", "again"])
      await step({
        as: member,
        method: "DELETE",
        path: `${process.path}/diagram`,
        status: 200,
        equals: { ok: true },
        events: [{ event_type: "process_diagram.deleted", card_id: process.id, data: { process_name: process.name } }],
      });
    expect((await viewer.get(`${process.path}/diagram`)).body).toBeNull();
    expect((await viewer.get(`${process.path}/elements`)).body).toEqual([]);
  });

  test("needs an active process, which is checked after the permission", async () => {
    const application = await makeCard(admin, { type: "Application" });
    const archived = await newProcess(admin);
    await admin.post(`/cards/${archived.id}/archive`, {});
    for (const id of [UNKNOWN, "nonsense", application.id, archived.id])
      expect(await viewer.get(`/bpm/processes/${id}/diagram`)).toMatchObject({
        status: 404,
        body: { detail: "Business process not found" },
      });
    expect((await viewer.put(`/bpm/processes/${UNKNOWN}/diagram`, { bpmn_xml: ONE })).status).toBe(403);
    expect((await (await server.as(role())).get(`${process.path}/diagram`)).status).toBe(403);
  });
});

describe("an element of a process", () => {
  let application: Body;
  let component: Body;
  let entity: Body;
  beforeAll(async () => {
    process = await newProcess(admin);
    [application, component, entity] = await Promise.all(
      ["Application", "ITComponent", "DataObject"].map((type) => makeCard(admin, { type })),
    );
    await save({ bpmn_xml: ONE });
  });

  const link = async (bpmnId: string, body: Record<string, unknown>, by = member) =>
    by.put(`${process.path}/elements/${(await elementsOf(viewer, process))[bpmnId].id}`, body);

  test("is linked to cards, and the process gets the relations", async () => {
    const { a } = await elementsOf(viewer, process);
    const { body: updated } = await step({
      as: member,
      method: "PUT",
      path: `${process.path}/elements/${a.id}`,
      body: { application_id: application.id, data_object_id: entity.id, it_component_id: component.id },
      status: 200,
      equals: { id: a.id, status: "updated" },
      events: [
        {
          event_type: "process_element.updated",
          card_id: process.id,
          user_id: member.userId,
          data: {
            ...{ id: a.id, bpmn_element_id: "a", process_name: process.name },
            changes: {
              application_id: { old: null, new: application.id },
              data_object_id: { old: null, new: entity.id },
              it_component_id: { old: null, new: component.id },
            },
          },
        },
        ...["relProcessToApp", "relProcessToDataObj", "relProcessToITC"].flatMap((type) =>
          ["outgoing", "incoming"].map((direction) => ({
            event_type: "relation.created",
            user_id: member.userId,
            data: { type, direction, source: "bpm" },
          })),
        ),
      ],
    });
    expect(updated.status).toBe("updated");
    expect((await elementsOf(viewer, process))["a"]).toMatchObject({
      ...{ application_id: application.id, application_name: application.name },
      ...{ data_object_name: entity.name, it_component_name: component.name, custom_fields: {} },
    });
    expect(await relatedTo(admin, process, "relProcessToApp")).toEqual([application.id]);
    const [relation] = (await admin.get(`/relations?card_id=${process.id}&type=relProcessToITC`)).body;
    expect(relation).toMatchObject({ description: expect.stringContaining("Auto-created"), attributes: {} });
  });

  test("has its former links back once the change is undone, with the relations that it made gone, unless it was changed since", async () => {
    const bare = await newProcess(admin);
    await admin.put(`${bare.path}/diagram`, { bpmn_xml: ONE });
    const { a } = await elementsOf(viewer, bare);
    const path = `${bare.path}/elements/${a.id}`;
    const rollback = async (batch_id: string) =>
      (await admin.post(`/mutation-batches/${batch_id}/rollback`, { dry_run: false })).body;
    const batchOf = async (body: Body) => (await member.put(path, body)).headers.get("x-stoa-batch") ?? "";
    const linked = await batchOf({ application_id: application.id });
    await rollback(linked);
    expect((await elementsOf(viewer, bare))["a"]).toMatchObject({ application_id: null });
    expect(await relatedTo(admin, bare, "relProcessToApp")).toEqual([]);
    const again = await batchOf({ application_id: application.id });
    const other = await makeCard(admin, { type: "Application" });
    await member.put(path, { application_id: other.id });
    expect(await rollback(again)).toMatchObject({ detail: { error: "rollback_conflict" } });
    await admin.post(`/mutation-batches/${again}/rollback`, { dry_run: false, force: true });
    expect((await elementsOf(viewer, bare))["a"]).toMatchObject({ application_id: other.id });
  });

  test("is not changed by null or a missing field; an empty text clears a link but no relation", async () => {
    await link("a", { application_id: null, custom_fields: { tcode: "VA01" } });
    expect((await elementsOf(viewer, process))["a"]).toMatchObject({
      application_id: application.id,
      custom_fields: { tcode: "VA01" },
    });
    await link("a", { application_id: "", custom_fields: { other: 1 } });
    expect((await elementsOf(viewer, process))["a"]).toMatchObject({
      ...{ application_id: null, application_name: null, custom_fields: { other: 1 } },
    });
    expect(await relatedTo(admin, process, "relProcessToApp")).toEqual([application.id]);
  });

  test("restores a deleted relation of its link at any change", async () => {
    const [relation] = (await admin.get(`/relations?card_id=${process.id}&type=relProcessToITC`)).body;
    await admin.delete(`/relations/${relation.id}`);
    await link("a", { custom_fields: {} });
    expect(await relatedTo(admin, process, "relProcessToITC")).toEqual([component.id]);
  });

  test("stays with its links while its BPMN id stays, and loses them otherwise", async () => {
    const before = await elementsOf(viewer, process);
    await link("a", { application_id: application.id });
    await save({ bpmn_xml: TWO });
    const after = await elementsOf(viewer, process);
    expect(Object.keys(after)).toEqual(["c", "a"]);
    expect(after["a"]).toMatchObject({
      ...{ id: before["a"].id, name: "A2", element_type: "serviceTask", is_automated: true },
      application_id: application.id,
    });
    await save({ bpmn_xml: simpleBpmn('<task id="c"/>') });
    await save({ bpmn_xml: TWO });
    expect((await elementsOf(viewer, process))["a"]).toMatchObject({ application_id: null, custom_fields: {} });
    expect(await relatedTo(admin, process, "relProcessToApp")).toEqual([application.id]);
  });

  test.each([
    ["a card of another type", () => ({ data_object_id: application.id }), "body.data_object_id: value_error"],
    ["no card", () => ({ application_id: UNKNOWN }), "body.application_id: value_error"],
    ["what is no id", () => ({ application_id: "nonsense" }), "body.application_id: uuid_parsing"],
    ["a number", () => ({ it_component_id: 7 }), "body.it_component_id: string_type"],
    ["fields that are no object", () => ({ custom_fields: [1] }), "body.custom_fields: dict_type"],
  ])("is not linked to %s", async (_, body, violation) => {
    const answer = await link("a", body());
    expect({ status: answer.status, violations: violationsOf(answer.body) }).toEqual({
      status: 422,
      violations: [violation],
    });
  });

  test("is not found below another process, and can't be linked by viewers", async () => {
    const other = await newProcess(admin);
    const { a } = await elementsOf(viewer, process);
    expect((await member.put(`${other.path}/elements/${a.id}`, {})).body).toEqual({ detail: "Element not found" });
    process.owner(viewer);
    expect((await viewer.put(`${process.path}/elements/${a.id}`, {})).status).toBe(403);
  });

  test("stays linked when the card is archived, and loses the link when the card is deleted", async () => {
    const gone = await makeCard(admin, { type: "Application" });
    await link("a", { application_id: gone.id });
    await admin.post(`/cards/${gone.id}/archive`, {});
    expect((await elementsOf(viewer, process))["a"]).toMatchObject({ application_name: gone.name });
    await admin.delete(`/cards/${gone.id}`);
    expect((await elementsOf(viewer, process))["a"]).toMatchObject({ application_id: null });
  });
});

describe("the templates", () => {
  test("are six, in order, without their BPMN", async () => {
    const { body } = await viewer.get("/bpm/templates");
    expect(body.map((template: Body) => [template.key, template.name, template.category])).toEqual([
      ["blank", "Blank Diagram", "General"],
      ["simple-approval", "Simple Approval", "General"],
      ["order-to-cash", "Order to Cash", "Enterprise"],
      ["procure-to-pay", "Procure to Pay", "Enterprise"],
      ["hire-to-retire", "Hire to Retire", "HR"],
      ["incident-management", "Incident Management", "ITIL"],
    ]);
    expect(Object.keys(body[0]).toSorted()).toEqual(["category", "description", "key", "name"]);
    expect((await viewer.get("/bpm/templates/nothing")).body).toEqual({ detail: "Template not found" });
    expect((await server.nobody.get("/bpm/templates")).status).toBe(401);
  });

  test("are valid for the BPMN library, and every element and flow is drawn", async () => {
    for (const { key } of (await viewer.get("/bpm/templates")).body) {
      const { bpmn_xml: xml } = (await viewer.get(`/bpm/templates/${key}`)).body;
      const { elements, warnings } = await readByLibrary(xml);
      expect({ key, warnings }).toEqual({ key, warnings: [] });
      expect(elements.every((element) => xml.includes(`bpmnElement="${element.bpmn_element_id}"`))).toBe(true);
      const flows = [...xml.matchAll(/<bpmn:sequenceFlow id="(\w+)"/g)].map(([, id]) => id);
      for (const id of flows) expect(xml).toContain(`<bpmndi:BPMNEdge id="${id}_di" bpmnElement="${id}">`);
      const target = await newProcess(admin);
      const { body } = await member.put(`${target.path}/diagram`, { bpmn_xml: xml });
      expect({ key, count: body.element_count }).toEqual({ key, count: elements.length });
    }
  });

  test("have the elements that their names promise", async () => {
    const elementsIn = async (key: string) => {
      const target = await newProcess(admin);
      const { bpmn_xml } = (await viewer.get(`/bpm/templates/${key}`)).body;
      await member.put(`${target.path}/diagram`, { bpmn_xml });
      const elements = (await viewer.get(`${target.path}/elements`)).body;
      return elements.map((element: Body) => `${element.lane_name}: ${element.name} (${element.element_type})`);
    };
    expect(await elementsIn("simple-approval")).toEqual([
      "Requester: Submit Request (userTask)",
      "Approver: Review Request (userTask)",
      "Approver: Approve (serviceTask)",
      "Approver: Reject (serviceTask)",
      "Approver: Approved? (exclusiveGateway)",
      "Requester: Start (startEvent)",
      "Approver: Request Approved (endEvent)",
      "Approver: Request Rejected (endEvent)",
    ]);
    expect(await elementsIn("incident-management")).toContain("L2 Support: Escalation Timer (boundaryEvent)");
    expect(await elementsIn("order-to-cash")).toContain("Warehouse: Pick & Pack (userTask)");
  });
});
