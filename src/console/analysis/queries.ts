/** Analyses: who answers them, their runs, what they have found, and the sessions of the architect's wizard. */
import { answered, api, type Schemas } from "../server/client";
import { query } from "../server/queries";

export type AnalysisRun = Schemas["AnalysisRun"];
export type Cluster = Schemas["DuplicateCluster"];
export type Comparison = Schemas["DuplicateClusterComparison"];
export type Vendor = Schemas["VendorAnalysis"];
export type VendorNames = Schemas["VendorHierarchy"];
export type Modernisation = Schemas["Modernization"];
export type Assessment = Schemas["Assessment"];

/** The engine that answers analyses: the local rules, or a language model. */
export const statusQuery = query(["analysis", "status"], ["settings.", "ai."], ({ signal }) =>
  answered(api.GET("/api/v1/turbolens/status", { signal })),
);

/** The latest runs, the newest first. */
export const runsQuery = query(["analysis", "runs"], ["analysis."], ({ signal }) =>
  answered(api.GET("/api/v1/turbolens/analysis-runs", { signal })),
);

/** The clusters of duplicates, those of the latest run first. */
export const clustersQuery = query(
  ["analysis", "duplicates"],
  ["analysis.completed", "duplicate_cluster."],
  ({ signal }) => answered(api.GET("/api/v1/turbolens/duplicates", { signal })),
);

/** Returns what the members of a cluster are related to, and what of it they share. */
export const comparisonQuery = (cluster_id: string) =>
  query(["analysis", "comparison", cluster_id], ["card.", "relation.", "risk."], ({ signal }) =>
    answered(
      api.GET("/api/v1/turbolens/duplicates/{cluster_id}/comparison", { signal, params: { path: { cluster_id } } }),
    ),
  );

/** The vendors with their categories. */
export const vendorsQuery = query(["analysis", "vendors"], ["analysis.completed", "card."], ({ signal }) =>
  answered(api.GET("/api/v1/turbolens/vendors", { signal })),
);

/** The vendors with the names that mean them. */
export const vendorNamesQuery = query(["analysis", "vendor-names"], ["analysis.completed"], ({ signal }) =>
  answered(api.GET("/api/v1/turbolens/vendors/hierarchy", { signal })),
);

/** The recommendations to modernise, the most urgent first. */
export const modernisationsQuery = query(["analysis", "modernisations"], ["analysis.completed"], ({ signal }) =>
  answered(api.GET("/api/v1/turbolens/duplicates/modernizations", { signal })),
);

/** The latest sessions of the wizard, without their data. */
export const assessmentsQuery = query(["analysis", "assessments"], ["assessment."], ({ signal }) =>
  answered(api.GET("/api/v1/turbolens/assessments", { signal })),
);

/** Returns a session of the wizard. */
export const assessmentQuery = (assessment_id: string) =>
  query(["analysis", "assessment", assessment_id], ["assessment."], ({ signal }) =>
    answered(api.GET("/api/v1/turbolens/assessments/{assessment_id}", { signal, params: { path: { assessment_id } } })),
  );
