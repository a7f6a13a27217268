/** Saved reports: stored configurations of the reports. */
import { and, eq } from "drizzle-orm";
import { tables, transaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { differences } from "../../core/journal/differences";
import { publish } from "../../core/journal/journal";
import { forbidden, found, refused } from "../../http/errors";
import { existingUsers, requireVisibility, type SharingFilter, shownTo } from "../bookmarks";
import type { NewSavedReport, SavedReport, SavedReportChanges } from "./model";
import { findPicture, imageOf, pictureFor, picturePath } from "./pictures";
import { type ReportRow, reportRows, SHAREABLE, selectReports, sharesOf, writeShares } from "./rows";

/** The types of reports, by name. */
const TYPES = [
  "capability-map",
  "cost",
  "data-quality",
  "dependencies",
  "eol",
  "flexible-portfolio",
  "impact",
  "lifecycle",
  "matrix",
  "portfolio",
  "process-map",
];

/** Serializes reports as an actor sees them. @param thumbnailOf gives what stands for the picture of a report */
function serialize(
  actor: Actor,
  selected: ReturnType<typeof selectReports>,
  thumbnailOf: (row: ReportRow) => string | null,
): SavedReport[] {
  const shares = sharesOf(selected.map(({ row }) => row.id));
  return selected.map(({ row, owner_name }) => {
    const users = shares.get(row.id) ?? [];
    const { picture_id: _, ...columns } = row;
    return {
      ...columns,
      thumbnail: thumbnailOf(row),
      owner_name,
      shared_with: users.map(({ id }) => id),
      shared_with_users: users,
      is_owner: row.owner_id === actor.userId,
    };
  });
}

/** Lists the reports that an actor sees, the one changed last first, with the paths of their pictures. */
export const listReports = (actor: Actor, shown: SharingFilter): SavedReport[] =>
  serialize(actor, selectReports(shownTo(actor.userId, shown, SHAREABLE)), ({ id, picture_id }) =>
    picture_id === null ? null : picturePath(id),
  );

/**
 * Finds a report.
 * @throws Problem 404; 403 when the actor doesn't see it
 */
export function requireReport(actor: Actor, id: string): SavedReport {
  reportRows.require(id);
  const isIt = eq(tables.savedReports.id, id);
  const shown = selectReports(and(isIt, shownTo(actor.userId, "all", SHAREABLE)));
  const [report] = serialize(actor, shown, ({ picture_id }) => findPicture(picture_id));
  if (!report) throw forbidden("Access denied");
  return report;
}

/**
 * Returns the preview picture of a report, to be shown by a browser.
 * @throws Problem 404 for an unknown report, and when it has no picture that is PNG, JPEG, GIF or WebP; 403 when the actor
 *   doesn't see it
 */
export function pictureResponse(actor: Actor, id: string): Response {
  const { thumbnail } = requireReport(actor, id);
  const image = found(thumbnail === null ? undefined : imageOf(thumbnail), "Picture");
  return new Response(image.bytes, {
    headers: { "content-type": image.type, "cache-control": "private, no-cache" },
  });
}

/** Returns the part that all payloads about a report share. */
export const named = ({ id, owner_id, name, report_type, visibility }: ReportRow) => ({
  id,
  user_id: owner_id,
  name,
  report_type,
  visibility,
});

/**
 * Creates a report. Publishes `saved_report.created`.
 * @throws Problem 400 for an unknown type of report or another visibility
 */
export function createReport(actor: Actor, input: NewSavedReport): SavedReport {
  return transaction(() => {
    const { name, description = null, report_type, config, thumbnail = null, shared_with } = input;
    if (!TYPES.includes(report_type)) throw refused(`report_type must be one of: ${TYPES.join(", ")}`);
    const visibility = requireVisibility(input.visibility);
    const row = reportRows.create({
      owner_id: actor.userId,
      name,
      description,
      report_type,
      config,
      picture_id: pictureFor(null, thumbnail),
      visibility,
    });
    if (visibility === "shared") writeShares(row.id, existingUsers(shared_with ?? []));
    publish(actor, { type: "saved_report.created", data: named(row) });
    return requireReport(actor, row.id);
  });
}

const userIdsOf = (id: string) => (sharesOf([id]).get(id) ?? []).map((user) => user.id).toSorted();

/**
 * Updates the fields of a report that are given. Only a shared report has shares. Publishes `saved_report.updated`.
 * @throws Problem 404; 403 for others than its owner; 400 for another visibility
 */
export function updateReport(actor: Actor, id: string, asked: SavedReportChanges): SavedReport {
  return transaction(() => {
    const row = reportRows.require(id);
    if (row.owner_id !== actor.userId) throw forbidden("Only the owner can update this report");
    const { shared_with, thumbnail, ...given } = asked;
    // Clients that have a report from a list send the path of its picture back.
    const isNew = thumbnail !== undefined && thumbnail !== picturePath(id);
    const columns = { ...given, ...(isNew && { picture_id: pictureFor(row.picture_id, thumbnail) }) };
    const visibility = asked.visibility === undefined ? row.visibility : requireVisibility(asked.visibility);
    const before = { ...row, shared_with: userIdsOf(id) };
    const wanted = shared_with ? existingUsers(shared_with).toSorted() : before.shared_with;
    const after = { ...row, ...columns, visibility, shared_with: visibility === "shared" ? wanted : [] };
    const changes = differences(before, after);
    const fields = Object.keys(changes).map((field) => (field === "picture_id" ? "thumbnail" : field));
    if (fields.length > 0) {
      reportRows.update(row, { ...columns, visibility });
      if (changes["shared_with"]) writeShares(id, after.shared_with);
      const undo = Object.fromEntries(Object.entries(changes).map(([field, change]) => [field, change?.old]));
      publish(actor, { type: "saved_report.updated", data: { ...named(after), fields }, undo });
    }
    return requireReport(actor, id);
  });
}

/**
 * Deletes a report. Publishes `saved_report.deleted`.
 * @throws Problem 404; 403 for others than its owner
 */
export function deleteReport(actor: Actor, id: string): void {
  transaction(() => {
    const row = reportRows.require(id);
    if (row.owner_id !== actor.userId) throw forbidden("Only the owner can delete this report");
    const shared_with = userIdsOf(id);
    reportRows.delete(id);
    publish(actor, { type: "saved_report.deleted", data: named(row), undo: { ...row, shared_with } });
  });
}
