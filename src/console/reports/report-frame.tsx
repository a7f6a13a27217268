/** A report: the bar with its choice, saving, print and export; settings and filters as chips; legend; what it shows; foot. */
import { useLingui } from "@lingui/react/macro";
import { ChevronRight, Printer } from "lucide-react";
import { type ReactNode, useRef } from "react";
import "./reports.css";
import { FilterChips } from "../cards/filter-chips";
import { NO_FILTER } from "../filters/condition";
import { useMetamodelFailure } from "../metamodel/fields";
import { Button } from "../ui/button";
import { ExportMenu } from "../ui/export-menu";
import { Icon } from "../ui/icon";
import { Failed } from "../ui/states";
import type { ReportFilter } from "./filter";
import { type PaperWords, PrintFoot, PrintHead } from "./print";
import type { ReportType } from "./queries";
import { SavedReports } from "./saved";

/** Downloads a picture of a report: of its chart, where a grid stands next to it. */
async function savePicture(report: HTMLElement | null, title: string, format: "svg" | "png"): Promise<void> {
  const root = report?.querySelector<HTMLElement>(".chart-side") ?? report;
  const { downloadPicture } = await import("./picture");
  if (root) await downloadPicture(root, title, format);
}

type ReportProps = {
  title: string;
  /** The area that it belongs to; the maps and reports when left out. */
  area?: string;
  type: ReportType;
  /** The choice that the report is about, as segments, with its name. */
  choice?: { name?: string; segments: ReactNode };
  /** The settings of the view as chips, among them the date. */
  settings?: ReactNode;
  /** The filter, for a report that has one. */
  filtering?: ReportFilter;
  /** The counts at the right of the chips: of how many things, what they cost. */
  figures?: ReactNode;
  legend?: ReactNode;
  foot?: ReactNode;
  printed: PaperWords;
  /** The address of the file in a format; without it there is no export. */
  file?: (format: "csv" | "xlsx") => string;
  /** True where a picture of it can be had: of a map or a graph that is drawn as a whole. */
  hasPicture?: boolean;
  /** More buttons, before those that every report has. */
  actions?: ReactNode;
  /** The one thing that the page is for, behind them; a phone has it too. */
  main?: ReactNode;
  children: ReactNode;
};

/** Shows a report within the page. The peek pushes it from the side, as everywhere. */
export function ReportFrame(props: ReportProps) {
  const { t } = useLingui();
  // Without the metamodel no report knows what it is about.
  const failure = useMetamodelFailure();
  const { title, type, choice, settings, filtering, figures, legend, foot, printed, file, hasPicture = false } = props;
  const { area, actions, main, children } = props;
  const shown = useRef<HTMLElement>(null);
  return (
    <>
      <header className="topbar report-bar">
        <h1 className="crumb page-title">
          <span className="desk-only report-crumb">
            <span className="c3">{area ?? t`Maps & reports`}</span>
            <Icon of={ChevronRight} size={12} />
          </span>
          <b>{title}</b>
        </h1>
        {choice && (
          <>
            <span className="vsep" />
            {choice.name && <span className="c3 t12 choice-name">{choice.name}</span>}
            {choice.segments}
          </>
        )}
        <span className="sp" />
        <span className="desk-only report-verbs">
          {actions}
          <SavedReports type={type} />
          <Button icon={Printer} onPress={() => window.print()}>{t`Print`}</Button>
          {(file || hasPicture) && (
            <ExportMenu
              address={file}
              picture={hasPicture ? (format) => savePicture(shown.current, printed.title, format) : undefined}
            />
          )}
        </span>
        {main}
      </header>
      <div className="chips">
        {filtering ? (
          <FilterChips {...filtering} command="report.filter">
            {settings}
          </FilterChips>
        ) : (
          <div className="chip-row">{settings}</div>
        )}
        {figures && <span className="c3 t12 num report-figures">{figures}</span>}
      </div>
      <section className="report" aria-label={title} ref={shown}>
        <PrintHead printed={printed} figures={figures} />
        {legend}
        {failure ? <Failed {...failure} /> : children}
        <PrintFoot printed={printed} filter={filtering?.filter ?? NO_FILTER} />
      </section>
      {foot}
    </>
  );
}
