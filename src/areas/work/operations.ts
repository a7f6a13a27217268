/** /work */
import { del, get, type Operation } from "../../core/api/operation";
import { slice } from "../../http/pagination";
import * as model from "./model";
import { listJobs, listWorkRuns } from "./runs";
import { cancelWork, listWork } from "./service";

export const operations: readonly Operation[] = [
  get(
    "/work",
    "The caller's long changes and runs that are waiting or running, and the states of the past that are made for the caller; everybody's for who manages the settings",
    { operationId: "listWork", own: true, permission: "auth", query: model.WorkQuery, answer: model.Work.array() },
    ({ query, actor, set }) => slice(listWork(actor), query, set),
  ),
  get(
    "/work/jobs",
    "The work that comes again by itself: when it ran last, why that has failed, and when it is due next",
    { operationId: "listJobs", own: true, permission: "admin.settings", answer: model.Job.array() },
    () => listJobs(),
  ),
  get(
    "/work/runs",
    "The runs that somebody has started, newest first: those of the last 30 days",
    {
      operationId: "listWorkRuns",
      own: true,
      permission: "admin.settings",
      query: model.WorkRunQuery,
      answer: model.WorkRunList,
    },
    ({ query }) => listWorkRuns(query),
  ),
  del(
    "/work/{work_id}",
    "Cancel a long change, which leaves nothing behind, or a run, whose steps so far stay",
    { operationId: "cancelWork", own: true, permission: "auth", refusals: [409] },
    ({ params, actor }) => cancelWork(actor, params.work_id),
  ),
];
