/** A random full workspace, straight in the database: rows in every table that a bundle carries, with hostile texts. */
import { statement, transaction } from "../../../db";
import { clearCaches } from "../../../db/cache";
import { rollUp } from "../../../src/areas/ppm";
import { levelsOf } from "../../../src/areas/risks/matrix";
import { createPicture } from "../../../src/areas/saved-reports/pictures";
import { orderedSheets } from "../../../src/areas/workspace/bundle/format";
import type { TableColumn } from "../../../src/core/sheets/columns";
import type { SheetTable } from "../../../src/core/sheets/sheet";
import { sanitizeSvg } from "../../../src/core/svg";
import { now } from "../../../src/platform/clock";
import { newId } from "../../../src/platform/ids";
import type { Random } from "../../support/workbooks";

/** Returns the tables of the sheets of one kind, in the order of the format. */
const tablesOf = (kind: SheetTable["kind"]) =>
  orderedSheets().flatMap(({ name, table }) => (table?.kind === kind ? [{ sheet: name, ...table }] : []));

type Value = string | number | Uint8Array | null;
type Values = Record<string, Value>;

/** Texts that spreadsheets, XML and file names like to change. */
const hostile = [
  ...["plain", "=1+1", "+SUM(A1)", "@x", "line\nline", "line\r\nline", "tab\tbed", "\u0001\u001f", " blank around "],
  ...["_x000D_", "@@WSIO_OVERFLOW@@:overflow/x.txt", "<b>&amp;</b>", '"quoted"', "\\ / \\/", "ÄÖ 漢字 🙂", "\ufffe"],
  ...["   ", "", "true", "1e5", "2026-01-31", "'apostrophe", "long ".repeat(6_500)],
];

const pick = <T>(random: Random, list: readonly T[]): T => list[random(list.length)] as T;
const text = (random: Random) => pick(random, hostile);

let made = 0;
/** Returns a text that no other row has. */
const unique = (random: Random) =>
  `${++made} ${text(random).trim().slice(0, 100)}`.replace(/[\p{Cc}\ufffe]/gu, "").trim();

const day = (random: Random) => `20${20 + random(10)}-0${1 + random(9)}-1${random(10)}`;

function randomValue(random: Random, column: TableColumn): Value {
  if (column.nullable && random(4) === 0) return null;
  if (column.values) return pick(random, column.values);
  if (column.kind === "json") return JSON.stringify(column.isList ? [] : { b: text(random), a: [1, null] });
  if (column.kind === "flag") return random(2);
  if (column.kind === "whole" || column.kind === "number") return random(1000) * 10;
  if (column.kind === "date") return day(random);
  if (column.kind === "instant") return `${day(random)}T10:00:00.123Z`;
  return column.kind === "id" ? newId() : text(random);
}

function insert(table: string, values: Values): void {
  const columns = Object.keys(values);
  statement(`INSERT OR IGNORE INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`).run(
    ...Object.values(values),
  );
}

const idsIn = (table: string) =>
  statement<{ id: string }>(`SELECT id FROM ${table}`)
    .all()
    .map(({ id }) => id);

const stampsFor = (columns: ReadonlyMap<string, TableColumn>): Values =>
  Object.fromEntries(["created_at", "updated_at"].flatMap((name) => (columns.has(name) ? [[name, now()]] : [])));

/** Returns a card type to which no relation type leads from applications. */
const freeTarget = () =>
  statement<{ key: string }>(
    `SELECT key FROM card_types WHERE key GLOB 'Type*'
     AND key NOT IN (SELECT target_type_key FROM relation_types WHERE source_type_key = 'Application') LIMIT 1`,
  ).get()?.key ?? "";

const LABELS = JSON.stringify({ label: { de: "Titel", en: "Title" } });

/** The values of configuration that the API would accept, where a random text is none. */
const configured: Record<string, (random: Random) => Values> = {
  card_types: (random) => ({
    key: `Type${++made}`,
    category: unique(random),
    fields_schema: JSON.stringify([
      { section: unique(random), fields: [{ key: "note", label: "Note", type: "text" }] },
    ]),
    subtypes: JSON.stringify([{ key: "sub", label: unique(random) }]),
    translations: LABELS,
  }),
  relation_types: (random) => ({
    key: `rel${++made}`,
    reverse_label: unique(random),
    source_type_key: "Application",
    target_type_key: freeTarget(),
    cardinality: "1:n",
    translations: LABELS,
  }),
  roles: (random) => ({
    key: `role_${++made}`,
    description: unique(random),
    is_system: 0,
    is_default: 0,
    permissions: JSON.stringify({ "risks.view": random(2) === 0 }),
  }),
  stakeholder_role_definitions: (random) => ({
    card_type_key: "Application",
    key: `role_${++made}`,
    description: unique(random),
    permissions: JSON.stringify({ "card.edit": true }),
    translations: LABELS,
  }),
  calculations: () => ({ target_type_key: "Application", target_field_key: `f${++made}`, formula: "1", is_active: 0 }),
  compliance_regulations: () => ({ key: `reg_${++made}`, translations: '{"de":"Titel"}' }),
  resource_types: () => ({ key: `res_${++made}`, translations: '{"de":"Titel"}' }),
  tag_groups: () => ({ mode: "multi" }),
};

function fillConfiguration(random: Random): void {
  for (const { name: table, columns, values: headers } of tablesOf("configuration"))
    for (let row = 0; row < 3; row++) {
      const values = Object.fromEntries(
        headers.map((header) => [header, randomValue(random, columns.get(header) as TableColumn)]),
      );
      const own = {
        title: unique(random),
        name: unique(random),
        label: unique(random),
        icon: "category",
        color: "#123456",
        catalogue_id: null,
      };
      const named = Object.fromEntries(Object.entries(own).filter(([name]) => headers.includes(name)));
      const id: Values = columns.has("id") ? { id: newId() } : {};
      insert(table, { ...values, ...named, ...configured[table]?.(random), ...id, ...stampsFor(columns) });
    }
}

function fillTags(random: Random): void {
  for (const tag_group_id of idsIn("tag_groups"))
    for (let row = 0; row < 2; row++) {
      const look = { description: text(random), color: "#123456", sort_order: random(9) };
      insert("tags", { id: newId(), tag_group_id, name: unique(random), ...look });
    }
}

function fillUsers(random: Random): void {
  for (let row = 0; row < 3; row++) {
    const email = `person${++made}@stoa.example`;
    const rest = { display_name: text(random).trim() || "Somebody", role: "member", locale: "de" };
    insert("users", { id: newId(), email, ...rest, is_active: 0, created_at: now(), updated_at: now() });
  }
}

const CARD_TYPES = ["Application", "Initiative", "BusinessProcess", "DataObject", "ITComponent"];

function fillCards(random: Random): void {
  const byType = new Map<string, string[]>();
  for (let row = 0; row < 40; row++) {
    const type = pick(random, CARD_TYPES);
    const [id, siblings] = [newId(), byType.get(type) ?? []];
    const name = `${unique(random)} ${pick(random, ["", "a/b", "c\\d", "e \\/ f"])}`.trim();
    const isArchived = random(8) === 0;
    insert("cards", {
      ...{ id, type, name, name_key: name.toLowerCase(), description: text(random) },
      parent_id: siblings.length > 0 && random(2) === 0 ? pick(random, siblings) : null,
      lifecycle: JSON.stringify({ active: "2026-01-01" }),
      attributes: JSON.stringify({ note: text(random), costTotalAnnual: random(1000) }),
      ...{ status: isArchived ? "ARCHIVED" : "ACTIVE", archived_at: isArchived ? now() : null },
      ...{ external_id: random(3) === 0 ? `X${++made}` : null, alias: "alias", approval_status: "APPROVED" },
      ...{ created_at: now(), updated_at: now() },
    });
    if (!isArchived) byType.set(type, [...siblings, id]);
  }
}

function fillLinks(random: Random): void {
  const [cards, tags] = [idsIn("cards"), idsIn("tags")];
  for (let row = 0; row < 30; row++) insert("card_tags", { card_id: pick(random, cards), tag_id: pick(random, tags) });
  for (let row = 0; row < 30; row++)
    statement(
      `INSERT INTO relations (uuid, type_seq, source_seq, target_seq, attributes, description, created_ms)
       SELECT randomblob(16), (SELECT seq FROM relation_types ORDER BY random() LIMIT 1), s.seq, t.seq, '{"k":"v"}', ?, ?
       FROM cards s, cards t WHERE s.id = ? AND t.id = ?
         AND NOT EXISTS (SELECT 1 FROM relations r WHERE r.source_seq = s.seq AND r.target_seq = t.seq)`,
    ).run(text(random), Date.now(), pick(random, cards), pick(random, cards));
}

/** A picture as it is stored, without anything that is not allowed in one. */
const PICTURE = sanitizeSvg('<svg xmlns="http://www.w3.org/2000/svg"><rect width="7" height="5"/></svg>');

/** Returns a model of a process with one task. */
const modelNamed = (name: string) =>
  `<?xml version="1.0"?>\r\n<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="process">
  <task id="task" name="${Bun.escapeHTML(name)}"/></process></definitions>`;

/** The values of records that the API would accept, and that fit together. */
const fitting: Record<string, (random: Random) => Values> = {
  comments: () => ({ content: "said" }),
  diagrams: (random) => {
    const name = unique(random);
    const data = JSON.stringify({ xml: `<mxfile>\r\n${text(random)}</mxfile>`, zoom: 2 });
    return {
      name,
      name_key: name.toLowerCase(),
      card_count: 0,
      card_refs: "[]",
      data,
      thumbnail: '"data:image/png;base64,AAAA"',
    };
  },
  file_attachments: (random) => ({ name: unique(random), mime_type: "text/plain", size: 3, is_complete: 1 }),
  diagram_groups: (random) => ({ name: unique(random), color: "#123456" }),
  process_diagrams: (random) => ({ bpmn_xml: modelNamed(unique(random)), svg_thumbnail: PICTURE }),
  process_flow_versions: (random) => ({ svg_thumbnail: pick(random, [null, PICTURE]) }),
  ppm_risks: () => ({ probability: 3, impact: 4, risk_score: 12 }),
  saved_reports: (random) => ({
    name: unique(random),
    description: unique(random),
    report_type: "matrix",
    picture_id: createPicture("data:image/png;base64,AAAA"),
  }),
  bookmarks: (random) => ({ name: unique(random), card_type: "Application" }),
  web_portals: (random) => ({ name: unique(random), slug: `portal-${++made}`, card_type: "Application" }),
  surveys: (random) => ({ name: unique(random), description: unique(random), target_type_key: "Application" }),
  compliance_findings: () => ({ finding_key: String(++made) }),
  documents: (random) => ({
    name: unique(random),
    type: "link",
    url: random(3) === 0 ? null : `https://stoa.example/${random(1_000)}`,
  }),
  ppm_dependencies: (random) => {
    const [one, other] = [pick(random, idsIn("ppm_tasks")), pick(random, idsIn("ppm_wbs"))];
    return { pred_task_id: one, pred_wbs_id: null, succ_task_id: null, succ_wbs_id: other };
  },
  ppm_task_comments: (random) => {
    const task_id = pick(random, idsIn("ppm_tasks"));
    const sql = "SELECT initiative_id FROM ppm_tasks WHERE id = ?";
    return { task_id, initiative_id: statement<{ initiative_id: string }>(sql).get(task_id)?.initiative_id ?? "" };
  },
  risks: (random) => {
    const steps = { probability: pick(random, ["low", "high"]), impact: pick(random, ["medium", "critical"]) } as const;
    const assessed = {
      initial_probability: steps.probability,
      initial_impact: steps.impact,
      residual_probability: steps.probability,
      residual_impact: null,
    };
    return { ...assessed, ...levelsOf(assessed as never), number: ++made, search_key: "" };
  },
  risk_mitigation_tasks: () => ({ number: ++made }),
};

function referencesOf(random: Random, table: string): Values {
  const references = statement<{ column: string; target: string }>(
    `SELECT "from" AS "column", "table" AS target FROM pragma_foreign_key_list('${table}')`,
  ).all();
  return Object.fromEntries(
    references.map(({ column, target }) => {
      const ids = idsIn(target);
      return [column, ids.length === 0 || random(4) === 0 ? null : pick(random, ids)];
    }),
  );
}

function fillRecords(random: Random, { name: table, columns, values, assets, read }: SheetTable): void {
  for (let row = 0; row < 6; row++) {
    const own = [...values, ...assets].filter((name) => columns.get(name)?.isGenerated === false);
    const content = Object.fromEntries(
      own.map((name) => [name, randomValue(random, columns.get(name) as TableColumn)]),
    );
    for (const name of Object.keys(read))
      if (name in content && columns.get(name)?.kind === "whole") content[name] = 120;
    const references = Object.fromEntries(
      Object.entries(referencesOf(random, table)).filter(([name]) => columns.has(name)),
    );
    for (const [name, id] of Object.entries(references))
      if (id === null && !columns.get(name)?.nullable) references[name] = referencesOf(() => 1, table)[name] ?? null;
    insert(table, { ...content, ...references, ...stampsFor(columns), ...fitting[table]?.(random) });
  }
}

/** Fills the workspace. */
export function fillWorkspace(random: Random): void {
  transaction(() => {
    fillConfiguration(random);
    fillTags(random);
    fillUsers(random);
    fillCards(random);
    clearCaches();
    fillLinks(random);
    const run = { id: newId(), analysis_type: "compliance", status: "completed" };
    insert("turbolens_analysis_runs", { ...run, started_at: now(), created_at: now(), updated_at: now() });
    for (const table of tablesOf("records")) fillRecords(random, table);
    for (const id of idsIn("file_attachments"))
      insert("file_pieces", { attachment_id: id, position: 0, bytes: Buffer.from("abc") });
    for (const [table, other] of [
      ["diagram_cards", "cards"],
      ["diagram_group_members", "diagram_groups"],
    ] as const)
      for (const diagram_id of idsIn("diagrams"))
        insert(table, { diagram_id, [other === "cards" ? "card_id" : "group_id"]: pick(random, idsIn(other)) });
    rollUp(idsIn("ppm_wbs"));
  });
  clearCaches();
}

/** Returns the values of a sheet's table, JSON parsed: the order of keys means nothing. */
function contentsOf({ name, columns, values, assets }: SheetTable): unknown[] {
  const own = [...values, ...assets].filter((column) => columns.has(column));
  const parsed = ([column, value]: [string, Value]) =>
    [column, columns.get(column)?.kind === "json" ? JSON.parse(String(value)) : value] as const;
  return statement<Values>(`SELECT ${own.join(", ")} FROM ${name} ORDER BY id`)
    .all()
    .map((row) => Object.fromEntries(Object.entries(row).map(parsed)));
}

/** Returns the rows of every table of records that have an id, without their references to cards and users. */
export const recordContents = (): Record<string, unknown> =>
  Object.fromEntries(
    tablesOf("records")
      .filter(({ key }) => key[0] === "id")
      .map((table) => [table.sheet, contentsOf(table)]),
  );
