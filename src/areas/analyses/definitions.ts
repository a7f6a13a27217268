/** The events of analyses. */
import { event } from "../../core/journal/event-types";

/** The data of a run that every event about it has. */
type RunData = { id: string; analysis_type: string };

const REPORT = { unbatched: true } as const;

export const events = {
  "analysis.started": event<RunData>("turbolens.view", REPORT),
  "analysis.progressed": event<RunData & { progress: Record<string, unknown> }>("turbolens.view", REPORT),
  "analysis.completed": event<RunData & { engine?: string }>("turbolens.view", REPORT),
  "analysis.failed": event<RunData & { error_message: string }>("turbolens.view", REPORT),
  "analysis.cancelled": event<RunData>("turbolens.view", REPORT),
};

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    analyses: typeof import("./definitions");
  }
}
