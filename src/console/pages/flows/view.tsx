/** The flows of all processes, the applications that their elements run on, and the latest assessments. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { AppWindow, Gauge, Workflow } from "lucide-react";
import { number } from "../../language/format";
import { useGo } from "../../navigation/link";
import { useMay } from "../../server/session";
import { useIsPhone } from "../../state/media";
import { PageFrame } from "../../ui/bars";
import { ExportMenu } from "../../ui/export-menu";
import { SearchLine } from "../../ui/search-line";
import { Segments } from "../../ui/segments";
import { Empty } from "../../ui/states";
import { AreaTrail } from "../../ui/trail";
import "../../style/documents.css";
import "../../style/processes.css";
import "./flows.css";
import { flowColumns, useAssessmentColumns, useElementColumns } from "./columns";
import { flows as page } from "./page";
import {
  elementApplicationsQuery,
  elementsFile,
  flowsQuery,
  type ListedAssessment,
  latestAssessmentsQuery,
  type State,
} from "./queries";
import { SortedList } from "./sorted-list";

type Kind = "flows" | "applications" | "assessments";

/** Gives the lists that the account may see. */
function useKinds() {
  const { t } = useLingui();
  const seesReports = useMay("reports.bpm_dashboard");
  const assesses = useMay("bpm.assessments");
  return [
    { value: "flows" as Kind, label: t`Flows`, icon: Workflow },
    ...(seesReports ? [{ value: "applications" as Kind, label: t`Applications`, icon: AppWindow }] : []),
    ...(assesses ? [{ value: "assessments" as Kind, label: t`Assessments`, icon: Gauge }] : []),
  ];
}

export default function FlowsPage() {
  const { t } = useLingui();
  const search = page.useSearch();
  const setSearch = page.useSetSearch();
  const mayExport = useMay("inventory.export");
  const kinds = useKinds();
  const kind = kinds.find(({ value }) => value === search.of)?.value ?? "flows";
  return (
    <PageFrame
      label={t`Flows and assessments`}
      title={<AreaTrail area={t`Processes`}>{t`Flows and assessments`}</AreaTrail>}
      actions={
        kind === "applications" && mayExport && <ExportMenu address={(format) => elementsFile(format, search.text)} />
      }
    >
      <div className="chips document-filters">
        <Segments
          label={t`List`}
          value={kind}
          options={kinds}
          onChange={(next) =>
            setSearch({ of: next === "flows" ? undefined : next, state: undefined, sort: undefined }, { replace: true })
          }
        />
        {kind === "flows" && <States />}
        <SearchLine
          className="inp document-search"
          label={t`Part of the name`}
          value={search.text ?? ""}
          onChange={(text) => setSearch({ text }, { replace: true })}
        />
      </div>
      {kind === "flows" ? <Flows /> : kind === "applications" ? <Elements /> : <Assessments />}
    </PageFrame>
  );
}

/** Shows the states by which flows are filtered. */
function States() {
  const { t } = useLingui();
  const { state } = page.useSearch();
  const setSearch = page.useSetSearch();
  return (
    <Segments
      label={t`State`}
      value={state ?? "any"}
      options={[
        { value: "any", label: t`All` },
        { value: "pending", label: t`Waiting` },
        { value: "draft", label: t`Drafts` },
        { value: "published", label: t`Published` },
        { value: "none", label: t`Without a flow` },
      ]}
      onChange={(next) => setSearch({ state: next === "any" ? undefined : (next as State) }, { replace: true })}
    />
  );
}

/** Gives the verb that opens a process. */
function useOpen() {
  const go = useGo();
  return (id: string, tab?: "assessments") => go({ to: "/bpm/processes/$id", params: { id }, search: { tab } });
}

function Flows() {
  const { t } = useLingui();
  const { state, text, sort = "name" } = page.useSearch();
  const setSearch = page.useSetSearch();
  const open = useOpen();
  const { data, error, refetch } = useQuery({ ...flowsQuery(state, text), placeholderData: (before) => before });
  const waiting = (data ?? []).filter(({ pending }) => pending > 0).length;
  const unlinked = (data ?? []).reduce((sum, one) => sum + one.tasks_without_application, 0);
  return (
    <SortedList
      label={t`Flows`}
      columns={flowColumns(useIsPhone())}
      rows={data}
      idOf={({ process_id }) => process_id}
      read={(row, key) => row[key as keyof typeof row]}
      sort={sort}
      onSort={(next) => setSearch({ sort: next }, { replace: true })}
      onOpen={({ process_id }) => open(process_id)}
      failure={error}
      retry={refetch}
      empty={
        <Empty title={t`No process matches`}>
          <Trans>A flow is drawn on the page of its process, and published when it is approved.</Trans>
        </Empty>
      }
      foot={
        <>
          <span>
            <Plural value={data?.length ?? 0} one="# process" other="# processes" />
          </span>
          {waiting > 0 && (
            <span>
              <Plural value={waiting} one="# waits for approval" other="# wait for approval" />
            </span>
          )}
          {unlinked > 0 && (
            <span>
              <Plural value={unlinked} one="# task without an application" other="# tasks without an application" />
            </span>
          )}
        </>
      }
    />
  );
}

function Elements() {
  const { t } = useLingui();
  const { text, sort = "application_name" } = page.useSearch();
  const setSearch = page.useSetSearch();
  const open = useOpen();
  const columns = useElementColumns(useIsPhone());
  const { data, error, refetch } = useQuery({
    ...elementApplicationsQuery(text),
    placeholderData: (before) => before,
  });
  const applications = new Set(data?.map(({ application_id }) => application_id)).size;
  return (
    <SortedList
      label={t`Applications in flows`}
      columns={columns}
      rows={data}
      idOf={({ element_id }) => element_id}
      read={(row, key) => row[key as keyof typeof row]}
      sort={sort}
      onSort={(next) => setSearch({ sort: next }, { replace: true })}
      onOpen={({ process_id }) => open(process_id)}
      failure={error}
      retry={refetch}
      empty={
        <Empty title={t`No element runs on an application`}>
          <Trans>Elements of a published flow are linked to applications on the page of their process.</Trans>
        </Empty>
      }
      foot={
        <>
          <span>
            <Plural value={data?.length ?? 0} one="# element" other="# elements" />
          </span>
          <span>
            <Plural value={applications} one="# application" other="# applications" />
          </span>
        </>
      }
    />
  );
}

/** Returns the value of an assessment by which the list is sorted. */
const scoreOf = ({ name, latest }: ListedAssessment, key: string): unknown =>
  key === "name" ? name : latest?.[key as keyof typeof latest];

function Assessments() {
  const { t } = useLingui();
  const { text, sort = "overall_score" } = page.useSearch();
  const setSearch = page.useSetSearch();
  const open = useOpen();
  const columns = useAssessmentColumns(useIsPhone());
  const { data, error, refetch } = useQuery({ ...latestAssessmentsQuery(text), placeholderData: (before) => before });
  const assessed = (data ?? []).flatMap(({ latest }) => (latest ? [latest.overall_score] : []));
  const mean = assessed.reduce((sum, score) => sum + score, 0) / Math.max(1, assessed.length);
  return (
    <SortedList
      label={t`Assessments`}
      columns={columns}
      rows={data}
      idOf={({ process_id }) => process_id}
      read={scoreOf}
      sort={sort}
      onSort={(next) => setSearch({ sort: next }, { replace: true })}
      onOpen={({ process_id }) => open(process_id, "assessments")}
      failure={error}
      retry={refetch}
      empty={
        <Empty title={t`No process matches`}>
          <Trans>A process is assessed on its page, on a scale from 1 to 5.</Trans>
        </Empty>
      }
      foot={
        <>
          <span>
            <Plural value={data?.length ?? 0} one="# process" other="# processes" />
          </span>
          <span>
            <Trans>{number(assessed.length)} assessed</Trans>
          </span>
          {assessed.length > 0 && (
            <span>
              <Trans>{number(Math.round(mean * 10) / 10)} overall on average</Trans>
            </span>
          )}
        </>
      }
    />
  );
}
