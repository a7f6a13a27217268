/** /turbolens: analyses, their runs and what they have found. */

import type { Actor } from "../../core/access/actor";
import { allOf } from "../../core/access/operation-permission";
import { type AskingCall, get, type Operation, patch, post } from "../../core/api/operation";
import { TABLE_FILE } from "../../http/tables";
import {
  AnalysisRun,
  cancelAnalysis,
  listAnalysisRuns,
  RunQuery,
  requireAnalysisRun,
  StartedRun,
  startAnalysis,
} from "../analyses";
import { commitAtOnce, findNewCardsTask, startCommit } from "./architect/commit";
import { askForDescriptions } from "./architect/descriptions";
import { findCapabilities, findObjectives } from "./architect/lookups";
import {
  ArchitectRequest,
  CapabilityItem,
  CommitRequest,
  DependencyQuery,
  LookupQuery,
  ObjectiveDependencies,
  ObjectiveItem,
  WizardAnswer,
} from "./architect/model";
import { objectiveDependencies } from "./architect/neighbourhood";
import type { Phase } from "./architect/prompts";
import { answerPhase, storeProposal } from "./architect/wizard";
import { createAssessment, listAssessments, requireAssessment, updateAssessment } from "./assessments/assessments";
import { Assessment, AssessmentChanges, NewAssessment } from "./assessments/model";
import { duplicateDetection } from "./duplicates/analysis";
import { listClusters, requireCluster, updateClusterStatus } from "./duplicates/clusters";
import { compareMembers } from "./duplicates/comparison";
import { ClusterComparison, ClusterStatusChange, DuplicateCluster } from "./duplicates/model";
import { modernisation } from "./modernisation/analysis";
import { listModernizations } from "./modernisation/list";
import { Modernization, ModernizationRequest } from "./modernisation/model";
import { findStatus, Overview, Status, summarizeLandscape } from "./overview";
import { vendorAnalysis } from "./vendors/categorise";
import { exportVendors } from "./vendors/export";
import { listHierarchy, listVendors } from "./vendors/list";
import { VendorAnalysis, VendorExportQuery, VendorHierarchy } from "./vendors/model";
import { vendorResolution } from "./vendors/resolve";

const VIEW = { permission: "turbolens.view" } as const;
/** Results of analyses, and what leads to them: a scenario has its own. */
const RESULTS = { ...VIEW, landscape: "scenarios" } as const;
/** A list of thousands of rows. */
const LIST = { ...RESULTS, readsMuch: true } as const;
const START = {
  permission: "turbolens.manage",
  landscape: "scenarios",
  answer: StartedRun,
  refusals: [409],
} as const;

const MANAGE = { permission: "turbolens.manage", landscape: "scenarios" } as const;
const WIZARD = { ...MANAGE, body: ArchitectRequest, answer: WizardAnswer, refusals: [400, 502] } as const;
/** A session of the wizard, which no row of the landscape follows from until it is committed. */
const SESSION = { ...MANAGE, answer: Assessment, prepares: "whenItPublishes" } as const;

/** Returns a call of the wizard that is answered without storing anything. */
const phase = (path: string, summary: string, name: Phase): Operation =>
  post(
    path,
    summary,
    { ...WIZARD, repeatable: false, asks: ({ body, read, signal }) => answerPhase(name, body, read, signal) },
    ({ fetched }) => fetched,
  );

/** The arguments of a commit in a scenario. */
type PlannedCommit = { body: CommitRequest; actor: Actor; fetched: Record<string, string> };

export const operations: readonly Operation[] = [
  get(
    "/turbolens/status",
    "Whether analyses are enabled, and who answers them",
    { permission: "auth", answer: Status },
    () => findStatus(),
  ),
  get(
    "/turbolens/overview",
    "The landscape as the analyses find it, in figures",
    { ...LIST, answer: Overview },
    ({ actor }) => summarizeLandscape(actor),
  ),
  post("/turbolens/vendors/analyse", "Place the vendors in categories", START, ({ actor }) =>
    startAnalysis(actor, vendorAnalysis, null),
  ),
  get(
    "/turbolens/vendors",
    "The vendors with their categories",
    { ...LIST, answer: VendorAnalysis.array() },
    ({ actor }) => listVendors(actor),
  ),
  get(
    "/turbolens/vendors/export",
    "The vendors that match as CSV or as a workbook, the most used first",
    {
      own: true,
      landscape: "scenarios",
      permission: allOf("turbolens.view", "inventory.export"),
      ...TABLE_FILE,
      query: VendorExportQuery,
    },
    ({ actor, query: { format, bom, ...filters } }) => exportVendors(actor, filters, format, bom),
  ),
  post("/turbolens/vendors/resolve", "Find which names mean the same vendor", START, ({ actor }) =>
    startAnalysis(actor, vendorResolution, null),
  ),
  get(
    "/turbolens/vendors/hierarchy",
    "The vendors with the names that mean them",
    { ...LIST, answer: VendorHierarchy.array() },
    ({ actor }) => listHierarchy(actor),
  ),
  post("/turbolens/duplicates/analyse", "Start to look for cards that are duplicates", START, ({ actor }) =>
    startAnalysis(actor, duplicateDetection, null),
  ),
  get("/turbolens/duplicates", "The clusters of duplicates", { ...LIST, answer: DuplicateCluster.array() }, () =>
    listClusters(),
  ),
  get(
    "/turbolens/duplicates/{cluster_id}/comparison",
    "What the members of a cluster are related to, what of it they share, and the risks that concern them",
    {
      own: true,
      landscape: "scenarios",
      permission: allOf("turbolens.view", "inventory.view"),
      readsMuch: true,
      answer: ClusterComparison,
    },
    ({ params, actor }) => compareMembers(actor, params.cluster_id),
  ),
  patch(
    "/turbolens/duplicates/{cluster_id}/status",
    "Decide about a cluster of duplicates; later runs remember it",
    {
      current: ({ params }) => requireCluster(params.cluster_id),
      landscape: "scenarios",
      permission: "turbolens.manage",
      body: ClusterStatusChange,
      answer: DuplicateCluster,
      refusals: [400],
    },
    ({ params, body, actor }) => updateClusterStatus(actor, params.cluster_id, body.status),
  ),
  post(
    "/turbolens/duplicates/modernize",
    "Find what should be modernised",
    { ...START, body: ModernizationRequest },
    ({ body, actor }) => startAnalysis(actor, modernisation, body),
  ),
  get(
    "/turbolens/duplicates/modernizations",
    "What should be modernised",
    { ...LIST, answer: Modernization.array() },
    ({ actor }) => listModernizations(actor),
  ),
  get(
    "/turbolens/analysis-runs",
    "The latest runs of analyses, 100 at most",
    { ...RESULTS, query: RunQuery, answer: AnalysisRun.array() },
    ({ query }) => listAnalysisRuns(query.results),
  ),
  get("/turbolens/analysis-runs/{run_id}", "A run of an analysis", { ...RESULTS, answer: AnalysisRun }, ({ params }) =>
    requireAnalysisRun(params.run_id),
  ),
  post(
    "/turbolens/analysis-runs/{run_id}/cancel",
    "Cancel a run of an analysis; what was there before it stays",
    { own: true, ...START, answer: AnalysisRun, refusals: [404, 409] },
    ({ params, actor }) => {
      cancelAnalysis(actor, params.run_id);
      return requireAnalysisRun(params.run_id);
    },
  ),

  get(
    "/turbolens/architect/objectives",
    "The objectives that the wizard offers, 50 at most",
    { operationId: "listArchitectObjectives", ...MANAGE, query: LookupQuery, answer: ObjectiveItem.array() },
    ({ query }) => findObjectives(query.search),
  ),
  get(
    "/turbolens/architect/capabilities",
    "The capabilities that the wizard offers, 50 at most",
    { operationId: "listArchitectCapabilities", ...MANAGE, query: LookupQuery, answer: CapabilityItem.array() },
    ({ query }) => findCapabilities(query.search),
  ),
  get(
    "/turbolens/architect/objective-dependencies",
    "Cards with what they are directly related to",
    {
      operationId: "getArchitectObjectiveDependencies",
      ...MANAGE,
      readsMuch: true,
      query: DependencyQuery,
      answer: ObjectiveDependencies,
    },
    ({ query, actor }) => objectiveDependencies(actor, query.objective_ids),
  ),
  phase("/turbolens/architect/phase1", "The wizard's questions to the business", "phase1"),
  phase("/turbolens/architect/phase2", "The wizard's technical questions", "phase2"),
  phase("/turbolens/architect/phase3/options", "The options that the architect's wizard proposes", "options"),
  phase("/turbolens/architect/phase3/gaps", "The wizard's gaps and products", "gaps"),
  phase("/turbolens/architect/phase3/deps", "What the chosen products depend on", "deps"),
  post(
    "/turbolens/architect/phase3",
    "The target architecture that the wizard proposes; it is stored as a run",
    { ...WIZARD, asks: ({ body, read, signal }) => answerPhase("mapping", body, read, signal) },
    ({ actor, fetched }) => storeProposal(actor, fetched),
  ),
  post(
    "/turbolens/architect/commit",
    "Commit the proposal of an assessment: an initiative, its cards and relations, and a decision record",
    {
      operationId: "commitArchitectProposal",
      ...START,
      landscape: true,
      body: CommitRequest,
      refusals: [404, 409],
      inScenario: {
        asks: async ({ body, read, signal }: AskingCall<CommitRequest>) =>
          askForDescriptions(await read(findNewCardsTask, body), { read, signal }),
        handler: ({ body, actor, fetched }: PlannedCommit) => commitAtOnce(actor, body, fetched),
      },
      description:
        "It runs in the background; in a scenario it is one change, made at once, with what a language model says of the new cards.",
    },
    ({ body, actor }) => startCommit(actor, body),
  ),
  post(
    "/turbolens/assessments",
    "Save a session of the wizard",
    { ...SESSION, body: NewAssessment },
    ({ body, actor }) => createAssessment(actor, body),
  ),
  get(
    "/turbolens/assessments",
    "The latest sessions of the wizard, 100 at most, without their data",
    { ...RESULTS, answer: Assessment.array() },
    () => listAssessments(),
  ),
  get(
    "/turbolens/assessments/{assessment_id}",
    "A session of the architect's wizard that was stored",
    { versioned: true, ...RESULTS, answer: Assessment },
    ({ params }) => requireAssessment(params.assessment_id),
  ),
  patch(
    "/turbolens/assessments/{assessment_id}",
    "Change a session of the wizard that is not committed",
    {
      current: ({ params }) => requireAssessment(params.assessment_id),
      ...SESSION,
      body: AssessmentChanges,
      refusals: [409],
    },
    ({ params, body, actor }) => updateAssessment(actor, params.assessment_id, body),
  ),
];
