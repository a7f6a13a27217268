/** Changes of status reports. */
import { t } from "@lingui/core/macro";
import { today } from "../charts/days";
import { month } from "../language/format";
import type { TextPlace } from "../rich-text/saver";
import { answered, api } from "../server/client";
import { cache } from "../server/queries";
import { asRefusal } from "../server/refusal";
import { create, save } from "./changes";
import { reportsQuery, type StatusReport } from "./queries";
import type { Aspect } from "./words";

/** The texts of a report, in their order. */
export const TEXTS = ["summary", "accomplishments", "next_steps"] as const;
export type ReportText = (typeof TEXTS)[number];

type Changes = Partial<Pick<StatusReport, Aspect | "report_date">>;

/**
 * Begins a report of today, with the judgements of the one before.
 * @returns its id; undefined when it is refused
 */
export async function beginReport(initiative: { id: string; name: string }): Promise<string | undefined> {
  const [latest] = await cache.fetchQuery(reportsQuery(initiative.id)).catch(() => []);
  const { schedule_health, cost_health, scope_health } = latest ?? {};
  return create(t`Report on ${initiative.name} begun`, () =>
    api.POST("/api/v1/ppm/initiatives/{initiative_id}/reports", {
      params: { path: { initiative_id: initiative.id } },
      body: { report_date: today(), ...(latest && { schedule_health, cost_health, scope_health }) } as never,
    }),
  );
}

/** Changes the judgements or the day of a report. */
export const changeReport = (report: StatusReport, changes: Changes, sentence: string): Promise<boolean> =>
  save(
    sentence,
    () =>
      api.PATCH("/api/v1/ppm/reports/{report_id}", {
        params: { path: { report_id: report.id } },
        body: changes as never,
      }),
    [
      {
        queryKey: ["projects", "reports"],
        update: (reports: StatusReport[]) =>
          reports.map((one) => (one.id === report.id ? { ...one, ...changes } : one)),
      },
    ],
  );

/** Deletes a report. */
export const deleteReport = (report: StatusReport): Promise<boolean> =>
  save(t`The report of ${month(report.report_date)} is deleted`, () =>
    api.DELETE("/api/v1/ppm/reports/{report_id}", { params: { path: { report_id: report.id } } }),
  );

/** Returns the place of a text of a report, for whoever writes it. @param name of the text */
export function placeInReport(report: StatusReport, text: ReportText, name: string): TextPlace {
  let version = report.updated_at;
  const key = `report ${report.id} ${text}`;
  return {
    key,
    sentence: () => t`${name} of ${month(report.report_date)} written`,
    async read() {
      const reports = await cache.fetchQuery({ ...reportsQuery(report.initiative_id), staleTime: 0 });
      const now = reports.find(({ id }) => id === report.id);
      version = now?.updated_at ?? version;
      return now?.[text] ?? null;
    },
    async store(written, batch) {
      try {
        const stored = await answered(
          api.PATCH("/api/v1/ppm/reports/{report_id}", {
            params: {
              path: { report_id: report.id },
              header: { "X-Stoa-Batch": batch, "if-match": `"${version}"` },
            },
            body: { [text]: written } as never,
          }),
        );
        cache.setQueryData(reportsQuery(report.initiative_id).queryKey, (before) =>
          before?.map((one) => (one.id === stored.id ? stored : one)),
        );
        void cache.invalidateQueries({ queryKey: ["projects", "portfolio"] });
        return stored[text];
      } catch (error) {
        if (asRefusal(error).status === 412) return undefined;
        throw error;
      }
    },
  };
}
