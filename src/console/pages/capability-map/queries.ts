/** The capabilities with the applications behind them. */

import type { Filter } from "../../filters/condition";
import { queryOf } from "../../filters/condition";
import { asReport } from "../../reports/search";
import { answered, api } from "../../server/client";
import { query } from "../../server/queries";

/** Returns the parameters of the report, also for its files. */
export const mapParameters = (filter: Filter, at: string | undefined) => ({ ...queryOf(filter), ...(at && { at }) });

/** Returns the report; the filter restricts the applications. */
export const capabilityMapQuery = (filter: Filter, at: string | undefined) =>
  query(["reports", "capability-map", mapParameters(filter, at)], ["card.", "relation.", "tag"], ({ signal }) =>
    asReport(
      answered(api.GET("/api/v1/reports/capability-heatmap", { signal, params: { query: mapParameters(filter, at) } })),
    ),
  );
