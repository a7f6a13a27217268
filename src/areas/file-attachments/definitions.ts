/** The definitions of the area for all others: events, checks. */
import type { Check } from "../../../db/check";
import { event } from "../../core/journal/event-types";

/** A file; `id` and `attachment_id` are the same. */
type FilePayload = {
  id: string;
  attachment_id: string;
  name: string;
  mime_type: string;
  size: number;
  summary: string;
};

export const events = {
  "file.uploaded": event<FilePayload & { category: string | null }>("documents.view", { undo: { by: "delete_file" } }),
  "file.deleted": event<FilePayload>("documents.view", {
    undo: { not: "The content of a deleted file is gone", lossless: "ifCreatedInBatch" },
  }),
};

export const checks: readonly Check[] = [
  {
    check: "files",
    problem: "a file has not the content that it had when it was uploaded",
    sql: `SELECT f.id FROM file_attachments f LEFT JOIN (
        SELECT attachment_id, position, length(bytes) AS length,
          sum(length(bytes)) OVER (PARTITION BY attachment_id ORDER BY position) AS size FROM file_pieces
      ) p ON p.attachment_id = f.id
      GROUP BY f.id HAVING f.size <> coalesce(max(p.size), 0) OR sum(p.position <> p.size - p.length) > 0`,
  },
];

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    file_attachments: typeof import("./definitions");
  }
}
