/** The definitions of the area for all others: permissions, events, checks. */
import type { Check } from "../../../db/check";
import { type CardPermissions, group, type PermissionGroups } from "../../core/access/permissions";
import { event } from "../../core/journal/event-types";

export const permissions = {
  diagrams: group("Diagrams", 60, {
    "diagrams.view": ["Read diagrams", "viewer"],
    "diagrams.manage": ["Create, change and delete diagrams", "member"],
  }),
} satisfies PermissionGroups;

export const cardPermissions = {
  "card.manage_diagram_links": { allows: "Link it to diagrams", everywhere: "diagrams.manage" },
} as const satisfies CardPermissions;

/** A diagram or a group. */
type NamePayload = { id: string; name: string };

export const events = {
  "diagram.created": event<NamePayload>("diagrams.view", { undo: { by: "delete_diagram" } }),
  "diagram.updated": event<NamePayload & { fields: string[] }>("diagrams.view", {
    undo: { by: "restore_diagram_fields" },
  }),
  "diagram.deleted": event<NamePayload>("diagrams.view", { undo: { by: "restore_diagram" } }),
  "diagram.linked": event<NamePayload & { card_id: string }>("diagrams.view", { undo: { by: "unlink_diagram" } }),
  "diagram.unlinked": event<NamePayload & { card_id: string }>("diagrams.view", { undo: { by: "link_diagram" } }),
  "diagram.grouped": event<NamePayload & { group_ids: string[] }>("diagrams.view", {
    undo: { by: "restore_diagram_groups" },
  }),
  "diagram_group.created": event<NamePayload>("diagrams.view", { undo: { by: "delete_diagram_group" } }),
  "diagram_group.updated": event<NamePayload & { fields: string[] }>("diagrams.view", {
    undo: { by: "restore_diagram_group_fields" },
  }),
  "diagram_group.deleted": event<NamePayload>("diagrams.view", { undo: { by: "restore_diagram_group" } }),
};

export const checks: readonly Check[] = [
  {
    check: "diagrams",
    problem: "a diagram is listed with another number of cards than its drawing refers to",
    sql: "SELECT id FROM diagrams WHERE card_count <> json_array_length(card_refs)",
  },
];

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    diagrams: typeof import("./definitions");
  }
}
