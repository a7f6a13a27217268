/** Saved reports as a list; a name opens the report as it was saved, and one's own are changed next to the list. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Settings2 } from "lucide-react";
import { useRef } from "react";
import { useCommands } from "../../commands/command";
import { day } from "../../language/format";
import { Link } from "../../navigation/link";
import type { SavedReport } from "../../reports/changes";
import { reportNames } from "../../reports/kinds";
import { addressOf, type ReportType, savedReportsQuery } from "../../reports/queries";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { IconButton } from "../../ui/button";
import { Rows } from "../../ui/rows";
import { SearchLine } from "../../ui/search-line";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import "../../style/admin.css";
import "../../style/operations.css";
import { savedReports as page } from "./page";
import { ReportPanel } from "./panel";

const COLUMNS = "minmax(200px,1fr) 150px 160px 140px 110px 48px";

export default function SavedReportsPage() {
  const { t } = useLingui();
  const { report: id, name = "" } = page.useSearch();
  const setSearch = page.useSetSearch();
  const field = useRef<HTMLInputElement>(null);
  const { data, error, refetch } = useQuery(savedReportsQuery);
  useCommands([
    { id: "reports.find", label: t`Find a report`, keys: ["/"], quiet: true, run: () => field.current?.focus() },
  ]);
  const part = name.trim().toLocaleLowerCase();
  const listed = (data ?? []).filter((one) => one.name.toLocaleLowerCase().includes(part));
  const opened = data?.find((one) => one.id === id);
  const open = (report: string | undefined) => setSearch({ report }, { replace: true });
  return (
    <PageFrame
      title={<Trans>Saved reports</Trans>}
      actions={
        <SearchLine
          ref={field}
          className="inp line"
          width={160}
          label={t`Find a report`}
          value={name}
          onChange={(name) => setSearch({ name }, { replace: true })}
        />
      }
    >
      <div className="work">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
        <section className="col scroll operations" tabIndex={0} aria-label={t`Saved reports`}>
          {error && <Failed error={error} retry={refetch} />}
          {!data && !error && <LoadingRows rows={6} />}
          {data && listed.length === 0 && (
            <Empty
              title={part === "" ? <Trans>No report is saved yet</Trans> : <Trans>No report is called like that</Trans>}
            >
              <Trans>Set a map or a report up as you need it, then "Reports", "Save as report…".</Trans>
            </Empty>
          )}
          {listed.length > 0 && <ReportRows reports={listed} current={id} open={open} />}
        </section>
        {opened && <ReportPanel key={opened.id} report={opened} close={() => open(undefined)} />}
      </div>
      <Foot>
        <span>
          <Plural value={listed.length} one="# report" other="# reports" />
        </span>
        <span className="sp" />
        <KeyHint keys={["/"]}>
          <Trans>find</Trans>
        </KeyHint>
      </Foot>
    </PageFrame>
  );
}

type RowsProps = { reports: readonly SavedReport[]; current: string | undefined; open: (id: string) => void };

function ReportRows({ reports, current, open }: RowsProps) {
  const { t, i18n } = useLingui();
  const kindOf = (type: string) => (addressOf(type) ? i18n._(reportNames[type as ReportType]) : type);
  const audiences = { private: t`you alone`, public: t`everybody`, shared: t`some people` };
  return (
    <Rows label={t`Saved reports`} items={reports} keyOf={({ id }) => id} columns={COLUMNS} currentKey={current}>
      {(report) => (
        <>
          <div className="p16">
            <Link to="/reports/saved/$id" params={{ id: report.id }} className="row-main trunc">
              {report.name}
            </Link>
          </div>
          <div className="c2">
            <span className="trunc">{kindOf(report.report_type)}</span>
          </div>
          <div className="c2">
            <span className="trunc">{report.is_owner ? t`yours` : (report.owner_name ?? "")}</span>
          </div>
          <div className="c2">{audiences[report.visibility]}</div>
          <div className="c2 num">{day(report.updated_at)}</div>
          <div>
            {report.is_owner && (
              <IconButton icon={Settings2} size={14} label={t`Change ${report.name}`} onPress={() => open(report.id)} />
            )}
          </div>
        </>
      )}
    </Rows>
  );
}
