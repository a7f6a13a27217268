/** Bundles in a scenario: what the workspace of another installation would bring, and the scenario as a bundle. */
import { expect, test } from "bun:test";
import { firstValue } from "../../../db";
import { role, unique } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";
import { type Body, bundleOf, exported, rowsWith, sectionOf, sheet, upload } from "./support";

const server = testServer();
const admin = clientAs(server, "admin");

/** Creates a scenario. @returns its id, the header that names it, and a client whose posts are made in it */
async function createScenario() {
  const { body } = await admin.post("/scenarios", { name: "What if we took over" });
  const here = { "x-stoa-scenario": body.id };
  const inside = Object.assign(Object.create(admin), {
    post: (path: string, sent?: unknown) => admin.post(path, sent, here),
  });
  return { id: body.id as string, here, inside: inside as typeof admin };
}

async function bundleNamed(name: string) {
  return bundleOf({
    CardTypes: sheet({ key: name, label: "A system", fields_schema: "[]" }),
    TagGroups: sheet({ name: `${name} group`, mode: "single" }),
    Tags: sheet({ group_name: `${name} group`, name: "EU" }),
    Roles: sheet({ key: "kings", label: "Kings", permissions: '{"*":true}' }),
    Users: sheet({ email: "king@stoa.example", role: "admin" }),
    Settings: sheet({ key: "general_settings", value: '{"currency":"XAU"}' }),
    WebPortals: sheet({ id: crypto.randomUUID(), name: "Leak", slug: "leak", card_type: "Application" }),
    SavedReports: sheet({ id: crypto.randomUUID(), name: "Mine", report_type: "cost", config: "{}" }),
    Cards: sheet(
      { type: name, name: `${name} above` },
      { type: name, name: `${name} below`, parent_path: `${name} above` },
    ),
  });
}

const cardsOf = async (name: string, headers: Record<string, string> = {}): Promise<string[]> =>
  (await admin.get(`/cards?search=${name}&sort_by=name`, headers)).body.items.map(({ id }: Body) => id);
const settings = () => firstValue<string>("SELECT general_settings FROM app_settings");

test("a bundle is applied in a scenario without what is the same in all, follows the landscape, is undone there, and is merged", async () => {
  const { id, here, inside } = await createScenario();
  const name = unique("System");
  const before = settings();
  const atStart = new Date().toISOString();
  const uploaded = await upload(inside, await bundleNamed(name));
  expect(uploaded).toMatchObject({
    status: 202,
    body: { status: "previewed", format_version: "1", error_message: null },
  });
  const { diff } = uploaded.body;
  expect(diff).toMatchObject({ dry_run: true, totals: { created: 5, conflict: 5, failed: 0 } });
  expect(rowsWith(diff, "conflict").map((section) => section.sheet)).toEqual(
    expect.arrayContaining(["Roles", "Users", "Settings", "SavedReports", "WebPortals"]),
  );
  expect(sectionOf(diff, "Roles").errors).toEqual([expect.stringContaining("the same in every scenario")]);
  expect(await cardsOf(name, here)).toEqual([]);
  const path = `/admin/workspace/import/${uploaded.body.id}`;
  expect((await admin.get("/admin/workspace/import")).body).toEqual([]);
  expect((await admin.get("/admin/workspace/import", here)).body).toMatchObject([{ id: uploaded.body.id }]);
  const applied = await inside.post(`${path}/apply`);
  expect(applied).toMatchObject({ status: 202, body: { status: "applied", result: { totals: diff.totals } } });
  const planned = await cardsOf(name, here);
  expect(planned).toHaveLength(2);
  expect(await cardsOf(name)).toEqual([]);

  const bundle = await exported(server, admin, `?scenario=${id}`);
  expect(bundle.sheets["Cards"]?.rows).toMatchObject([{ name: `${name} above` }, { name: `${name} below` }]);
  expect((await exported(server, admin)).sheets["Cards"]?.rows).toEqual([]);

  const change = applied.headers.get("x-stoa-change");
  const undone = await inside.post(`/mutation-batches/${change}/rollback`, { dry_run: false, force: true });
  expect(undone.status).toBe(200);
  expect(await cardsOf(name, here)).toEqual([]);
  await admin.delete(`/scenarios/${id}/changes/${undone.headers.get("x-stoa-change")}`);
  await admin.post("/cards", { type: "Application", name: unique("Meanwhile") });
  expect((await admin.post(`/scenarios/${id}/rebase`, {})).body).toMatchObject({ is_rebased: true });
  expect(await cardsOf(name, here)).toEqual(planned);
  expect((await admin.post(`/scenarios/${id}/merge`, {})).body).toMatchObject({ merged: 2, obstacles: [] });
  expect(await cardsOf(name)).toEqual(planned);
  expect((await admin.get(path)).body).toMatchObject({ status: "applied", result: { totals: diff.totals } });
  expect((await exported(server, admin, `?as_of=${atStart}`)).sheets["Cards"]?.rows).toEqual([]);
  expect(settings()).toBe(before);
  expect(firstValue<number>("SELECT count(*) FROM roles WHERE key = 'kings'")).toBe(0);
  expect(firstValue<number>("SELECT count(*) FROM users WHERE email = 'king@stoa.example'")).toBe(0);
});

test("a bundle brings into a scenario what its importer may, and one that can't be read is refused with 422", async () => {
  const { id, here, inside } = await createScenario();
  const unread = await upload(inside, await bundleOf({}, "nothing"));
  expect(unread).toMatchObject({ status: 422, body: { detail: expect.stringContaining("manifest.json") } });
  const other = await upload(inside, await bundleOf({}, { format_version: "9" }));
  expect(other).toMatchObject({ status: 422, body: { detail: expect.stringContaining("format '9'") } });
  const many = Array.from({ length: 10_001 }, (_, at) => ({ type: "Application", name: `Many ${at}` }));
  const refused = await upload(inside, await bundleOf({ Cards: sheet(...many) }));
  expect(refused).toMatchObject({ status: 422, body: { detail: expect.stringContaining("10000 rows") } });
  const importer = await server.as(role("admin.import_workspace"));
  await admin.put(`/scenarios/${id}/members`, { members: [{ user_id: importer.userId, may_change: true }] });
  const limited = Object.assign(Object.create(importer), {
    post: (path: string, sent?: unknown) => importer.post(path, sent, here),
  });
  const { body } = await upload(limited, await bundleNamed(unique("Hidden")));
  expect(sectionOf(body.diff, "Cards").errors[0]).toContain("inventory.create");
  expect(body.diff.totals.created).toBe(0);
  expect((await (await server.as("viewer")).get("/admin/workspace/import", here)).status).toBe(403);
});
