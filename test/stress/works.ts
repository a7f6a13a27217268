/** The works that crash tests interrupt: one for each kind of run that somebody starts. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { MANY_CARDS } from "../../src/areas/cards/rescoring";
import { nameAt } from "../../src/core/backups/names";
import * as migration from "../areas/migration/support";
import { map, run, testInstance } from "../areas/servicenow/setup";
import * as workspace from "../areas/workspace/support";
import type { Client } from "../support/client";
import { behindItsBack } from "../support/databases";
import { workbookOf } from "../support/workbooks";

/** A server in a process of its own, and its administrator. */
export type Setting = { client: Client; databaseFile: string };

/** A kind of work: how it begins, and a query with its result for work that was done, and done once. */
export type Work = {
  /** Begins the work, or is left out when a start of the server does. @param name a text that no other work has */
  begin?(setting: Setting, name: string): Promise<unknown>;
  result(name: string): string;
  expected: unknown;
};

const numbered = (name: string, cards: number) => Array.from({ length: cards }, (_, at) => `${name} ${at}`);

/** Uploads a workbook of so many cards, each but the first with a relation to the one before. @returns the migration's id */
export async function migrate(client: Client, name: string, cards: number): Promise<string> {
  const entities = numbered(name, cards).map((card) => migration.entity("Application", card));
  const relations = entities
    .slice(1)
    .map((entity, at) => migration.relation("relApplicationSuccessor", entity, entities[at] as (typeof entities)[0]));
  const sheets = { Application: migration.table(entities), Relations: migration.table(relations) };
  return (await migration.upload(client, await workbookOf(sheets), { name })).body.id;
}

/** Uploads a bundle with the same. @returns the transfer's id */
export async function transfer(client: Client, name: string, cards: number): Promise<string> {
  const rows = numbered(name, cards).map((card) => ({ type: "Application", name: card }));
  const relations = rows.slice(1).map((row, at) => ({
    type: "relAppSuccessor",
    source_type: "Application",
    source_ref: row.name,
    target_type: "Application",
    target_ref: rows[at]?.name ?? "",
  }));
  const sheets = { Cards: migration.table(rows, false), Relations: migration.table(relations, false) };
  return (await workspace.upload(client, await workspace.bundleOf(sheets))).body.id;
}

/** The cards of a small work, of which none is done in one slice. */
const CARDS = 60;

const countOfCards = (name: string) => `SELECT count(*) FROM cards WHERE name GLOB '${name} *'`;
const countAll =
  (table: string, condition = "true") =>
  () =>
    `SELECT count(*) FROM ${table} WHERE ${condition}`;

/** Cards of the types that analyses look at, two of them alike. */
async function makeLandscape(client: Client): Promise<void> {
  for (const [type, name] of [
    ["Application", "Warehouse Planner"],
    ["Application", "Warehouse Planer"],
    ["ITComponent", "Oracle Database 12"],
    ["Provider", "Oracle"],
  ])
    await client.post("/cards", {
      type,
      name,
      ...(type === "Application" && { lifecycle: { endOfLife: "2020-01-01" } }),
    });
}

const analysis = (path: string, result: Work["result"], expected: unknown): Work => ({
  async begin({ client }) {
    await makeLandscape(client);
    await client.post(path, {});
  },
  result,
  expected,
});

/** Saves a wizard's proposal of one card, and commits it. */
async function commitProposal(client: Client, name: string): Promise<void> {
  const card = { id: "new_1", name: `${name} shop`, cardTypeKey: "Application", isNew: true };
  const capabilityMapping = { summary: "A shop", capabilities: [], proposedCards: [card], proposedRelations: [] };
  const sessionData = { capabilityMapping, archOptions: [] };
  const { body } = await client.post("/turbolens/assessments", { title: "Shop", requirement: "Sell", sessionData });
  await client.post("/turbolens/architect/commit", {
    assessmentId: body.id,
    initiativeName: `${name} project`,
    startDate: "2027-01-01",
    endDate: "2027-12-31",
    selectedCardIds: ["new_1"],
    selectedRelationIndices: [],
  });
}

type Field = { key: string };

/** Makes so many IT components that a run deals with a change of the fields of their type, and changes these. */
async function changeLargeType(client: Client, name: string, change: (fields: Field[]) => Field[]): Promise<void> {
  const cards = numbered(name, MANY_CARDS + 1).map((card, row_index) => ({
    ...{ row_index, type: "ITComponent", name: card, attributes: { version: "1" } },
  }));
  for (const half of [cards.slice(0, 4_000), cards.slice(4_000)])
    await client.post("/cards/bulk-create", { cards: half });
  const { body } = await client.get("/metamodel/types/ITComponent");
  const fields_schema = body.fields_schema.map((section: { fields: Field[] }) => ({
    ...section,
    fields: change(section.fields),
  }));
  await client.patch("/metamodel/types/ITComponent", { fields_schema });
}

/** Creates a file with the name of a backup. @returns its name */
function createBackupFile(databaseFile: string): string {
  const folder = join(dirname(databaseFile), "backups");
  const name = nameAt("2026-01-01T02:00:00.000Z", false);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), "no backup");
  return name;
}

/** Returns the works by the kinds of their runs. Must be called among the tests, because some need a peer. */
export function worksByKind(): Record<string, Work> {
  const instance = testInstance();
  const rows = (name: string) => numbered(name, 3).map((row) => ({ name: row }));
  return {
    "ai.pull": { result: countAll("runs", "kind = 'ai.pull' AND error IS NULL"), expected: 1 },
    "cards.rescore": {
      begin: ({ client }, name) =>
        changeLargeType(client, name, (fields) => fields.map((one) => ({ ...one, weight: 9 }))),
      result: countAll("cards", "type = 'ITComponent' AND data_quality > 0"),
      expected: MANY_CARDS + 1,
    },
    "cards.delete_removed_fields": {
      begin: ({ client }, name) =>
        changeLargeType(client, name, (fields) => fields.filter(({ key }) => key !== "version")),
      result: countAll("events", "event_type = 'card.updated'"),
      expected: MANY_CARDS + 1,
    },
    "migration.parse": {
      begin: ({ client }, name) => migrate(client, name, CARDS),
      result: (name) =>
        `SELECT count(*) FROM staged_records WHERE migration_id = (SELECT id FROM migrations WHERE name = '${name}')
         AND entity_kind IN ('card', 'relation')`,
      expected: 2 * CARDS - 1,
    },
    "migration.apply": {
      async begin({ client }, name) {
        const id = await migrate(client, name, CARDS);
        await migration.settled(client, id);
        await client.post(`/migration/${id}/apply`);
      },
      result: countOfCards,
      expected: CARDS,
    },
    "workspace.preview": {
      begin: ({ client }, name) => transfer(client, name, CARDS),
      result: countAll("workspace_transfers", "status = 'previewed'"),
      expected: 1,
    },
    "workspace.apply": {
      async begin({ client }, name) {
        const id = await transfer(client, name, CARDS);
        await workspace.settled(client, id);
        await client.post(`/admin/workspace/import/${id}/apply`);
      },
      result: countOfCards,
      expected: CARDS,
    },
    "servicenow.sync": {
      async begin({ client }, name) {
        const mapping = await map(client, instance);
        instance.add(mapping.snow_table, rows(name));
        await run(client, mapping);
      },
      result: countOfCards,
      expected: 3,
    },
    "servicenow.scheduled": {
      async begin({ client, databaseFile }, name) {
        const mapping = await map(client, instance, { schedule: "0 3 * * *" });
        instance.add(mapping.snow_table, rows(name));
        behindItsBack(databaseFile, (sqlite) => {
          sqlite.run("UPDATE servicenow_mappings SET next_run_at = '2026-01-01' WHERE schedule IS NOT NULL");
          sqlite.run("UPDATE runs SET due_at = '2026-01-01' WHERE kind = 'servicenow.schedule'");
        });
      },
      result: countOfCards,
      expected: 3,
    },
    "backup.now": {
      begin: ({ client }) => client.post("/admin/backups", {}),
      result: countAll("backups", "reason = 'manual' AND verdict = 'sound'"),
      expected: 1,
    },
    "backup.check": {
      async begin({ client, databaseFile }) {
        const name = createBackupFile(databaseFile);
        await client.post(`/admin/backups/${name}/check`, {});
      },
      result: countAll("events", "event_type = 'backup.checked'"),
      expected: 1,
    },
    "analysis.vendor_analysis": analysis("/turbolens/vendors/analyse", countAll("turbolens_vendor_analysis"), 1),
    "analysis.vendor_resolution": analysis("/turbolens/vendors/resolve", countAll("turbolens_vendor_hierarchy"), 1),
    "analysis.duplicate_detection": analysis(
      "/turbolens/duplicates/analyse",
      countAll("turbolens_duplicate_clusters"),
      1,
    ),
    "analysis.modernization": analysis(
      "/turbolens/duplicates/modernize",
      countAll("turbolens_modernization_assessments"),
      2,
    ),
    "analysis.compliance": analysis("/compliance/compliance-scan", countAll("compliance_findings"), 5),
    "analysis.architect_commit": {
      begin: ({ client }, name) => commitProposal(client, name),
      result: countOfCards,
      expected: 2,
    },
  };
}
