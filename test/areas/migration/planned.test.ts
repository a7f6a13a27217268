/** Migrations in a scenario: what a workbook of another tool would bring. */
import { expect, test } from "bun:test";
import { clientAs, testServer } from "../../support/server";
import { workbookOf } from "../../support/workbooks";
import { entity, relation, staged, table, unique, upload } from "./support";

const server = testServer();
const admin = clientAs(server, "admin");

const createScenario = async () => (await admin.post("/scenarios", { name: "What if we took over" })).body.id;
const totalOf = async (search: string, headers: Record<string, string> = {}) =>
  (await admin.get(`/cards?search=${encodeURIComponent(search)}`, headers)).body.total;

/** Returns a workbook of two applications, one with an owner whom nobody knows, and an IT component. */
function sheetsOf(name: string) {
  const app = entity("Application", name, {
    contact: "x",
    "subscriptions:RESPONSIBLE": `${crypto.randomUUID()}@stoa.example`,
  });
  const other = entity("Application", `${name} 2`);
  const component = entity("ITComponent", `${name} runtime`);
  return {
    Application: table([app, other]),
    ITComponent: table([component]),
    Relations: table([relation("applicationITComponentRelation", app, component)]),
  };
}

test("a workbook is migrated in a scenario, follows the landscape with it, is undone there, and is merged", async () => {
  const scenario = await createScenario();
  const here = { "x-stoa-scenario": scenario };
  const name = unique("Taken over");
  const workbook = await workbookOf(sheetsOf(name));
  const inside = Object.assign(Object.create(admin), {
    post: (path: string, body: unknown) => admin.post(path, body, here),
  });
  const uploaded = await upload(inside, workbook);
  expect(uploaded).toMatchObject({ status: 201, body: { status: "parsed", name: "Export" } });
  const { id } = uploaded.body;
  expect((await upload(inside, workbook)).body.id).toBe(id);
  expect((await admin.get("/migration", here)).body.map((one: { id: string }) => one.id)).toEqual([id]);
  expect((await admin.get(`/migration/${id}`)).status).toBe(404);
  const mappings = { field_mappings: { Application: { contact: "__skip__" } } };
  expect((await admin.put(`/migration/${id}/field-mappings`, mappings, here)).body.status).toBe("previewed");
  const { body: preview } = await admin.get(`/migration/${id}/preview`, here);
  expect(preview.items.map(({ action }: { action: string }) => action)).toEqual(["create", "create", "create"]);
  const applied = await admin.post(`/migration/${id}/apply`, undefined, here);
  expect(applied).toMatchObject({ status: 202, body: { status: "applied", error_message: null } });
  expect([await totalOf(name, here), await totalOf(name)]).toEqual([3, 0]);
  const change = applied.headers.get("x-stoa-change") as string;
  const { body: changes } = await admin.get(`/scenarios/${scenario}/changes`);
  expect(changes.map(({ operation }: { operation: string }) => operation)).toEqual([
    "post /migration/upload",
    "put /migration/{migration_id}/field-mappings",
    "post /migration/{migration_id}/apply",
  ]);
  // It is one batch there, as in the landscape, and undoing that is undone as well.
  const undone = await admin.post(`/mutation-batches/${change}/rollback`, { dry_run: false }, here);
  expect(undone.status).toBe(200);
  expect(await totalOf(name, here)).toBe(0);
  await admin.delete(`/scenarios/${scenario}/changes/${undone.headers.get("x-stoa-change")}`);
  await admin.post("/cards", { type: "Application", name: unique("Meanwhile") });
  expect((await admin.post(`/scenarios/${scenario}/rebase`, {})).body).toMatchObject({ is_rebased: true });
  const cardsOf = async (headers: Record<string, string> = {}) =>
    (await admin.get(`/cards?search=${encodeURIComponent(name)}&sort_by=name`, headers)).body.items.map(
      (card: { id: string }) => card.id,
    );
  const planned = await cardsOf(here);
  expect(planned).toHaveLength(3);
  const { body: merged } = await admin.post(`/scenarios/${scenario}/merge`, {});
  expect(merged).toMatchObject({ is_merged: true, merged: 3, obstacles: [] });
  expect(await cardsOf()).toEqual(planned);
  expect((await admin.get(`/migration/${id}`)).body).toMatchObject({
    status: "applied",
    field_mappings: mappings.field_mappings,
  });
  const [user] = await staged(admin, id, "user");
  expect(user).toMatchObject({ status: "applied", target_id: null, error_message: "A scenario creates no accounts" });
  expect((await admin.get(`/relations?card_id=${planned[0]}`)).body).toHaveLength(1);
});

test("a workbook that can't be read, or that the landscape has when it is merged, is refused in a scenario in words", async () => {
  const scenario = await createScenario();
  const here = { "x-stoa-scenario": scenario };
  const inside = Object.assign(Object.create(admin), {
    post: (path: string, body: unknown) => admin.post(path, body, here),
  });
  const unread = await upload(inside, await workbookOf({ Sheet: [["nothing"]] }));
  expect(unread).toMatchObject({ status: 422, body: { detail: expect.stringContaining("holds nothing") } });
  const workbook = await workbookOf(sheetsOf(unique("Twice")));
  expect((await upload(inside, workbook)).status).toBe(201);
  expect((await upload(admin, workbook)).status).toBe(201);
  const { body } = await admin.post(`/scenarios/${scenario}/merge`, {});
  expect(body.obstacles).toMatchObject([
    { refusal: { status: 409, detail: expect.stringContaining("The landscape has this workbook already") } },
  ]);
});
