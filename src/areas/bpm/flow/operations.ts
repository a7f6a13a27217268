/** /bpm/processes/{process_id}/flow */
import { z } from "zod";
import { asStakeholder, checkedInService, onCard } from "../../../core/access/operation-permission";
import { del, get, type Operation, patch, post, put } from "../../../core/api/operation";
import { LARGEST_LIST } from "../../../http/json";
import { slice } from "../../../http/pagination";
import { PathId, Text } from "../../../http/schemas";
import { LONGEST_ID } from "../bpmn/elements";
import { Ignored, isLong, ListQuery } from "../model";
import { capabilitiesOf } from "./capabilities";
import { compareVersions } from "./diff";
import { listDraftElements, updateDraftElement } from "./draft-elements";
import { createDraft, deleteDraft, updateDraft } from "./drafts";
import * as model from "./model";
import { listFlows, processFlow } from "./overview";
import { approveVersion, rejectVersion, submitDraft, withdrawVersion } from "./review";
import { findPublished, findVersion, hasLongTexts, listArchived, listDrafts, requireVersion } from "./versions";

const VIEW = { permission: checkedInService("bpm.view", asStakeholder("card.view")), readsMuch: true } as const;
const EDIT = { permission: checkedInService(onCard("card.bpm_manage_drafts")) } as const;
const APPROVE = { permission: checkedInService(onCard("card.bpm_approve")) } as const;
const LIST = { ...VIEW, query: ListQuery, answer: model.FlowVersionSummary.array() } as const;
const VERSION = { answer: model.FlowVersion } as const;
const BPMN = {
  largestBody: LARGEST_LIST,
  writesMuch: ({ body }: { body: Parameters<typeof isLong>[0] }) => isLong(body),
};
/** The facts of a change of a version: a long one, which is the answer, is changed on the writer thread. */
const CHANGE = {
  writesMuch: ({ params }: { params: Record<string, string> }) => hasLongTexts(params["version_id"] as string),
};
const NO_BODY = { body: Ignored, bodyOptional: true } as const;

export const operations: readonly Operation[] = [
  get(
    "/bpm/flows",
    "The processes with the states of their flows, by name",
    {
      own: true,
      operationId: "listProcessFlows",
      permission: "bpm.view",
      readsMuch: true,
      query: model.FlowsQuery,
      answer: model.FlowOfProcess.array(),
    },
    ({ query, set }) => slice(listFlows(query), query, set),
  ),
  get(
    "/bpm/processes/{process_id}/flow",
    "The flow of a process: its versions without their content, the latest first, and what the caller may do with each",
    { own: true, operationId: "getProcessFlow", ...VIEW, answer: model.ProcessFlow },
    ({ actor, params }) => processFlow(actor, params.process_id),
  ),
  get(
    "/bpm/processes/{process_id}/flow/permissions",
    "What the caller may do with the flow of a process",
    { permission: "auth", answer: model.Capabilities },
    ({ actor, params }) => capabilitiesOf(actor, params.process_id),
  ),
  get(
    "/bpm/processes/{process_id}/flow/published",
    "The published version of a flow; null when there is none",
    {
      operationId: "getPublishedProcessFlowVersion",
      permission: "bpm.view",
      readsMuch: true,
      answer: model.FlowVersion.nullable(),
    },
    ({ params }) => findPublished(params.process_id),
  ),
  get(
    "/bpm/processes/{process_id}/flow/drafts",
    "Drafts and versions that wait for their approval, newest first",
    LIST,
    ({ actor, params, query, set }) => slice(listDrafts(actor, params.process_id), query, set),
  ),
  get(
    "/bpm/processes/{process_id}/flow/archived",
    "The archived versions of a flow, the latest first",
    { operationId: "listArchivedProcessFlowVersions", ...LIST },
    ({ actor, params, query, set }) => slice(listArchived(actor, params.process_id), query, set),
  ),
  post(
    "/bpm/processes/{process_id}/flow/drafts",
    "Create a draft, from nothing or from another version",
    {
      ...EDIT,
      ...VERSION,
      ...BPMN,
      writesMuch: ({ body }) => isLong(body) || body.based_on_id != null,
      body: model.NewDraft,
      status: 201,
    },
    ({ actor, params, body }) => requireVersion(createDraft(actor, params.process_id, body)),
  ),
  get(
    "/bpm/processes/{process_id}/flow/versions/{version_id}",
    "A version of a flow; one that isn't published only for those who may see drafts",
    { versioned: true, permission: "auth", readsMuch: true, ...VERSION, refusals: [403] },
    ({ actor, params }) => findVersion(actor, params.process_id, params.version_id),
  ),
  patch(
    "/bpm/processes/{process_id}/flow/versions/{version_id}",
    "Update the BPMN or the picture of a draft",
    {
      current: ({ params }) => requireVersion(params.version_id),
      ...EDIT,
      ...VERSION,
      ...BPMN,
      writesMuch: ({ params, body }) => isLong(body) || hasLongTexts(params["version_id"] as string),
      body: model.DraftChanges,
    },
    ({ actor, params, body }) => {
      updateDraft(actor, params.process_id, params.version_id, body);
      return requireVersion(params.version_id);
    },
  ),
  del("/bpm/processes/{process_id}/flow/versions/{version_id}", "Delete a draft of a flow", EDIT, ({ actor, params }) =>
    deleteDraft(actor, params.process_id, params.version_id),
  ),
  post(
    "/bpm/processes/{process_id}/flow/versions/{version_id}/submit",
    "Ask the owners of the process to approve a draft",
    { ...EDIT, ...VERSION, ...CHANGE, ...NO_BODY },
    ({ actor, params }) => {
      submitDraft(actor, params.process_id, params.version_id);
      return requireVersion(params.version_id);
    },
  ),
  post(
    "/bpm/processes/{process_id}/flow/versions/{version_id}/approve",
    "Publish a version; its elements become those of the process",
    { ...APPROVE, ...VERSION, ...NO_BODY, writesMuch: true },
    ({ actor, params }) => {
      approveVersion(actor, params.process_id, params.version_id);
      return requireVersion(params.version_id);
    },
  ),
  post(
    "/bpm/processes/{process_id}/flow/versions/{version_id}/reject",
    "Make a version that waits for its approval a draft again",
    { ...APPROVE, ...VERSION, ...CHANGE, body: model.Rejection, bodyOptional: true },
    ({ actor, params, body }) => {
      rejectVersion(actor, params.process_id, params.version_id, body?.reason || null);
      return requireVersion(params.version_id);
    },
  ),
  post(
    "/bpm/processes/{process_id}/flow/versions/{version_id}/withdraw",
    "Make a version that waits for its approval a draft again, for those who write drafts",
    { own: true, operationId: "withdrawProcessFlowVersion", ...EDIT, ...VERSION, ...CHANGE },
    ({ actor, params }) => {
      withdrawVersion(actor, params.process_id, params.version_id);
      return requireVersion(params.version_id);
    },
  ),
  get(
    "/bpm/processes/{process_id}/flow/versions/{version_id}/diff/{other_version_id}",
    "What the second version changes in the first: elements, names, kinds, lanes, links",
    { own: true, ...VIEW, answer: model.FlowDiff },
    ({ actor, params }) => compareVersions(actor, params.process_id, params.version_id, params.other_version_id),
  ),
  get(
    "/bpm/processes/{process_id}/flow/versions/{version_id}/draft-elements",
    "The elements of a version, with what its approval links them to",
    { ...VIEW, query: ListQuery, answer: model.DraftElement.array() },
    ({ actor, params, query, set }) =>
      slice(listDraftElements(actor, params.process_id, params.version_id), query, set),
  ),
  put(
    "/bpm/processes/{process_id}/flow/versions/{version_id}/draft-elements/{bpmn_element_id}",
    "Set what the approval of a version links an element to",
    {
      ...EDIT,
      params: z.object({ process_id: PathId, version_id: PathId, bpmn_element_id: Text(LONGEST_ID, 1) }),
      body: model.LinkChanges,
      answer: model.UpdatedLinks,
    },
    ({ actor, params, body }) => {
      const { process_id, version_id, bpmn_element_id } = params;
      updateDraftElement(actor, process_id, version_id, bpmn_element_id, body);
      return { status: "updated" as const, bpmn_element_id };
    },
  ),
];
