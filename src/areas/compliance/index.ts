/**
 * Compliance: findings against regulations, entered manually and found by scans, decisions about them, and their
 * promotion to risks.
 */
import { tagged } from "../../core/api/operation";
import { area } from "../../core/area";
import { checks, events, notifications, permissions } from "./definitions";
import { followRisks } from "./findings/promotion";
import { operations } from "./operations";
import { findAiCandidatesTask } from "./scan/ai-scope";
import { assessTask } from "./scan/assess";
import { complianceScan } from "./scan/scan";
import { sheets } from "./sheets";
import { undo } from "./undo";

export { createFindingRow, publishFindings } from "./findings/rows";

export const complianceArea = area({
  name: "compliance",
  landscape: true,
  tags: { Compliance: "Findings about compliance with regulations, and the scans that make them" },
  tables: ["compliance_findings"],
  operations: tagged("Compliance", operations),
  permissions,
  events,
  undo,
  notifications,
  checks,
  extensions: [followRisks],
  tasks: [findAiCandidatesTask, assessTask],
  sheets,
  runs: [complianceScan],
});
