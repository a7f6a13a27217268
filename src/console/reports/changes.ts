/** Saved reports, changed. */
import { t } from "@lingui/core/macro";
import { shown, tryChange } from "../server/changes";
import { api, type Schemas } from "../server/client";
import { savedReportsQuery } from "./queries";

export type SavedReport = Schemas["SavedReport"];

/** Changes a saved report. @param sentence about the change, for the message */
export const updateReport = (
  { id }: SavedReport,
  body: Schemas["SavedReportChanges"],
  sentence: string,
): Promise<boolean> =>
  tryChange({
    sentence,
    show: [
      shown(savedReportsQuery, (before) =>
        before.map((one) => (one.id === id ? ({ ...one, ...body } as SavedReport) : one)),
      ),
    ],
    send: () => api.PATCH("/api/v1/saved-reports/{report_id}", { params: { path: { report_id: id } }, body }),
  });

/** Deletes a saved report; its batch brings it back. */
export const deleteReport = ({ id, name }: SavedReport): Promise<boolean> =>
  tryChange({
    sentence: t`The report ${name} is deleted`,
    show: [shown(savedReportsQuery, (before) => before.filter((one) => one.id !== id))],
    send: () => api.DELETE("/api/v1/saved-reports/{report_id}", { params: { path: { report_id: id } } }),
  });
