/** Importing bundles: what becomes of their rows, and of what is there. */
import { expect, test } from "bun:test";
import { statement } from "../../../db";
import { unique } from "../../support/factories";
import { eventsAfter, lastEvent } from "../../support/journal";
import { clientAs, testServer } from "../../support/server";
import { applied, type Body, bundleOf, exported, previewed, rowsWith, sectionOf, sheet } from "./support";

const server = testServer();
const admin = clientAs(server, "admin");

const cardsNamed = async (...names: string[]): Promise<Body[]> =>
  (await Promise.all(names.map((name) => admin.get(`/cards?search=${encodeURIComponent(name)}`)))).flatMap(
    ({ body }) => body.items,
  );

test("a bundle of another program with four sheets is imported", async () => {
  const [system, link] = [unique("System"), unique("relSystem")];
  const before = lastEvent();
  const { status, diff, result, ...rest } = await applied(
    admin,
    await bundleOf({
      CardTypes: sheet({ key: system, label: "A system", fields_schema: "[]" }),
      RelationTypes: sheet({ key: link, label: "uses", source_type_key: system, target_type_key: system }),
      Cards: sheet(
        { type: system, name: `${system} below`, parent_path: `${system} above` },
        { type: system, name: `${system} above`, attributes: '{"cost":7}' },
      ),
      Relations: sheet({
        type: link,
        source_type: system,
        source_ref: `${system} above`,
        target_type: system,
        target_ref: `${system} above / ${system} below`,
      }),
    }),
  );
  expect(rowsWith(result, "conflict", "failed")).toEqual([]);
  expect({ status, totals: result.totals, diff: diff.totals, ...rest }).toMatchObject({
    status: "applied",
    totals: { created: 5, updated: 0, skipped: 0, conflict: 0, failed: 0 },
    diff: { created: 5 },
    format_version: "1",
    source_url: null,
    error_message: null,
  });
  const [above, below] = await cardsNamed(`${system} above`, `${system} below`);
  expect(above).toMatchObject({ attributes: { cost: 7 }, approval_status: "DRAFT", status: "ACTIVE" });
  expect(below.parent_id).toBe(above.id);
  expect(eventsAfter(before).map(({ event_type }) => event_type)).toEqual([
    ...["workspace.uploaded", "workspace.previewed", "workspace.started"],
    ...["metamodel.type.created", "metamodel.relation_type.created", "card.created", "card.created"],
    ...["relation.created", "relation.created", "workspace.applied"],
  ]);
});

test("conflicts and failures are rows of the report, and the other rows are stored", async () => {
  const name = unique("Kept");
  const { status, result, error_message } = await applied(
    admin,
    await bundleOf({
      RelationTypes: sheet({
        key: "relAgain",
        label: "again",
        source_type_key: "Platform",
        target_type_key: "Application",
      }),
      Tags: sheet({ group_name: "Nowhere", name: "Lost" }),
      Cards: sheet(
        { type: "Application", name },
        { type: "Application", name: `${name} orphan`, parent_path: "Nobody" },
        { type: "Nothing", name: `${name} of nothing` },
        { type: "Application", name: `${name} broken`, attributes: "{" },
      ),
      Relations: sheet({
        type: "relPlatformToApp",
        source_type: "Platform",
        source_ref: "Nobody",
        target_type: "Application",
        target_ref: name,
      }),
      Documents: sheet(
        { id: "not an id", name: "Paper", card_id__ref: name, card_id__type: "Application" },
        { id: crypto.randomUUID(), name: "Paper", card_id__ref: "Nobody", card_id__type: "Application" },
        { id: crypto.randomUUID(), name: "Paper", card_id__ref: name, card_id__type: "Application" },
      ),
      Risks: sheet({ id: crypto.randomUUID(), reference: "R-000001", title: "Odd", initial_probability: "sometimes" }),
    }),
  );
  expect({ status, error_message, totals: result.totals }).toMatchObject({
    status: "failed",
    error_message: "4 section error(s) — see result",
    totals: { created: 2, updated: 0, conflict: 5, failed: 4 },
  });
  expect(rowsWith(result, "conflict", "failed").map(({ sheet: of, errors }) => [of, errors])).toEqual([
    ["RelationTypes", ["row 2: the relation type relPlatformToApp already leads from Platform to Application"]],
    ["Tags", ["row 2: there is no group of tags 'Nowhere'"]],
    [
      "Cards",
      [
        expect.stringContaining("names no card type"),
        "row 5: attributes must be JSON",
        `row 3: card '${name} orphan': parent 'Nobody' not found`,
      ],
    ],
    ["Relations", ["row 2: card 'Nobody' of the type Platform not found"]],
    ["Documents", ["row 2: id must be a UUID", "row 3: card 'Nobody' of the type Application not found"]],
    ["Risks", [expect.stringContaining("initial_probability must be one of")]],
  ]);
  expect((await cardsNamed(name)).map((card) => card.name)).toEqual([name]);
});

test("existing rows are skipped; different configuration is updated, except system roles", async () => {
  const name = unique("Known");
  await admin.post("/cards", { type: "Application", name, external_id: `${name}-1` });
  const { result } = await applied(
    admin,
    await bundleOf({
      CardTypes: sheet({ key: "Application", label: "Programme", built_in: false }),
      Roles: sheet(
        { key: "admin", label: "Nobody", is_system: false, permissions: "{}" },
        { key: "viewer", label: "Guest" },
        { key: "lords", label: "Lords", is_system: true, is_default: true, permissions: '{"*":true}' },
      ),
      Cards: sheet(
        { type: "Application", name: name.toUpperCase(), description: "another one" },
        { type: "Application", name: `${name} renamed`, external_id: `${name}-1` },
      ),
    }),
  );
  const counts = (of: string) => {
    const { created, updated, skipped } = sectionOf(result, of);
    return { created, updated, skipped };
  };
  expect(counts("CardTypes")).toEqual({ created: 0, updated: 1, skipped: 0 });
  expect(counts("Roles")).toEqual({ created: 1, updated: 1, skipped: 1 });
  expect(counts("Cards")).toEqual({ created: 0, updated: 0, skipped: 2 });
  const roles = statement(
    "SELECT key, label, is_system FROM roles WHERE key IN ('admin', 'viewer', 'lords') ORDER BY key",
  );
  expect(roles.all()).toEqual([
    { key: "admin", label: "Admin", is_system: 1 },
    { key: "lords", label: "Lords", is_system: 0 },
    { key: "viewer", label: "Guest", is_system: 0 },
  ]);
  expect(statement("SELECT key FROM roles WHERE is_default = 1").all()).toEqual([{ key: "lords" }]);
  const { label, built_in, fields_schema } = (await admin.get("/metamodel/types/Application")).body;
  expect({ label, built_in, hasFields: fields_schema.length > 0 }).toEqual({
    label: "Programme",
    built_in: true,
    hasFields: true,
  });
});

test("a name refers to the only root card of that name, and not to one below another card", async () => {
  const name = unique("Twin");
  const ref = { card_id__type: "Organization", type: "link" };
  const { result } = await applied(
    admin,
    await bundleOf({
      Cards: sheet(
        { type: "Organization", name },
        { type: "Organization", name, parent_path: `${name} top` },
        { type: "Organization", name: `${name} top` },
      ),
      Documents: sheet({ id: crypto.randomUUID(), name: "Paper", card_id__ref: name, ...ref }),
    }),
  );
  expect(result.totals).toMatchObject({ created: 4, conflict: 0, failed: 0 });
  const owner = statement<{ parent_id: string | null }>(
    "SELECT c.parent_id FROM documents d JOIN cards c ON c.id = d.card_id WHERE c.name = ?",
  );
  expect(owner.all(name)).toEqual([{ parent_id: null }]);
});

test("users arrive deactivated, with an existing role; existing users stay as they are", async () => {
  const email = `${unique("new")}@stoa.example`;
  const users = { role: "no_such_role", is_active: true };
  const { result } = await applied(
    admin,
    await bundleOf({
      Users: sheet({ email, display_name: "New", ...users }, { email: email.toUpperCase(), ...users }),
    }),
  );
  expect(sectionOf(result, "Users")).toMatchObject({ created: 1, skipped: 1 });
  expect(statement("SELECT role, is_active, password_hash FROM users WHERE email = ?").get(email)).toEqual({
    role: "member",
    is_active: 0,
    password_hash: null,
  });
});

test("settings are merged, and secrets stay", async () => {
  const { sheets } = await exported(server, admin);
  expect(sheets["Settings"]?.rows.length).toBe(4);
  const value = JSON.stringify({ app_title: "Moved", sso: { client_secret: "stolen" } });
  const { result } = await applied(admin, await bundleOf({ Settings: sheet({ key: "general_settings", value }) }));
  expect(sectionOf(result, "Settings")).toMatchObject({ updated: 1, failed: 0 });
  expect((await admin.get("/settings/app-title")).body.app_title).toBe("Moved");
  const { general } =
    statement<{ general: string }>("SELECT general_settings AS general FROM app_settings").get() ?? {};
  expect(general).not.toContain("stolen");
});

test("images of the installation are imported if they are pictures", async () => {
  const png = new Uint8Array([...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 1, 2, 3]);
  const { result } = await applied(
    admin,
    await bundleOf(
      {
        Settings: sheet(
          { key: "custom_logo_mime", value: '"image/png"' },
          { key: "custom_favicon_mime", value: '"image/svg+xml"' },
        ),
      },
      { format_version: "1" },
      { "branding/logo.png": png, "branding/favicon.svg": "<svg/>" },
    ),
  );
  expect(sectionOf(result, "Settings")).toMatchObject({ updated: 0, skipped: 0, failed: 1 });
  expect(statement("SELECT custom_logo_mime AS logo, custom_favicon_mime AS icon FROM app_settings").get()).toEqual({
    logo: "image/png",
    icon: null,
  });
  const { assets } = await exported(server, admin);
  expect(assets["branding/logo.png"]).toEqual(png);
});

test("a file of several pieces arrives byte for byte", async () => {
  const [name, id] = [unique("Filed"), crypto.randomUUID()];
  const content = Uint8Array.from({ length: 600_000 }, (_, at) => (at * 7 + (at >> 8)) % 251);
  const path = `FileAttachments/${id}__plan.pdf`;
  const file = { id, name: "plan.pdf", mime_type: "application/pdf", size: 5, data__asset: path };
  const { result } = await applied(
    admin,
    await bundleOf(
      {
        Cards: sheet({ type: "Application", name }),
        FileAttachments: sheet(
          { ...file, card_id__ref: name, card_id__type: "Application" },
          {
            ...file,
            id: crypto.randomUUID(),
            data__asset: "nowhere",
            card_id__ref: name,
            card_id__type: "Application",
          },
        ),
      },
      { format_version: "1" },
      { [path]: content },
    ),
  );
  expect(sectionOf(result, "FileAttachments")).toMatchObject({ created: 1, conflict: 1 });
  expect(statement("SELECT size, is_complete FROM file_attachments WHERE id = ?").get(id)).toEqual({
    size: content.length,
    is_complete: 1,
  });
  expect((await exported(server, admin)).assets[path]).toEqual(content);
});

test("the link of a diagram is restored where its drawing does not name the card", async () => {
  const [name, id] = [unique("Drawn"), crypto.randomUUID()];
  const xml = "<mxfile>\r\n\u00e4</mxfile>";
  const { result } = await applied(
    admin,
    await bundleOf(
      {
        Cards: sheet({ type: "Application", name }),
        Diagrams: sheet({ id, name: "Plan", data__meta: '{"zoom":2}', data__xml__asset: `Diagrams/${id}.drawio` }),
        DiagramCards: sheet({ diagram_id: id, card_type: "Application", card_ref: name }),
      },
      { format_version: "1" },
      { [`Diagrams/${id}.drawio`]: xml },
    ),
  );
  expect(rowsWith(result, "conflict", "failed")).toEqual([]);
  const { body } = await admin.get(`/diagrams/${id}`);
  expect(body.data).toEqual({ zoom: 2, xml });
  expect(body.card_ids.length).toBe(1);
});

test("a dry run changes nothing", async () => {
  const name = unique("Only told");
  const before = lastEvent();
  const { status, diff } = await previewed(admin, await bundleOf({ Cards: sheet({ type: "Application", name }) }));
  expect({ status, dry: diff.dry_run, created: diff.totals.created }).toEqual({
    status: "previewed",
    dry: true,
    created: 1,
  });
  expect(await cardsNamed(name)).toEqual([]);
  expect(eventsAfter(before).map(({ event_type }) => event_type)).toEqual([
    "workspace.uploaded",
    "workspace.previewed",
  ]);
});

test("content that could run in a browser is not imported", async () => {
  const [name, adr, diagram] = [unique("Page"), crypto.randomUUID(), crypto.randomUUID()];
  const ids = Array.from({ length: 4 }, () => crypto.randomUUID());
  const on = { card_id__ref: name, card_id__type: "Application" };
  const process = { process_id__ref: `${name} process`, process_id__type: "BusinessProcess" };
  const script = "<p>Safe</p><script>alert(1)</script>";
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><circle r="1"/></svg>`;
  const { result } = await applied(
    admin,
    await bundleOf(
      {
        Cards: sheet({ type: "Application", name }, { type: "BusinessProcess", name: `${name} process` }),
        Documents: sheet(
          { id: ids[0] as string, name: "bad", url: "javascript:alert(1)", type: "link", ...on },
          { id: ids[1] as string, name: "good", url: "https://stoa.example/", type: "link", ...on },
        ),
        Adrs: sheet({ id: adr, reference_number: "ADR-7001", title: "x", status: "draft", context: script }),
        Soaws: sheet({
          id: ids[2] as string,
          name: "x",
          status: "draft",
          sections: JSON.stringify({ 1: { content: script } }),
        }),
        Diagrams: sheet({ id: diagram, name: "x", data__xml__asset: `Diagrams/${diagram}.drawio` }),
        ProcessDiagrams: sheet({
          ...{ id: ids[3] as string, version: 1, ...process },
          ...{ bpmn_xml__asset: "ProcessDiagrams/x.bpmn", svg_thumbnail__asset: "ProcessDiagrams/x.svg" },
        }),
      },
      { format_version: "1" },
      {
        [`Diagrams/${diagram}.drawio`]: '<!DOCTYPE x [<!ENTITY y "z">]><mxfile/>',
        "ProcessDiagrams/x.bpmn": "<x/>",
        "ProcessDiagrams/x.svg": picture,
      },
    ),
  );
  expect(rowsWith(result, "conflict", "failed").map(({ sheet, errors }) => [sheet, errors])).toEqual([
    ["Documents", ["row 2: url: Value error, must begin with http://, https:// or mailto:"]],
    ["Diagrams", [expect.stringMatching(/^row 2: xml: .*DOCTYPE/)]],
  ]);
  expect((await admin.get(`/adr/${adr}`)).body.context).toBe("<p>Safe</p>");
  expect((await admin.get(`/soaw/${ids[2]}`)).body.sections).toEqual({ 1: { content: "<p>Safe</p>" } });
  const stored = statement<{ svg: string }>("SELECT svg_thumbnail AS svg FROM process_diagrams WHERE id = ?");
  expect(stored.get(ids[3] as string)?.svg).not.toContain("onload");
});

test.each([
  ["general_settings", { app_title: 7 }, "app_title is left out: app_title: must be text"],
  ["general_settings", { sso: { domain: ["x"] } }, "sso is left out: domain: must be text"],
  ["general_settings", { ai: "x" }, "ai is left out"],
  ["general_settings", { enabledLocales: ["en", 7] }, "enabledLocales is left out: 1: must be text"],
  ["general_settings", { riskMatrix: { probabilities: ["high"] } }, "impacts: is required"],
  ["email_settings", { smtp_port: "x" }, "email is left out: smtp_port: must be a whole number"],
])("invalid settings are refused: %s %j", async (key, value, reason) => {
  const before = (await admin.get("/settings/bootstrap")).body;
  const { result } = await applied(admin, await bundleOf({ Settings: sheet({ key, value: JSON.stringify(value) }) }));
  const [section] = rowsWith(result, "failed");
  expect(section.errors.join()).toContain(reason);
  expect((await admin.get("/settings/bootstrap")).body).toEqual(before);
});

test("a risk matrix is imported with the same effect as a change of the setting", async () => {
  const { body: usual } = await admin.get("/settings/risk-matrix");
  const riskMatrix = { ...usual, levels: usual.levels.map((row: string[]) => row.map(() => "low")) };
  const value = JSON.stringify({ riskMatrix });
  const { result } = await applied(admin, await bundleOf({ Settings: sheet({ key: "general_settings", value }) }));
  expect(sectionOf(result, "Settings")).toMatchObject({ updated: 1, failed: 0 });
  expect((await admin.get("/settings/risk-matrix")).body.levels).toEqual(riskMatrix.levels);
  await admin.patch("/settings/risk-matrix", usual);
});

test.each([
  ["x".repeat(100_001), "content must not be longer than 100000 characters"],
  ["NUL \u0000", "content must not hold NUL characters or halves of characters"],
])("a text that the API would refuse is refused: %#", async (content, reason) => {
  const name = unique("Commented");
  const id = crypto.randomUUID();
  const asset = `overflow/${"a".repeat(32)}.txt`;
  const { result } = await applied(
    admin,
    await bundleOf(
      {
        Cards: sheet({ type: "Application", name }),
        Comments: sheet({
          ...{ id, content: `@@WSIO_OVERFLOW@@:${asset}` },
          ...{ card_id__ref: name, card_id__type: "Application", user_id__email: "admin@stoa.example" },
        }),
      },
      { format_version: "1" },
      { [asset]: content },
    ),
  );
  expect(sectionOf(result, "Comments").errors).toEqual([`row 2: ${reason}`]);
});

test("an import finds cards by their external ids through an index", () => {
  const plan = statement<{ detail: string }>(
    `EXPLAIN QUERY PLAN SELECT 1 FROM cards WHERE type = 'Application' AND external_id = 'x' AND status <> 'ARCHIVED' LIMIT 1`,
  ).all();
  expect(plan.map(({ detail }) => detail).join()).toContain("cards_external_id");
});
