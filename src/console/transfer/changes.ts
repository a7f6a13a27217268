/** Changes of what is brought in: uploads, and writing what they hold. */
import { answered, api, formOf } from "../server/client";
import type { Bundle, Migration } from "./queries";

/** Uploads the archive of an installation. @throws Refusal 400, 413 */
export const uploadBundle = (file: File): Promise<Bundle> =>
  answered(
    api.POST("/api/v1/admin/workspace/import", {
      body: { file } as never,
      bodySerializer: () => formOf({ file }),
    }),
  );

/** Begins to write an archive. @throws Refusal 400 while it is worked on */
export const applyBundle = (transfer_id: string): Promise<Bundle> =>
  answered(api.POST("/api/v1/admin/workspace/import/{transfer_id}/apply", { params: { path: { transfer_id } } }));

/** Uploads the workbook of another tool. @throws Refusal 400, 413 */
export const uploadWorkbook = (file: File, source_key: string, isWithArchived: boolean): Promise<Migration> =>
  answered(
    api.POST("/api/v1/migration/upload", {
      body: { file } as never,
      bodySerializer: () => formOf({ file, source_key, name: file.name, include_archived: String(isWithArchived) }),
    }),
  );
