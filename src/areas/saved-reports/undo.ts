/** The inverses that undo events of saved reports. */
import { findUser } from "../../core/access/accounts";
import type { Actor } from "../../core/access/actor";
import { deletion, hasAlready, recreation, restoration, storedBy, type UndoableRows } from "../../core/row-inverses";
import { done, type Inverses, type Subject, type SubjectStep, skipped, unchanged } from "../../core/undo";
import { existingUsers } from "../bookmarks";
import { createPicture, hasPicture } from "./pictures";
import { type ReportColumns, type ReportRow, reportRows, writeShares } from "./rows";

const subject: Subject = { idField: "saved_report_id", table: "saved_reports" };

/** Only its owner may undo what happened to a report. */
const permission = {
  mayUndo: (actor: Actor, { payload }: SubjectStep): boolean => payload["user_id"] === actor.userId,
};

/** The row and the shares of a deleted report. */
type ReportSnapshot = ReportRow & EarlierPicture & { shared_with: string[] };
/** The former values of a report's changed fields. */
type FormerFields = ReportColumns & EarlierPicture & { shared_with?: string[] };
/** The picture itself, which events of earlier versions hold. */
type EarlierPicture = { thumbnail?: string | null };

/** Returns the picture that a rollback brings back: null when it is deleted by now. @param earlier the picture itself */
const restoredPicture = (id: string | null | undefined, earlier: string | null | undefined): string | null => {
  if (earlier) return createPicture(earlier);
  return hasPicture(id ?? null) ? (id ?? null) : null;
};

const reports: UndoableRows<ReportRow> = { ...reportRows, subject, permission };

export const undo = {
  delete_saved_report: deletion(reports),
  restore_saved_report: recreation(
    reports,
    storedBy<ReportSnapshot>("the report"),
    ({ shared_with, thumbnail, ...row }) => {
      if (!findUser(row.owner_id)) return skipped("user_not_found", { needs: [row.owner_id] });
      reportRows.create({ ...row, picture_id: restoredPicture(row.picture_id, thumbnail) });
      writeShares(row.id, existingUsers(shared_with));
      return done;
    },
  ),
  restore_saved_report_fields: restoration(
    reports,
    storedBy<FormerFields>("the report as it was before"),
    (row, { data: { shared_with, thumbnail, ...former } }) => {
      const hadPicture = former.picture_id !== undefined || thumbnail !== undefined;
      const columns = {
        ...former,
        ...(hadPicture && { picture_id: restoredPicture(former.picture_id, thumbnail) }),
      };
      if (!shared_with && hasAlready(row, columns)) return unchanged("already_restored");
      reportRows.update(row, columns);
      if (shared_with) writeShares(row.id, existingUsers(shared_with));
      return done;
    },
  ),
} as const satisfies Inverses;
