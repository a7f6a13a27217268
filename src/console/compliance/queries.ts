/** Compliance: findings in blocks, what they add up to, scans, and the rules that hold for decisions. */
import { type Filter, queryOf } from "../filters/condition";
import { answered, api, type Schemas } from "../server/client";
import { query } from "../server/queries";

export type Finding = Schemas["ComplianceFinding"];
export type FindingSummary = Schemas["ComplianceFindingSummary"];
export type Regulation = FindingSummary["regulations"][number];
export type Cause = FindingSummary["causes"][number];
export type FindingStatus = Finding["status"];
export type Severity = Finding["severity"];
export type Decision = Finding["decision"];

/** Rows of one request. */
export const BLOCK = 100;

/** Events that change findings: their own, those of scans, and those of the risks that track them. */
const EVENTS = ["compliance_finding.", "analysis.", "risk."];

/** Returns the filters and the order of the list, as the API takes them. */
export const findingParameters = (filter: Filter, sort?: string) => ({
  ...queryOf(filter),
  ...(sort && { sort_by: sort.replace(/^-/, ""), sort_dir: sort.startsWith("-") ? "desc" : "asc" }),
});

/** Returns a block of the list. @param block its number, from 0 */
export const findingBlockQuery = (filter: Filter, sort: string | undefined, block: number) =>
  query(["compliance", "list", findingParameters(filter, sort), block], EVENTS, ({ signal }) =>
    answered(
      api.GET("/api/v1/compliance/compliance-findings", {
        signal,
        params: { query: { ...findingParameters(filter, sort), page: block + 1, page_size: BLOCK } },
      }),
    ),
  );

/** Returns what a list adds up to. */
export const findingSummaryQuery = (filter: Filter) =>
  query(["compliance", "summary", findingParameters(filter)], EVENTS, ({ signal }) =>
    answered(
      api.GET("/api/v1/compliance/compliance-findings/summary", {
        signal,
        params: { query: findingParameters(filter) },
      }),
    ),
  );

/** Returns a finding. */
export const findingQuery = (finding_id: string) =>
  query(["compliance", "one", finding_id], EVENTS, ({ signal }) =>
    answered(
      api.GET("/api/v1/compliance/compliance-findings/{finding_id}", { signal, params: { path: { finding_id } } }),
    ),
  );

/** The decisions in their order, with those that may follow each. */
export const decisionsQuery = query(["compliance", "decisions"], [], ({ signal }) =>
  answered(api.GET("/api/v1/compliance/decisions", { signal })),
);

/** The latest scan with its summary. */
export const overviewQuery = query(["compliance", "overview"], EVENTS, ({ signal }) =>
  answered(api.GET("/api/v1/compliance/overview", { signal })),
);

/** Time between two looks at a scan, in ms: their events reach only those who may see analyses. */
const LOOK = 2_000;

/** The scan that is under way; it is looked at again until it has ended. */
export const activeScanQuery = {
  ...query(["compliance", "active"], EVENTS, ({ signal }) =>
    answered(api.GET("/api/v1/compliance/active-runs", { signal })),
  ),
  refetchInterval: ({ state }: { state: { data?: { compliance: unknown } | undefined } }) =>
    state.data?.compliance ? LOOK : (false as const),
};
