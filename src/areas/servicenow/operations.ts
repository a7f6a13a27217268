/** /servicenow */
import { del, get, type Operation, patch, post } from "../../core/api/operation";
import { slice } from "../../http/pagination";
import { Ok } from "../../http/schemas";
import {
  createConnection,
  deleteConnection,
  listConnections,
  requireConnection,
  updateConnection,
} from "./connections";
import { createMapping, deleteMapping, listMappings, requireMapping, updateMapping } from "./mappings";
import * as model from "./model";
import { findColumns, findTables, previewMapping, testConnection } from "./probe";
import { listRecords, serializeRecords } from "./records/staged";
import { applyRun } from "./runs/apply";
import { discardRecords } from "./runs/discard";
import { cancelSyncRun, listRuns, requireRun, startAndWait } from "./runs/runs";

const MANAGE = { permission: "servicenow.manage" } as const;
/** It asks an instance while the caller waits. */
const ASKS = { repeatable: false, refusals: [400, 502] } as const;
const STARTS = { repeatable: false, refusals: [400, 409] } as const;

const connections: readonly Operation[] = [
  get(
    "/servicenow/connections",
    "The connections to instances of ServiceNow, newest first",
    { ...MANAGE, query: model.ListQuery, answer: model.Connection.array() },
    ({ query, set }) => slice(listConnections(), query, set),
  ),
  post(
    "/servicenow/connections",
    "Create a connection",
    { ...MANAGE, body: model.NewConnection, answer: model.Connection, refusals: [400] },
    ({ actor, body }) => createConnection(actor, body),
  ),
  get(
    "/servicenow/connections/{conn_id}",
    "A connection to an instance of ServiceNow",
    { versioned: true, ...MANAGE, answer: model.Connection },
    ({ params }) => requireConnection(params.conn_id),
  ),
  patch(
    "/servicenow/connections/{conn_id}",
    "Update the fields of a connection that are given",
    {
      current: ({ params }) => requireConnection(params.conn_id),
      ...MANAGE,
      body: model.ConnectionChanges,
      answer: model.Connection,
      refusals: [400],
    },
    ({ actor, params, body }) => updateConnection(actor, params.conn_id, body),
  ),
  del(
    "/servicenow/connections/{conn_id}",
    "Delete a connection with its mappings and runs; cards stay",
    { ...MANAGE, answer: Ok, writesMuch: true },
    ({ actor, params }) => deleteConnection(actor, params.conn_id),
  ),
  post(
    "/servicenow/connections/{conn_id}/test",
    "Test a connection: log in to the instance, or report why that fails",
    { ...MANAGE, answer: model.Tested, repeatable: false },
    ({ params }) => testConnection(params.conn_id),
  ),
  get(
    "/servicenow/connections/{conn_id}/tables",
    "Tables of the instance, 200 at most",
    { ...MANAGE, query: model.TableQuery, answer: model.Rows, refusals: [502] },
    ({ params, query }) => findTables(params.conn_id, query.search),
  ),
  get(
    "/servicenow/connections/{conn_id}/tables/{table}/fields",
    "Columns of a table, 500 at most",
    { ...MANAGE, answer: model.Rows, refusals: [400, 502] },
    ({ params }) => findColumns(params.conn_id, params.table),
  ),
];

const mappings: readonly Operation[] = [
  get(
    "/servicenow/mappings",
    "The mappings of tables to card types, newest first",
    { ...MANAGE, query: model.MappingQuery, answer: model.Mapping.array() },
    ({ query, set }) => slice(listMappings(query.connection_id), query, set),
  ),
  post(
    "/servicenow/mappings",
    "Map a table of an instance to a card type",
    { ...MANAGE, body: model.NewMapping, answer: model.Mapping, refusals: [400, 404] },
    ({ actor, body }) => createMapping(actor, body),
  ),
  get(
    "/servicenow/mappings/{mapping_id}",
    "A mapping of a table to a card type",
    { versioned: true, ...MANAGE, answer: model.Mapping },
    ({ params }) => requireMapping(params.mapping_id),
  ),
  patch(
    "/servicenow/mappings/{mapping_id}",
    "Update the fields of a mapping that are given",
    {
      current: ({ params }) => requireMapping(params.mapping_id),
      ...MANAGE,
      body: model.MappingChanges,
      answer: model.Mapping,
      refusals: [400],
    },
    ({ actor, params, body }) => updateMapping(actor, params.mapping_id, body),
  ),
  del(
    "/servicenow/mappings/{mapping_id}",
    "Delete a mapping with its identities and staged records; its runs stay",
    { ...MANAGE, answer: Ok, writesMuch: true },
    ({ actor, params }) => deleteMapping(actor, params.mapping_id),
  ),
  post(
    "/servicenow/mappings/{mapping_id}/preview",
    "The first five rows that a mapping reads, with what they become; writes nothing",
    { ...MANAGE, ...ASKS, answer: model.Preview },
    ({ params, actor }) => previewMapping(actor, params.mapping_id),
  ),
];

const runs: readonly Operation[] = [
  post(
    "/servicenow/sync/pull/{mapping_id}",
    "Start to pull the rows of a mapping, and answer the run when it has ended or after a while",
    { operationId: "pullServicenowMapping", ...MANAGE, ...STARTS, query: model.PullQuery, answer: model.SyncRun },
    ({ actor, params, query, request }) =>
      startAndWait(actor, params.mapping_id, { direction: "pull", ...query }, request.signal),
  ),
  post(
    "/servicenow/sync/push/{mapping_id}",
    "Start to push the cards of a mapping, and answer the run when it has ended or after a while",
    { operationId: "pushServicenowMapping", ...MANAGE, ...STARTS, answer: model.SyncRun },
    ({ actor, params, request }) => startAndWait(actor, params.mapping_id, { direction: "push" }, request.signal),
  ),
  get(
    "/servicenow/sync/runs",
    "Pulls and pushes, latest first",
    { ...MANAGE, query: model.RunQuery, answer: model.SyncRun.array() },
    ({ query }) => listRuns(query),
  ),
  get("/servicenow/sync/runs/{run_id}", "A pull or a push", { ...MANAGE, answer: model.SyncRun }, ({ params }) =>
    requireRun(params.run_id),
  ),
  post(
    "/servicenow/sync/runs/{run_id}/cancel",
    "Cancel a pull or a push; what it has applied stays and can be undone by its batch",
    { own: true, ...MANAGE, answer: model.SyncRun, refusals: [409] },
    ({ actor, params }) => cancelSyncRun(actor, params.run_id),
  ),
  get(
    "/servicenow/sync/runs/{run_id}/staged",
    "What a pull has staged, in the order of the rows",
    {
      operationId: "listServicenowStagedRecords",
      ...MANAGE,
      query: model.StagedQuery,
      answer: model.StagedRecord.array(),
      readsMuch: true,
    },
    ({ actor, params, query, set }) => serializeRecords(actor, slice(listRecords(params.run_id, query), query, set)),
  ),
  post(
    "/servicenow/sync/runs/{run_id}/discard",
    "Leave out staged records of a run that are pending or held: all, those named, or those with which something would be done",
    { own: true, ...MANAGE, body: model.Discard, answer: model.Discarded },
    ({ actor, params, body }) => discardRecords(actor, params.run_id, body),
  ),
  post(
    "/servicenow/sync/runs/{run_id}/apply",
    "Apply what a pull has staged and is still pending",
    { ...MANAGE, query: model.ApplyQuery, answer: model.AppliedRecords, writesMuch: true },
    ({ actor, params, query }) => applyRun(actor, params.run_id, query.held),
  ),
];

export const operations: readonly Operation[] = [...connections, ...mappings, ...runs];
