/** The data that flows between the domains of the whole landscape. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import "./dependencies.css";
import { number } from "../../language/format";
import { useSetPeek } from "../../navigation/peek";
import { useReportFilter } from "../../reports/filter";
import { Legend } from "../../reports/legend";
import { ReportFrame } from "../../reports/report-frame";
import { AtChip } from "../../reports/setting-chip";
import { useIsPhone } from "../../state/media";
import { Foot, KeyHint } from "../../ui/bars";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { DomainChart } from "./domain-chart";
import { DomainList } from "./domain-list";
import { MAX_RING } from "./domains";
import { dependencies as page } from "./page";
import { domainFlowsQuery, domainParameters } from "./queries";
import { DependencyViews } from "./views";

/** The type of the systems that data flows between. */
const SYSTEM = "Application";

/** Shows the domains on a ring with the flows between them, and a list of these at the side. */
export function Everything() {
  const { t } = useLingui();
  const search = page.useSearch();
  const setSearch = page.useSetSearch();
  const setPeek = useSetPeek();
  const isPhone = useIsPhone();
  const filtering = useReportFilter(SYSTEM, search, setSearch);
  const choice = { filter: filtering.filter, at: search.at };
  const { data, error, refetch } = useQuery({ ...domainFlowsQuery(choice), placeholderData: (before) => before });
  const [chosen, choose] = useState<string>();
  const none = t`No domain`;
  const systems = data?.domains.reduce((sum, one) => sum + one.systems, 0) ?? 0;
  const known = data?.flows.filter(({ is_unknown }) => !is_unknown).length ?? 0;
  const beyond = (data?.domains.length ?? 0) - MAX_RING;
  const list = data && (
    <>
      <h2 className="aloud">{t`Flows`}</h2>
      <DomainList report={data} chosen={chosen} onChoose={choose} none={none} />
    </>
  );
  return (
    <ReportFrame
      title={t`Dependencies`}
      type="dependencies"
      choice={{
        segments: (
          <span className="desk-only">
            <DependencyViews
              shown="all"
              onChange={(next) => setSearch({ as: next === "card" ? undefined : next, filter: undefined })}
            />
          </span>
        ),
      }}
      settings={<AtChip at={search.at} onChange={(at) => setSearch({ at })} />}
      filtering={filtering}
      hasPicture={data !== undefined && !isPhone}
      figures={data && <Plural value={systems} one="# system" other="# systems" />}
      legend={
        <Legend title={t`Everything`}>
          <span className="it">
            <svg width="26" height="8" className="dep-key" aria-hidden>
              <path className="wire" d="M0 4h20" />
              <path className="tip" d="M19 .5l6 3.5l-6 3.5z" />
            </svg>
            <Trans>over how many interfaces data goes this way</Trans>
          </span>
          <span className="it">
            <svg width="26" height="8" className="dep-key unknown" aria-hidden>
              <path className="wire" d="M0 4h26" />
            </svg>
            <Trans>direction unknown</Trans>
          </span>
        </Legend>
      }
      printed={{
        title: t`Data between the domains`,
        counting: t`A domain is a capability at the top, with its systems.`,
      }}
      file={(format) =>
        `/api/v1/reports/domain-flows?${new URLSearchParams({ ...domainParameters(choice), format } as never)}`
      }
      foot={
        data && (
          <Foot>
            <span>
              <b>{number(data.domains.length)}</b> <Plural value={data.domains.length} one="domain" other="domains" />
            </span>
            <Plural value={known} one="# flow between them" other="# flows between them" />
            {beyond > 0 && !isPhone && (
              <Plural value={beyond} one="# smaller one is left out" other="# smaller ones are left out" />
            )}
            <span className="sp" />
            <KeyHint keys={["arrowup", "arrowdown", "arrowleft", "arrowright"]}>
              <Trans>domain</Trans>
            </KeyHint>
            <KeyHint keys={["enter"]}>
              <Trans>its flows</Trans>
            </KeyHint>
            <KeyHint keys={["space"]}>
              <Trans>peek</Trans>
            </KeyHint>
          </Foot>
        )
      }
    >
      {error ? (
        <Failed error={error} retry={refetch} />
      ) : !data ? (
        <LoadingRows rows={14} />
      ) : data.domains.length === 0 ? (
        <Empty title={t`There is no system`}>
          <Trans>
            Applications stand here by the capabilities that they support. Take a filter away, or create one.
          </Trans>
        </Empty>
      ) : isPhone ? (
        <div className="scroll grow">{list}</div>
      ) : (
        <div className="work">
          <DomainChart report={data} chosen={chosen} onChoose={choose} onPeek={setPeek} none={none} />
          <aside className="dom-list scroll" aria-label={t`Flows`}>
            {list}
          </aside>
        </div>
      )}
    </ReportFrame>
  );
}
