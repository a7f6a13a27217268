/** A status report as one page: how time, cost and scope stand, what happened, what is next, and the figures of the day. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronRight, ChevronUp, MoreHorizontal, Printer, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { cardQuery } from "../../cards/queries";
import { useCommands } from "../../commands/command";
import { longDay, month } from "../../language/format";
import { Link, useGo } from "../../navigation/link";
import { PlainWriting } from "../../projects/plain-writing";
import { reportsQuery, type StatusReport } from "../../projects/queries";
import { changeReport, deleteReport, placeInReport, type ReportText, TEXTS } from "../../projects/report-changes";
import { settingsQuery, useMay } from "../../server/session";
import { Foot, KeyHint } from "../../ui/bars";
import { Button, IconButton } from "../../ui/button";
import { EditedLine } from "../../ui/edited-line";
import { Icon } from "../../ui/icon";
import { Menu } from "../../ui/menu";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import "../../style/documents.css";
import "../../style/projects.css";
import "./status-report.css";
import { Figures } from "./figures";
import { Judgements } from "./judgements";
import { statusReport as page } from "./page";

export default function StatusReportPage(): ReactNode {
  const { t } = useLingui();
  const { id, report: reportId } = page.useParams();
  const { data: reports, error, refetch } = useQuery(reportsQuery(id));
  const report = reports?.find((one) => one.id === reportId);
  if (report && reports) return <Opened key={reportId} report={report} reports={reports} />;
  return (
    <>
      <h1 className="aloud">{t`Status report`}</h1>
      {error ? (
        <Failed error={error} retry={refetch} />
      ) : !reports ? (
        <LoadingRows rows={12} />
      ) : (
        <Empty
          title={<Trans>There is no such report</Trans>}
          actions={
            <Link to="/ppm/$id" params={{ id }} search={{ tab: "reports" }} className="btn line">
              <Trans>Reports</Trans>
            </Link>
          }
        >
          <Trans>It was deleted, or the link was cut off.</Trans>
        </Empty>
      )}
    </>
  );
}

/** Gives the names of the texts, and what they ask for. */
function useTextWords(): Record<ReportText, { heading: string; hint: string }> {
  const { t } = useLingui();
  return {
    summary: { heading: t`What happened`, hint: t`In one or two sentences, for whoever reads nothing else` },
    accomplishments: { heading: t`What was achieved`, hint: t`Since the last report` },
    next_steps: { heading: t`What is next`, hint: t`Until the next report, and what is needed for it` },
  };
}

function Opened({ report, reports }: { report: StatusReport; reports: readonly StatusReport[] }) {
  const { t } = useLingui();
  const mayWrite = useMay("ppm.manage");
  const go = useGo();
  const id = report.initiative_id;
  const { data: card } = useQuery(cardQuery(id));
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const words = useTextWords();
  const at = reports.indexOf(report);
  const [later, earlier] = [reports[at - 1], reports[at + 1]];
  const read = (to: StatusReport | undefined) =>
    to && go({ to: "/ppm/$id/reports/$report", params: { id, report: to.id } });
  const remove = async () => {
    if (await deleteReport(report)) go({ to: "/ppm/$id", params: { id }, search: { tab: "reports" }, replace: true });
  };
  useCommands([
    {
      id: "report.later",
      label: t`Later report`,
      keys: ["k"],
      when: () => later !== undefined,
      run: () => read(later),
    },
    {
      id: "report.earlier",
      label: t`Earlier report`,
      keys: ["j"],
      when: () => earlier !== undefined,
      run: () => read(earlier),
    },
    { id: "report.print", label: t`Print`, icon: Printer, keys: ["p"], run: () => window.print() },
  ]);
  const name = card?.name ?? "…";
  return (
    <>
      <header className="topbar">
        <nav className="crumb trunc" aria-label={t`Where this is`}>
          <Link to="/ppm" className="crumb-link">{t`Portfolio`}</Link>
          <Icon of={ChevronRight} size={12} />
          <Link to="/ppm/$id" params={{ id }} className="crumb-link trunc">
            {name}
          </Link>
          <Icon of={ChevronRight} size={12} />
          <b className="num">{month(report.report_date)}</b>
        </nav>
        <span className="sp" />
        <IconButton icon={ChevronUp} label={t`Later report`} keys="k" isDisabled={!later} onPress={() => read(later)} />
        <IconButton
          icon={ChevronDown}
          label={t`Earlier report`}
          keys="j"
          isDisabled={!earlier}
          onPress={() => read(earlier)}
        />
        <Button icon={Printer} onPress={() => window.print()}>{t`Print`}</Button>
        {mayWrite && (
          <Menu
            label={t`More`}
            trigger={<IconButton icon={MoreHorizontal} label={t`More`} />}
            entries={[{ id: "delete", label: t`Delete`, icon: Trash2, run: remove }]}
          />
        )}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="read scroll paper-page report-page" tabIndex={0} aria-label={t`Status report on ${name}`}>
        <article className="read-column">
          <div className="paper-of c3 t12">
            <span>{settings.app_title || "Stoa"}</span>
            <span className="sp" />
            <span>{t`Status report`}</span>
          </div>
          <h1 className="t20 w2">{name}</h1>
          <p className="report-by c2 t12">
            {mayWrite ? (
              <span className="no-print">
                <EditedLine
                  label={t`Day of the report`}
                  type="date"
                  value={report.report_date}
                  isNeeded
                  className="inp line report-day num"
                  save={(day) => changeReport(report, { report_date: day }, t`The report is of ${longDay(day)}`)}
                />
              </span>
            ) : (
              <span className="no-print">{longDay(report.report_date)}</span>
            )}
            <span className="print-only">{longDay(report.report_date)}</span>
            {report.reporter && <span>{t`by ${report.reporter.display_name}`}</span>}
          </p>
          <Judgements report={report} before={earlier} mayWrite={mayWrite} />
          {TEXTS.map((text, place) => (
            <PlainWriting
              key={text}
              heading={words[text].heading}
              hint={words[text].hint}
              text={report[text]}
              mayWrite={mayWrite}
              place={placeInReport(report, text, words[text].heading)}
              autoFocus={place === 0 && mayWrite && TEXTS.every((one) => !report[one])}
            />
          ))}
          {at === 0 && <Figures id={id} card={card} />}
        </article>
      </section>
      <Foot>
        <span>{mayWrite ? <Trans>Saved as you type</Trans> : <Trans>Read</Trans>}</span>
        <span className="sp" />
        <KeyHint keys={["j", "k"]}>
          <Trans>earlier, later</Trans>
        </KeyHint>
        <KeyHint keys={["p"]}>
          <Trans>print</Trans>
        </KeyHint>
        <KeyHint keys={["z"]}>
          <Trans>undo</Trans>
        </KeyHint>
      </Foot>
    </>
  );
}
