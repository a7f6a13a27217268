/** The definitions of the area for all others: permissions, events. */
import { group, type PermissionGroups } from "../../core/access/permissions";
import { event } from "../../core/journal/event-types";
import type { NamedMember } from "../../core/scenarios/access";

export const permissions = {
  scenarios: group("Scenarios", 155, {
    "scenarios.create": ["Create scenarios", "member"],
    "scenarios.manage": ["See, change and delete every scenario", "admin"],
  }),
} satisfies PermissionGroups;

/** A scenario; `user_id` is its owner. All who may see it follow what happens to it. */
type Scenario = { id: string; user_id: string; name: string };

/** The first events of a change as they happened in the scenario, and whether there are more. */
type ChangedInside = { events: { type: string; card_id: string | null }[]; has_more: boolean };

export const events = {
  "scenario.created": event<Scenario>("scenario", { undo: { by: "delete_scenario" } }),
  "scenario.updated": event<Scenario & { fields: string[] }>("scenario", { undo: { by: "restore_scenario_fields" } }),
  "scenario.deleted": event<Scenario & { members: NamedMember[] }>("scenario", {
    undo: { not: "A scenario that was deleted is gone" },
  }),
  "scenario.changed": event<Scenario & ChangedInside>("scenario", { unbatched: true }),
  // A merge is undone whatever the scenario has followed since: it changes nothing that the merge has changed.
  "scenario.rebased": event<Scenario & { dropped: number }>("scenario", { unbatched: true }),
  "scenario.merged": event<Scenario & { changes: number }>("scenario", { undo: { by: "reopen_scenario" } }),
};

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    scenarios: typeof import("./definitions");
  }
}
