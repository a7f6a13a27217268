/** Backups, the findings of the doctor, and work in the background. */
import { answered, api, type Schemas } from "../server/client";
import { query } from "../server/queries";

export type Backup = Schemas["Backup"];
export type BackupList = Schemas["BackupList"];
export type Finding = Schemas["DiagnosticFinding"];
export type Work = Schemas["Work"];
export type Job = Schemas["Job"];
export type WorkRun = Schemas["WorkRun"];
export type RunState = WorkRun["state"];

/** Reads the backups, and the rule by which they are made. */
export const backupsQuery = query(["operations", "backups"], ["backup."], ({ signal }) =>
  answered(api.GET("/api/v1/admin/backups", { signal })),
);

/** Reads what the doctor finds; it looks anew each time. */
export const diagnosticsQuery = query(["operations", "diagnostics"], [], ({ signal }) =>
  answered(api.GET("/api/v1/admin/diagnostics", { signal })),
);

/** Reads what waits or runs now. */
export const workQuery = query(["operations", "work"], [], ({ signal }) =>
  answered(api.GET("/api/v1/work", { signal })),
);

/** Reads the work that comes again by itself. */
export const jobsQuery = query(["operations", "jobs"], [], ({ signal }) =>
  answered(api.GET("/api/v1/work/jobs", { signal })),
);

/** Reads a page of the runs that people have started. */
export const runsQuery = (state: RunState | undefined, page: number) =>
  query(["operations", "runs", { state, page }], [], ({ signal }) =>
    answered(api.GET("/api/v1/work/runs", { signal, params: { query: { state, page, page_size: 50 } } })),
  );
