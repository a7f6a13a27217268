/** The definitions of the area for all others: permissions, events. */
import { type CardPermissions, group, type PermissionGroups } from "../../core/access/permissions";
import { event } from "../../core/journal/event-types";

export const permissions = {
  documents: group("Documents", 50, {
    "documents.view": ["Read links and files", "viewer"],
    "documents.manage": ["Add and remove links and files on any card", "member"],
  }),
} satisfies PermissionGroups;

export const cardPermissions = {
  "card.manage_documents": { allows: "Manage its links and files", everywhere: "documents.manage" },
} as const satisfies CardPermissions;

/** A link; `id` and `document_id` are the same. */
type Link = { id: string; document_id: string; name: string; url: string | null; type: string; summary: string };

export const events = {
  "document.added": event<Link>("documents.view", { undo: { by: "remove_document" } }),
  "document.removed": event<Link>("documents.view", { undo: { by: "restore_document" } }),
};

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    documents: typeof import("./definitions");
  }
}
