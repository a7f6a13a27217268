/** The status reports of an initiative: three judgements, what happened, and what is next. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { day, month } from "../../language/format";
import { useGo } from "../../navigation/link";
import { reportsQuery, type StatusReport } from "../../projects/queries";
import { HealthSign } from "../../projects/signs";
import { ASPECTS, aspectWords } from "../../projects/words";
import { Foot, KeyHint } from "../../ui/bars";
import { Button } from "../../ui/button";
import { goThroughRows } from "../../ui/row-name";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import type { ProjectProps } from "./bar";

export type PartProps = ProjectProps & { seesCosts: boolean; mayManage: boolean; report: () => void };

/** Shows reports as rows; a press opens one. */
export function ReportRows({ initiative, reports }: { initiative: string; reports: readonly StatusReport[] }) {
  const { t } = useLingui();
  const go = useGo();
  const words = aspectWords();
  return (
    <table className="report-rows t12" onKeyDown={goThroughRows}>
      <thead>
        <tr className="c3 t11">
          <th>{t`Report`}</th>
          {ASPECTS.map((aspect) => (
            <th key={aspect} className="report-health">
              {words[aspect]}
            </th>
          ))}
          <th>{t`What happened`}</th>
          <th className="report-next">{t`Next`}</th>
        </tr>
      </thead>
      <tbody>
        {reports.map((report, at) => (
          <tr key={report.id} className={at === 0 ? "latest" : ""}>
            <td>
              <button
                type="button"
                className="row-main num"
                title={day(report.report_date)}
                onClick={() => go({ to: "/ppm/$id/reports/$report", params: { id: initiative, report: report.id } })}
              >
                {month(report.report_date)}
              </button>
            </td>
            {ASPECTS.map((aspect) => (
              <td key={aspect} className="report-health">
                <HealthSign health={report[aspect]} />
              </td>
            ))}
            <td className="report-text" title={report.summary ?? undefined}>
              {report.summary}
            </td>
            <td className="report-text report-next c2" title={report.next_steps ?? undefined}>
              {report.next_steps}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Shows all reports of an initiative. */
export function ReportsTab({ card, mayManage, report }: PartProps) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(reportsQuery(card.id));
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="project-part scroll" tabIndex={0} aria-label={t`Status reports`}>
        <div className="h3 project-head">
          <h1>{t`Status reports`}</h1>
          <span className="n num">{data?.length}</span>
          <span className="sp" />
          {mayManage && <ReportButton report={report} />}
        </div>
        {error && <Failed error={error} retry={refetch} />}
        {!data && !error && <LoadingRows rows={4} />}
        {data?.length === 0 && <NoReport {...(mayManage && { report })} />}
        {data && data.length > 0 && <ReportRows initiative={card.id} reports={data} />}
      </section>
      <Foot>
        <span className="sp" />
        {mayManage && (
          <KeyHint keys={["r"]}>
            <Trans>report</Trans>
          </KeyHint>
        )}
        <KeyHint keys={["z"]}>
          <Trans>undo</Trans>
        </KeyHint>
      </Foot>
    </>
  );
}

/** Shows the button that begins a report. */
export const ReportButton = ({ report }: { report: () => void }) => (
  <Button look="line" icon={Plus} keys="r" className="sm" writes onPress={report}>
    <Trans>Report</Trans>
  </Button>
);

/** Shows that there is no report, and the verb that helps. */
export function NoReport({ report }: { report?: () => void }) {
  return (
    <Empty title={<Trans>Nothing reported yet</Trans>} {...(report && { actions: <ReportButton report={report} /> })}>
      <Trans>A report says on one page how time, cost and scope stand, what happened, and what is next.</Trans>
    </Empty>
  );
}
