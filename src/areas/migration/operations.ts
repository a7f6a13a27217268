/** /migration */
import type { Actor } from "../../core/access/actor";
import { del, get, type Operation, post, put } from "../../core/api/operation";
import { LARGEST_FORM, MAX_RECORDS } from "../../core/scenarios/bounds";
import { slice } from "../../http/pagination";
import { mappingOptions } from "./field-mappings";
import { applyMigration, deleteMigration, listMigrations, requireMigration, writeMappings } from "./migrations";
import * as model from "./model";
import { applyPlanned, planMigration, readWorkbook, type WholeWorkbook } from "./planned";
import { countRecords, listErrors, previewRecords } from "./preview";
import { listSources } from "./sources";
import { uploadMigration } from "./upload";

const MIGRATE = { permission: "admin.migrate" } as const;
/** A scenario has migrations of its own. */
const HERE = { ...MIGRATE, landscape: "scenarios" } as const;
type PlannedUpload = { body: WholeWorkbook; actor: Actor };
type PlannedCall = { params: { migration_id: string }; actor: Actor };

export const operations: readonly Operation[] = [
  get(
    "/migration/sources",
    "The tools whose files can be migrated",
    { ...MIGRATE, answer: model.Source.array() },
    listSources,
  ),
  post(
    "/migration/upload",
    "Upload the file of another tool, of 64 MiB at most, which is then parsed",
    {
      ...HERE,
      form: model.NewMigration,
      answer: model.Migration,
      status: 201,
      repeatable: false,
      refusals: [400, 413],
      prepares: "whenItPublishes",
      inScenario: {
        form: { largest: LARGEST_FORM, read: readWorkbook },
        handler: ({ body, actor }: PlannedUpload) => planMigration(actor, body),
      },
      description: `The same file again is the migration that there is, whatever is sent with it. A scenario takes a workbook of 10 MiB with ${MAX_RECORDS} records at most, and parses it at once.`,
    },
    ({ actor, request }) => uploadMigration(actor, request),
  ),
  get(
    "/migration",
    "The migrations, newest first, 100 at most",
    { ...HERE, query: model.MigrationQuery, answer: model.Migration.array() },
    ({ query, set }) => slice(listMigrations(query.source_type), query, set),
  ),
  get("/migration/{migration_id}", "A migration", { ...HERE, answer: model.Migration }, ({ params }) =>
    requireMigration(params.migration_id),
  ),
  get(
    "/migration/{migration_id}/preview",
    "The staged records of a kind, in the order in which they were read",
    {
      operationId: "previewMigration",
      ...HERE,
      query: model.PreviewQuery,
      answer: model.PreviewPage,
      readsMuch: true,
    },
    ({ params, query, actor }) => previewRecords(actor, params.migration_id, query),
  ),
  get(
    "/migration/{migration_id}/kinds",
    "How many staged records of each kind there are, by what becomes of them",
    { own: true, ...HERE, answer: model.RecordKind.array(), readsMuch: true },
    ({ params }) => countRecords(params.migration_id),
  ),
  get(
    "/migration/{migration_id}/field-mappings",
    "The fields of a migration, and what they can be mapped to",
    { ...HERE, answer: model.FieldMappingOptions, readsMuch: true },
    ({ params }) => mappingOptions(params.migration_id),
  ),
  put(
    "/migration/{migration_id}/field-mappings",
    "Replace what fields are mapped to",
    { ...HERE, prepares: "whenItPublishes", body: model.FieldMappingChoices, answer: model.Migration },
    ({ params, body, actor }) => writeMappings(actor, params.migration_id, body.field_mappings),
  ),
  post(
    "/migration/{migration_id}/apply",
    "Apply a migration, or what has failed of it",
    {
      ...HERE,
      answer: model.Migration,
      status: 202,
      prepares: "whenItPublishes",
      inScenario: { handler: ({ params, actor }: PlannedCall) => applyPlanned(actor, params.migration_id) },
      description:
        "It runs in the background; in a scenario it is one change, made at once, which creates no accounts. All changes are one batch, which can be rolled back.",
    },
    ({ params, actor }) => applyMigration(actor, params.migration_id),
  ),
  get(
    "/migration/{migration_id}/errors.csv",
    "The records that could not be applied, or not wholly, and the conflicts",
    {
      operationId: "exportMigrationErrors",
      ...HERE,
      answer: model.ErrorList,
      media: "text/csv",
      sends: ["Content-Disposition"],
      readsMuch: true,
    },
    ({ params }) => listErrors(params.migration_id),
  ),
  del(
    "/migration/{migration_id}",
    "Delete a migration with its staged records; what was applied stays",
    { ...HERE, prepares: "whenItPublishes", writesMuch: true },
    ({ params, actor }) => deleteMigration(actor, params.migration_id),
  ),
];
