/** Events of the area. Its permissions are those of cards and of the metamodel. */
import type { ArchiveOrigin } from "../../../db/schema/catalogues";
import { event } from "../../core/journal/event-types";

const NOT_UNDONE = { undo: { not: "What was stored before is not in the event" } } as const;

/** `id` names the archive. */
type Archive = { id: string; origin: ArchiveOrigin; catalogue_version: string };

export const events = {
  "catalogue.content_updated": event<Archive & { entries: number }>("admin.metamodel", NOT_UNDONE),
  "catalogue.content_deleted": event<{ archives: Archive[] }>("admin.metamodel", NOT_UNDONE),
};

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    catalogues: typeof import("./definitions");
  }
}
