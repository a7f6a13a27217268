/** The files of migrations. */
import { uploadedFiles } from "../../core/files/pieces";

export const files = uploadedFiles({ files: "migrations", pieces: "migration_pieces", owner: "migration_id" });
