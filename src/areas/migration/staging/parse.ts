/** Parsing: reads the file of a migration, stages what is in it, and matches that with what there is. */

import type { StepRun } from "../../../core/runs/step";
import { now } from "../../../platform/clock";
import { openWorkbook } from "../../../platform/spreadsheet/workbook";
import { files } from "../file";
import { deleteDangling } from "../identities";
import { publishMigration } from "../publish";
import { findRow, type MigrationRow, updateRow } from "../rows";
import { sourceOf } from "../sources";
import { matchCards } from "./cards";
import { rankCards } from "./hierarchy";
import { stageMetamodel } from "./metamodel";
import { matchOthers } from "./others";
import { stagingOf } from "./receive";
import { matchRelations } from "./relations";
import { statisticsOf } from "./statistics";

function stageFile(migration: MigrationRow) {
  const source = sourceOf(migration);
  const { receiver, counts } = stagingOf(migration, source);
  const metamodel = source.read(openWorkbook(files.open(migration)), receiver);
  stageMetamodel(migration, source, metamodel);
  deleteDangling(migration.source_type);
  matchCards(migration);
  rankCards(migration.id);
  matchRelations(migration);
  matchOthers(migration);
  return statisticsOf(migration.id, counts);
}

/**
 * Parses the file of a migration that waits for it; part of the running transaction. Publishes `migration.parsed`.
 * @throws UnreadableFile
 */
export function parseMigration(id: string, run: StepRun): void {
  run.isComplete = true;
  const migration = findRow(id);
  if (migration?.status !== "uploaded") return;
  const statistics = stageFile(migration);
  const stats = JSON.stringify({ ...(JSON.parse(migration.stats) as object), ...statistics });
  const { snapshotVersion } = sourceOf(migration);
  updateRow(id, { status: "parsed", stats, snapshot_version: snapshotVersion, parsed_at: now() });
  publishMigration(run.author, "migration.parsed", migration);
}
