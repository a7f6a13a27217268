/** /compliance, /cards/{card_id}/compliance-findings and /risks/promote/compliance */
import { z } from "zod";
import { allOf } from "../../core/access/operation-permission";
import { del, get, MANY_ROWS, type Operation, patch, post } from "../../core/api/operation";
import { LARGEST_LIST } from "../../http/json";
import { listOfTexts } from "../../http/pagination";
import { jsonText } from "../../http/responses";
import { PathKey } from "../../http/schemas";
import { findUnfinishedRun, StartedRun, startAnalysis } from "../analyses";
import { Risk, requireRisk } from "../risks";
import { decideFinding, decideFindings, decisionRules, deleteFinding, deleteFindings } from "./findings/decisions";
import { listFindings, summarizeFindings } from "./findings/list";
import { createFinding, updateDetails } from "./findings/manual";
import { promoteFinding } from "./findings/promotion";
import { listBundles, listFindingsOfCard, requireFinding, summarizeCompliance } from "./findings/read";
import { giveVerdict } from "./findings/verdict";
import * as model from "./model";
import { complianceScan } from "./scan/scan";

const VIEW = { permission: "compliance.view" } as const;
const MANAGE = { permission: "compliance.manage", refusals: [400] } as const;
const FINDING = { answer: model.ComplianceFinding } as const;
const BULK = { answer: model.BulkResult, largestBody: LARGEST_LIST, writesMuch: changesMany } as const;

function changesMany({ body }: { body: { ids: string[] } }): boolean {
  return body.ids.length > MANY_ROWS;
}

export const operations: readonly Operation[] = [
  post(
    "/compliance/compliance-scan",
    "Scan the landscape for compliance findings",
    {
      operationId: "startComplianceScan",
      landscape: "scenarios",
      permission: "compliance.manage",
      body: model.ScanRequest,
      bodyOptional: true,
      answer: StartedRun,
      refusals: [409],
    },
    ({ actor, body }) => startAnalysis(actor, complianceScan, body),
  ),
  get("/compliance/active-runs", "The scan that is under way", { ...VIEW, answer: model.ActiveRuns }, () => ({
    compliance: findUnfinishedRun("compliance"),
  })),
  get(
    "/compliance/overview",
    "The latest scan, and every regulation with findings in figures",
    { ...VIEW, readsMuch: true, answer: model.ComplianceOverview },
    () => summarizeCompliance(),
  ),
  get(
    "/compliance/compliance",
    "The findings by regulation, the gravest first, 5,000 at most of each",
    {
      operationId: "listComplianceFindings",
      ...VIEW,
      readsMuch: true,
      query: model.FindingQuery,
      answer: model.ComplianceBundle.array(),
    },
    ({ query }) => listOfTexts(listBundles(query), query),
  ),
  get(
    "/compliance/compliance-findings",
    "A page of the findings, by regulation",
    {
      own: true,
      operationId: "listFindings",
      ...VIEW,
      readsMuch: true,
      query: model.FindingListQuery,
      answer: model.FindingPage,
    },
    ({ query }) => jsonText(listFindings(query)),
  ),
  get(
    "/compliance/compliance-findings/summary",
    "What the findings add up to: by regulation and status, and by cause",
    { own: true, ...VIEW, readsMuch: true, query: model.FindingFilters, answer: model.FindingSummary },
    ({ query }) => summarizeFindings(query),
  ),
  get(
    "/compliance/compliance-findings/{finding_id}",
    "A finding",
    { own: true, versioned: true, ...VIEW, ...FINDING },
    ({ params }) => requireFinding(params.finding_id),
  ),
  get(
    "/compliance/decisions",
    "The decisions about findings in their order, each with those that may follow it",
    { own: true, ...VIEW, answer: model.DecisionRule.array() },
    () => decisionRules(),
  ),
  get(
    "/cards/{card_id}/compliance-findings",
    "The findings about a card, the gravest first",
    {
      ...VIEW,
      tag: "TurboLens",
      readsMuch: true,
      refusals: [400],
      params: z.object({ card_id: PathKey }),
      query: model.CardFindingQuery,
      answer: model.ComplianceFinding.array(),
    },
    ({ params, query }) => listOfTexts(listFindingsOfCard(params.card_id, query.include_auto_resolved), query),
  ),
  post(
    "/compliance/compliance-findings",
    "Enter a finding manually",
    { ...MANAGE, ...FINDING, body: model.NewFinding, refusals: [400, 404] },
    ({ actor, body }) => requireFinding(createFinding(actor, body)),
  ),
  patch(
    "/compliance/compliance-findings/bulk",
    "Decide about many findings; those that can't follow are skipped",
    { ...MANAGE, ...BULK, body: model.BulkDecision },
    ({ actor, body }) => decideFindings(actor, body),
  ),
  patch(
    "/compliance/compliance-findings/{finding_id}",
    "Decide about a finding",
    {
      current: ({ params }) => requireFinding(params.finding_id),
      ...MANAGE,
      ...FINDING,
      body: model.DecisionChange,
      refusals: [400, 409],
    },
    ({ actor, params, body }) => {
      decideFinding(actor, params.finding_id, body);
      return requireFinding(params.finding_id);
    },
  ),
  patch(
    "/compliance/compliance-findings/{finding_id}/details",
    "Correct what a finding says; what was decided about it stays",
    { current: ({ params }) => requireFinding(params.finding_id), ...MANAGE, ...FINDING, body: model.FindingDetails },
    ({ actor, params, body }) => {
      updateDetails(actor, params.finding_id, body);
      return requireFinding(params.finding_id);
    },
  ),
  del(
    "/compliance/compliance-findings/bulk",
    "Delete many findings; the risks that track them stay",
    { ...MANAGE, ...BULK, body: model.BulkDeletion },
    ({ actor, body }) => deleteFindings(actor, body.ids),
  ),
  del(
    "/compliance/compliance-findings/{finding_id}",
    "Delete a finding; the risk that tracks it stays",
    { permission: "compliance.manage" },
    ({ actor, params }) => deleteFinding(actor, params.finding_id),
  ),
  post(
    "/compliance/compliance-findings/{finding_id}/ai-verdict",
    "Confirm or reject that the card of a finding bears artificial intelligence; the card says so from then on",
    { operationId: "setComplianceFindingAiVerdict", ...MANAGE, ...FINDING, body: model.Verdict },
    ({ actor, params, body }) => {
      giveVerdict(actor, params.finding_id, body.verdict);
      return requireFinding(params.finding_id);
    },
  ),
  post(
    "/risks/promote/compliance/{finding_id}",
    "Promote a finding to a risk, whose status then decides about it",
    {
      operationId: "promoteComplianceFinding",
      permission: allOf("risks.manage", "compliance.view"),
      tag: "risks",
      params: z.object({ finding_id: PathKey }),
      body: model.Promotion,
      bodyOptional: true,
      answer: Risk,
      refusals: [400],
    },
    ({ actor, params, body }) => requireRisk(promoteFinding(actor, params.finding_id, body)),
  ),
];
