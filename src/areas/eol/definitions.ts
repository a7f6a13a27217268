/** Permissions and events of the area. */
import type { EolOrigin } from "../../../db/schema/eol";
import { group, type PermissionGroups } from "../../core/access/permissions";
import { event } from "../../core/journal/event-types";

export const permissions = {
  eol: group("End of Life", 160, {
    "eol.view": ["Read the life cycles of products", "viewer"],
    "eol.manage": ["Look up products and link cards to their life cycle", "member"],
  }),
} satisfies PermissionGroups;

const NOT_UNDONE = { undo: { not: "What was in force before is not in the event" } } as const;

/** `id` names the snapshot. */
type Snapshot = { id: string; origin: EolOrigin; date: string };

export const events = {
  "eol.source_updated": event<Snapshot & { products: number }>("eol.view", NOT_UNDONE),
  "eol.source_deleted": event<Snapshot>("eol.view", NOT_UNDONE),
};

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    eol: typeof import("./definitions");
  }
}
