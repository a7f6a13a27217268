/** /migration */
import { del, get, type Operation, post, put } from "../../core/api/operation";
import { slice } from "../../http/pagination";
import { mappingOptions } from "./field-mappings";
import { applyMigration, deleteMigration, listMigrations, requireMigration, writeMappings } from "./migrations";
import * as model from "./model";
import { countRecords, listErrors, previewRecords } from "./preview";
import { listSources } from "./sources";
import { uploadMigration } from "./upload";

const MIGRATE = { permission: "admin.migrate" } as const;

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
      ...MIGRATE,
      form: model.NewMigration,
      answer: model.Migration,
      status: 201,
      repeatable: false,
      refusals: [400, 413],
      description: "The same file again is the migration that there is, whatever is sent with it.",
    },
    ({ actor, request }) => uploadMigration(actor, request),
  ),
  get(
    "/migration",
    "The migrations, newest first, 100 at most",
    { ...MIGRATE, query: model.MigrationQuery, answer: model.Migration.array() },
    ({ query, set }) => slice(listMigrations(query.source_type), query, set),
  ),
  get("/migration/{migration_id}", "A migration", { ...MIGRATE, answer: model.Migration }, ({ params }) =>
    requireMigration(params.migration_id),
  ),
  get(
    "/migration/{migration_id}/preview",
    "The staged records of a kind, in the order in which they were read",
    {
      operationId: "previewMigration",
      ...MIGRATE,
      query: model.PreviewQuery,
      answer: model.PreviewPage,
      readsMuch: true,
    },
    ({ params, query, actor }) => previewRecords(actor, params.migration_id, query),
  ),
  get(
    "/migration/{migration_id}/kinds",
    "How many staged records of each kind there are, by what becomes of them",
    { own: true, ...MIGRATE, answer: model.RecordKind.array(), readsMuch: true },
    ({ params }) => countRecords(params.migration_id),
  ),
  get(
    "/migration/{migration_id}/field-mappings",
    "The fields of a migration, and what they can be mapped to",
    { ...MIGRATE, answer: model.FieldMappingOptions, readsMuch: true },
    ({ params }) => mappingOptions(params.migration_id),
  ),
  put(
    "/migration/{migration_id}/field-mappings",
    "Replace what fields are mapped to",
    { ...MIGRATE, body: model.FieldMappingChoices, answer: model.Migration },
    ({ params, body, actor }) => writeMappings(actor, params.migration_id, body.field_mappings),
  ),
  post(
    "/migration/{migration_id}/apply",
    "Apply a migration, or what has failed of it",
    {
      ...MIGRATE,
      answer: model.Migration,
      status: 202,
      description: "It runs in the background. All changes are one batch, which can be rolled back.",
    },
    ({ params, actor }) => applyMigration(actor, params.migration_id),
  ),
  get(
    "/migration/{migration_id}/errors.csv",
    "The records that could not be applied, or not wholly, and the conflicts",
    {
      operationId: "exportMigrationErrors",
      ...MIGRATE,
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
    { ...MIGRATE, writesMuch: true },
    ({ params, actor }) => deleteMigration(actor, params.migration_id),
  ),
];
