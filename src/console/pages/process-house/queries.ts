/** The processes with what stands behind them. */
import { type Filter, queryOf } from "../../filters/condition";
import { asReport } from "../../reports/search";
import { answered, api } from "../../server/client";
import { query } from "../../server/queries";

/** Returns the parameters of the report, also for its files. */
export const houseParameters = (filter: Filter, at: string | undefined) => ({ ...queryOf(filter), ...(at && { at }) });

const EVENTS = ["card.", "relation.", "tag", "process_flow."];

/** Returns the report; the filter restricts the processes. */
export const processMapQuery = (filter: Filter, at: string | undefined) =>
  query(["reports", "process-map", houseParameters(filter, at)], EVENTS, ({ signal }) =>
    asReport(
      answered(
        api.GET("/api/v1/reports/bpm/process-map", { signal, params: { query: houseParameters(filter, at) as never } }),
      ),
    ),
  );
