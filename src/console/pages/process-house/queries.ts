/** The processes with what stands behind them. */
import { type Filter, queryOf } from "../../filters/condition";
import { asReport } from "../../reports/search";
import { answered, api, type Schemas } from "../../server/client";
import { query } from "../../server/queries";

/** Returns the parameters of the report, also for its files. */
export const houseParameters = (filter: Filter, at: string | undefined) => ({ ...queryOf(filter), ...(at && { at }) });

const EVENTS = ["card.", "relation.", "tag", "process_flow."];

/** The figure of a capability in the heatmap. */
export type Metric = "process_count" | "maturity" | "strategicImportance";
export type Heatmap = Schemas["ProcessHeatmap"];
export type StreamMatrix = Schemas["ValueStreamMatrix"];

/** Returns the capabilities with a figure each; the filter restricts the processes that are counted. */
export const heatmapQuery = (filter: Filter, at: string | undefined, metric: Metric) =>
  query(["reports", "process-heatmap", houseParameters(filter, at), metric], EVENTS, ({ signal }) =>
    asReport(
      answered(
        api.GET("/api/v1/reports/bpm/capability-heatmap", {
          signal,
          params: { query: { ...houseParameters(filter, at), metric } as never },
        }),
      ),
    ),
  );

/** Returns the processes in the cells of organizations and value streams. */
export const streamMatrixQuery = (filter: Filter, at: string | undefined) =>
  query(["reports", "value-stream-matrix", houseParameters(filter, at)], EVENTS, ({ signal }) =>
    asReport(
      answered(
        api.GET("/api/v1/reports/bpm/value-stream-matrix", {
          signal,
          params: { query: houseParameters(filter, at) as never },
        }),
      ),
    ),
  );

/** Returns the report; the filter restricts the processes. */
export const processMapQuery = (filter: Filter, at: string | undefined) =>
  query(["reports", "process-map", houseParameters(filter, at)], EVENTS, ({ signal }) =>
    asReport(
      answered(
        api.GET("/api/v1/reports/bpm/process-map", { signal, params: { query: houseParameters(filter, at) as never } }),
      ),
    ),
  );
