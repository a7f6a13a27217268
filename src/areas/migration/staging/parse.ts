/** Parsing: reads the file of a migration, stages what is in it, and matches that with what there is. */

import type { FieldMappings } from "../../../../db/schema/migration";
import type { StepRun } from "../../../core/runs/step";
import { UnreadableFile } from "../../../platform/archive/source";
import { now } from "../../../platform/clock";
import { openWorkbook } from "../../../platform/spreadsheet/workbook";
import { mappingOptions } from "../field-mappings";
import { files } from "../file";
import { deleteDangling } from "../identities";
import { publishMigration } from "../publish";
import { rememberedMappings, withoutEmpty } from "../remembered";
import { findRow, type MigrationRow, updateRow } from "../rows";
import { sourceOf } from "../sources";
import { SKIP_TARGET } from "../targets";
import { matchCards } from "./cards";
import { rankCards } from "./hierarchy";
import { stageMetamodel } from "./metamodel";
import { matchOthers } from "./others";
import { MAX_RECORDS, stagingOf } from "./receive";
import { matchRelations } from "./relations";
import { statisticsOf } from "./statistics";

type Targets = { fields: ReadonlySet<string>; targets: ReadonlySet<string> };

/** Maps type of the source → its fields in a migration, and what they can be mapped to. */
const targetsOf = (id: string): Map<string, Targets> =>
  new Map(
    mappingOptions(id).blocks.map(({ native_type, source_fields, available_targets }) => [
      native_type,
      {
        fields: new Set(source_fields.map(({ source_field_key }) => source_field_key)),
        targets: new Set([SKIP_TARGET, ...available_targets.map(({ key }) => key)]),
      },
    ]),
  );

/** Returns those of the remembered mappings that a migration has fields for, and whose targets are still there. */
function applicable(id: string, remembered: FieldMappings): FieldMappings {
  const types = targetsOf(id);
  const ofType = (type: string, fields: Record<string, string>) =>
    Object.entries(fields).filter(([key, target]) => {
      const known = types.get(type);
      return known?.fields.has(key) && known.targets.has(target);
    });
  return withoutEmpty(
    Object.fromEntries(
      Object.entries(remembered).map(([type, fields]) => [type, Object.fromEntries(ofType(type, fields))]),
    ),
  );
}

/** Stages the file of a migration. @throws UnreadableFile also when nothing in it is the tool's */
function stageFile(migration: MigrationRow, most: number) {
  const source = sourceOf(migration);
  const { receiver, counts } = stagingOf(migration, source, most);
  const metamodel = source.read(openWorkbook(files.open(migration)), receiver);
  if (counts.entities === 0)
    throw new UnreadableFile(`The workbook holds nothing that ${source.label} exports: ${source.needs}`);
  stageMetamodel(migration, source, metamodel);
  deleteDangling(migration.source_type);
  matchCards(migration);
  rankCards(migration.id);
  matchRelations(migration);
  matchOthers(migration);
  return statisticsOf(migration.id, counts);
}

/**
 * Parses the file of a migration that waits for it, which begins with the mappings chosen last for its tool; part of the running transaction. Publishes `migration.parsed`.
 * @param most records that it may hold
 * @throws UnreadableFile
 */
export function parseMigration(id: string, run: Pick<StepRun, "author" | "isComplete">, most = MAX_RECORDS): void {
  run.isComplete = true;
  const migration = findRow(id);
  if (migration?.status !== "uploaded") return;
  const remembered = rememberedMappings(migration.source_type);
  const statistics = stageFile({ ...migration, field_mappings: JSON.stringify(remembered) }, most);
  const field_mappings = JSON.stringify(Object.keys(remembered).length > 0 ? applicable(id, remembered) : {});
  const stats = JSON.stringify({ ...(JSON.parse(migration.stats) as object), ...statistics });
  const { snapshotVersion } = sourceOf(migration);
  updateRow(id, { status: "parsed", stats, field_mappings, snapshot_version: snapshotVersion, parsed_at: now() });
  publishMigration(run.author, "migration.parsed", migration);
}
