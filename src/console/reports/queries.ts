/** Saved reports. */
import { answered, api, everyPage } from "../server/client";
import { query } from "../server/queries";

const SIZE = 200;

/** The pages of the types of reports that can be saved. */
const ADDRESSES = {
  "capability-map": "/reports/capability-map",
  cost: "/reports/cost",
  "data-quality": "/reports/data-quality",
  dependencies: "/reports/dependencies",
  eol: "/reports/eol",
  impact: "/cards/$id",
  "flexible-portfolio": "/reports/portfolio",
  lifecycle: "/reports/roadmap",
  matrix: "/reports/matrix",
  portfolio: "/reports/portfolio",
  "process-map": "/bpm/processes",
  "ppm-portfolio": "/ppm",
  "ppm-resources": "/ppm/resources",
} as const;

export type ReportType = keyof typeof ADDRESSES;

/** Returns the address of the page that shows a type of saved reports; undefined for a type that none does. */
export const addressOf = (type: string): string | undefined => (ADDRESSES as Record<string, string>)[type];

/** The reports that the account may see. */
export const savedReportsQuery = query(["saved-reports", "list"], ["saved_report."], ({ signal }) =>
  everyPage(
    (page) =>
      answered(api.GET("/api/v1/saved-reports", { signal, params: { query: { page, page_size: SIZE } as never } })),
    SIZE,
  ),
);

/** Returns a saved report by its id. */
export const savedReportQuery = (report_id: string) =>
  query(["saved-reports", report_id], ["saved_report."], ({ signal }) =>
    answered(api.GET("/api/v1/saved-reports/{report_id}", { signal, params: { path: { report_id } } })),
  );

const valuesIn = (config: unknown, name: "search" | "params"): Record<string, unknown> => {
  const values = (config as Partial<Record<typeof name, unknown>> | null)?.[name];
  return typeof values === "object" && values !== null && !Array.isArray(values)
    ? (values as Record<string, unknown>)
    : {};
};

/** Returns the parameters of the address that a report was saved with; none of what another front end has saved. */
export const placeIn = (config: unknown) => ({
  search: valuesIn(config, "search"),
  params: valuesIn(config, "params"),
});
