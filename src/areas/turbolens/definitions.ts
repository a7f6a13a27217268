/** Permissions and events of the area. */
import { group, type PermissionGroups } from "../../core/access/permissions";
import { event } from "../../core/journal/event-types";

export const permissions = {
  turbolens: group("TurboLens", 200, {
    "turbolens.view": ["See the results of AI analyses", "member"],
    "turbolens.manage": ["Start AI analyses", "admin"],
  }),
} satisfies PermissionGroups;

/** A saved session of the wizard. */
type Assessment = { id: string; title: string };

const NOT_UNDONE = { undo: { not: "What was found or saved before is not stored" } } as const;

export const events = {
  "duplicate_cluster.updated": event<{ id: string; name: string; changes: { status: { old: string; new: string } } }>(
    "turbolens.view",
    NOT_UNDONE,
  ),
  "assessment.created": event<Assessment>("turbolens.view", NOT_UNDONE),
  "assessment.updated": event<Assessment & { fields: string[] }>("turbolens.view", NOT_UNDONE),
  "assessment.committed": event<Assessment & { initiative_id: string }>("turbolens.view", {
    undo: { by: "reopen_assessment" },
  }),
};

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    turbolens: typeof import("./definitions");
  }
}
