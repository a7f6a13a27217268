/** The events of the area. */
import { event } from "../../core/journal/event-types";
import type { Rule } from "./model";

/** `name` is the display name of the group. */
type Group = { id: string; name: string };

const BY_DIRECTORY = { undo: { not: "The directory decides it, and would do it again" } } as const;

export const events = {
  "directory.rules_updated": event<{ id: "rules"; before: Rule[]; after: Rule[] }>("admin.events", {
    undo: { by: "restore_group_roles" },
  }),
  "directory.group_created": event<Group & { members: number }>("admin.events", BY_DIRECTORY),
  "directory.group_updated": event<Group & { added: number; removed: number }>("admin.events", BY_DIRECTORY),
  "directory.group_deleted": event<Group & { members: number }>("admin.events", BY_DIRECTORY),
};

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    directory: typeof import("./definitions");
  }
}
