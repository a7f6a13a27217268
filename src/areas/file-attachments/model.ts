/** File attachments on the wire. */
import { z } from "zod";
import { SliceQuery } from "../../http/pagination";
import { Id, Instant, namedObject, orNull, Text } from "../../http/schemas";

export const UploadedFile = namedObject("UploadedFile", {
  id: Id,
  card_id: Id,
  name: z.string(),
  mime_type: z.string(),
  size: z.int().meta({ description: "In bytes" }),
  category: z.string().nullable().meta({ description: "Mostly the key of a file category" }),
  created_by: Id.nullable(),
  created_at: Instant,
});
export type UploadedFile = z.infer<typeof UploadedFile>;

export const FileAttachment = UploadedFile.extend({ creator_name: z.string().nullable() }).meta({
  id: "FileAttachment",
});
export type FileAttachment = z.infer<typeof FileAttachment>;

export const FileQuery = z.object(SliceQuery);

/** The fields of an upload in addition to the file. */
export const FileFields = z.object({ category: orNull(Text(50)) });

export const NewFile = FileFields.extend({ file: z.file() });

/** The content of a file. */
export const Content = z.string().meta({ format: "binary" });
