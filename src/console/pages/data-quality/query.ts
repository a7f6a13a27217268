/** The data quality of the landscape, as the server answers it. */
import { type Filter, queryOf } from "../../filters/condition";
import { asReport } from "../../reports/search";
import { answered, api, type Schemas } from "../../server/client";
import { query } from "../../server/queries";

export type DataQuality = Schemas["DataQuality"];
export type TypeFigures = DataQuality["by_type"][number];
export type OwnerFigures = NonNullable<DataQuality["owners"]>["items"][number];
export type MissingCount = OwnerFigures["missing"][number];

const EVENTS = ["card.", "relation.", "tag", "stakeholder.", "metamodel."];

/** Returns the parameters of the report. @param at the day that it is of; today without it */
const parametersOf = (filter: Filter, at: string | undefined) => ({ ...queryOf(filter), ...(at && { at }) });

/** Returns the report. @param owners_of the type whose owners are in it */
export const dataQualityQuery = (filter: Filter, at: string | undefined, owners_of: string) =>
  query(["reports", "data-quality", parametersOf(filter, at), owners_of], EVENTS, ({ signal }) =>
    asReport(
      answered(
        api.GET("/api/v1/reports/data-quality", {
          signal,
          params: { query: { ...parametersOf(filter, at), missing: true, owners_of } as never },
        }),
      ),
    ),
  );

/** Returns the address of the report as a file. */
export const dataQualityFile = (filter: Filter, at: string | undefined, format: "csv" | "xlsx"): string =>
  `/api/v1/reports/data-quality?${new URLSearchParams({ ...parametersOf(filter, at), format })}`;
