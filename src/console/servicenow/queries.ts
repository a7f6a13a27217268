/** ServiceNow: connections, mappings, runs and what they have staged. */
import { answered, api, received, type Schemas } from "../server/client";
import { query } from "../server/queries";

export type Connection = Schemas["ServiceNowConnection"];
export type Mapping = Schemas["ServiceNowMapping"];
export type FieldMapping = Mapping["field_mappings"][number];
export type SyncRun = Schemas["ServiceNowSyncRun"];
export type StagedRecord = Schemas["ServiceNowStagedRecord"];

/** The connections, the newest first. */
export const connectionsQuery = query(["servicenow", "connections"], ["servicenow.connection"], ({ signal }) =>
  answered(api.GET("/api/v1/servicenow/connections", { signal })),
);

/** The mappings, the newest first. */
export const mappingsQuery = query(["servicenow", "mappings"], ["servicenow."], ({ signal }) =>
  answered(api.GET("/api/v1/servicenow/mappings", { signal })),
);

/** Runs that are listed. */
const MAX_RUNS = 50;

/** The latest runs. */
export const syncRunsQuery = query(["servicenow", "runs"], ["servicenow."], ({ signal }) =>
  answered(api.GET("/api/v1/servicenow/sync/runs", { signal, params: { query: { limit: MAX_RUNS } } })),
);

/** Staged records of an action that are listed; deletions are listed all, as each is decided. */
export const MAX_STAGED = 100;

/** Returns what a run has staged of an action, and how many records that are. */
export const stagedQuery = (run_id: string, action: StagedRecord["action"]) =>
  query(["servicenow", "staged", run_id, action], ["servicenow."], async ({ signal }) => {
    const { data = [], response } = await received(
      api.GET("/api/v1/servicenow/sync/runs/{run_id}/staged", {
        signal,
        params: {
          path: { run_id },
          query: { action, ...(action !== "delete" && { page: 1, page_size: MAX_STAGED }) },
        },
      }),
    );
    return { items: data, total: Number(response.headers.get("x-total-count") ?? data.length) };
  });

/** Returns the tables of an instance whose names have a text. */
export const tablesQuery = (conn_id: string, search: string) =>
  query(["servicenow", "tables", conn_id, search], [], ({ signal }) =>
    answered(
      api.GET("/api/v1/servicenow/connections/{conn_id}/tables", {
        signal,
        params: { path: { conn_id }, query: { search } },
      }),
    ),
  );

/** Returns the columns of a table. */
export const tableFieldsQuery = (conn_id: string, table: string) =>
  query(["servicenow", "fields", conn_id, table], [], ({ signal }) =>
    answered(
      api.GET("/api/v1/servicenow/connections/{conn_id}/tables/{table}/fields", {
        signal,
        params: { path: { conn_id, table } },
      }),
    ),
  );

/** Returns the first rows that a mapping reads, with what they become. @param version of the mapping, so that a change tries anew */
export const trialQuery = (mapping_id: string, version: string) =>
  query(["servicenow", "trial", mapping_id, version], [], ({ signal }) =>
    answered(
      api.POST("/api/v1/servicenow/mappings/{mapping_id}/preview", { signal, params: { path: { mapping_id } } }),
    ),
  );
