/** The sheet of the findings in a workspace bundle: with what was decided about them, without the runs that found them. */
import { tables } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { recordSheet } from "../../core/sheets/record-sheet";
import { createAnalysisRun, findImportRun } from "../analyses";
import { findingKey } from "./findings/key";
import { findFindings, publishFindings } from "./findings/rows";

/** Returns the run that stands for the findings that somebody has imported; it is created with the first of them. */
const importRun = (actor: Actor): string =>
  findImportRun(actor.userId, "compliance") ?? createAnalysisRun(actor, "compliance", { manual: true, imported: true });

const findings = recordSheet("ComplianceFindings", tables.complianceFindings, {
  columns:
    "regulation regulation_article category requirement status severity gap_description evidence remediation " +
    "ai_detected engine risk_id decision reviewed_at review_note id",
  cards: "card_id",
  users: "reviewed_by",
  needs: "compliance.manage",
  complete({ regulation, regulation_article = null, card_id = null }, _, { actor }) {
    const run_id = importRun(actor);
    return { run_id, last_seen_run_id: run_id, finding_key: findingKey({ regulation, regulation_article, card_id }) };
  },
  created: (actor, rows) => publishFindings(actor, "created", findFindings(rows.map(({ id }) => id))),
});

export const sheets = [findings];
