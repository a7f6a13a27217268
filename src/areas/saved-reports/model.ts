/** Saved reports on the wire. */
import { z } from "zod";
import { isPicture, PICTURE_RULE } from "../../core/pictures";
import { SliceQuery } from "../../http/pagination";
import { changesOf, FreeObject, Id, Instant, LONG, namedObject, orNull, StoredObject, Text } from "../../http/schemas";
import { LONGEST_NAME, MAX_SHARES, SharingFilter, Visibility } from "../bookmarks";

/** The longest preview picture, as a data URL; the front end's pictures of wide reports have nearly 800,000 characters. */
export const LONGEST_THUMBNAIL = 2 * 1024 * 1024;

export const SavedReport = namedObject("SavedReport", {
  id: Id,
  owner_id: Id,
  owner_name: z.string().nullable(),
  name: z.string(),
  description: z.string().nullable(),
  report_type: z.string(),
  config: StoredObject.meta({ description: "How the front end shows the report" }),
  thumbnail: z
    .string()
    .nullable()
    .meta({ description: "Data URL of a picture; in lists the path where the picture is" }),
  visibility: Visibility,
  shared_with: Id.array(),
  shared_with_users: z.object({ id: Id, display_name: z.string(), email: z.string() }).array(),
  is_owner: z.boolean(),
  created_at: Instant,
  updated_at: Instant,
});
export type SavedReport = z.infer<typeof SavedReport>;

export const SavedReportQuery = z.object({ filter: SharingFilter, ...SliceQuery });

const VISIBILITY = { description: "`private`, `public` or `shared`" };
const fields = {
  description: orNull(Text(LONG)),
  thumbnail: orNull(Text(LONGEST_THUMBNAIL).refine(isPicture, PICTURE_RULE)).meta({
    description: "Data URL of a picture; SVG is stored without what could run in it",
  }),
  shared_with: orNull(z.array(Text(64)).max(MAX_SHARES)).meta({
    description: "Ids of the users who see a shared report, in place of those before; ids of nobody are left out",
  }),
};

export const NewSavedReport = namedObject("NewSavedReport", {
  name: Text(LONGEST_NAME),
  report_type: Text(50),
  config: FreeObject,
  ...fields,
  visibility: Text(20).default("private").meta(VISIBILITY),
});
export type NewSavedReport = z.infer<typeof NewSavedReport>;

export const SavedReportChanges = changesOf(NewSavedReport.omit({ report_type: true }))
  .extend({ visibility: orNull(Text(20)).meta(VISIBILITY) })
  .meta({ id: "SavedReportChanges" });
export type SavedReportChanges = z.infer<typeof SavedReportChanges>;
