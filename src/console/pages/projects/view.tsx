/** The portfolio: initiatives with their status, reports, time and money. */
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ChartNoAxesGantt, Table2 } from "lucide-react";
import { useState } from "react";
import { labelOf, useTypes } from "../../metamodel/queries";
import { isJudged, isUnreported } from "../../projects/initiatives";
import { groupsQuery, INITIATIVE, portfolioParameters, portfolioQuery } from "../../projects/queries";
import { judgementWord } from "../../projects/words";
import { useReportFilter } from "../../reports/filter";
import { ReportFrame } from "../../reports/report-frame";
import { SettingChip } from "../../reports/setting-chip";
import { useMay } from "../../server/session";
import { useIsPhone } from "../../state/media";
import { Segments } from "../../ui/segments";
import { Failed, LoadingRows } from "../../ui/states";
import "../../style/projects.css";
import { PortfolioFoot } from "./foot";
import { InitiativeGrid, TREE } from "./grid";
import { NewInitiative } from "./new-initiative";
import { Nothing } from "./nothing";
import { projects as page } from "./page";

export default function ProjectsPage() {
  const { t } = useLingui();
  const search = page.useSearch();
  const setSearch = page.useSetSearch();
  const isPhone = useIsPhone();
  const type = useTypes().get(INITIATIVE);
  const types = useTypes();
  const filtering = useReportFilter(INITIATIVE, search, setSearch);
  const grouping = search.group ?? TREE;
  const groupType = grouping === TREE || grouping === "none" ? undefined : grouping;
  const { data: groupOptions = [] } = useQuery(groupsQuery);
  const { data, error, refetch } = useQuery({
    ...portfolioQuery(filtering.filter, groupType),
    placeholderData: (before) => before,
  });
  const all = data ?? [];
  const { health } = search;
  const shown = all.filter((one) => (!search.unreported || isUnreported(one)) && (!health || isJudged(one, health)));
  const isGantt = search.as === "gantt";
  const unfiltered = filtering.filter.conditions.length === 0 && filtering.filter.search === "";
  const [isMaking, make] = useState(false);
  const mayCreate = useMay("inventory.create");

  return (
    <ReportFrame
      area={t`Projects`}
      title={t`Portfolio`}
      type="ppm-portfolio"
      choice={{
        segments: (
          <Segments
            label={t`View`}
            value={isGantt ? "gantt" : "grid"}
            options={[
              { value: "grid", label: t`Grid`, icon: Table2 },
              { value: "gantt", label: t`Gantt`, icon: ChartNoAxesGantt },
            ]}
            onChange={(next) => setSearch({ as: next === "gantt" ? next : undefined })}
          />
        ),
      }}
      settings={
        <>
          <SettingChip
            name={t`Group by`}
            value={grouping}
            options={[
              { value: TREE, label: t`Program` },
              ...groupOptions
                .filter(({ type_key: key }) => types.has(key))
                .map(({ type_key: key }) => ({ value: key, label: labelOf(types.get(key) ?? { label: key }) })),
              { value: "none", label: t`nothing` },
            ]}
            onChange={(next) => setSearch({ group: next === TREE ? undefined : next })}
          />
          {search.unreported && (
            <Narrowed
              by={t`under way without a report`}
              end={() => setSearch({ unreported: undefined }, { replace: true })}
            />
          )}
          {health && (
            <Narrowed by={judgementWord(health)} end={() => setSearch({ health: undefined }, { replace: true })} />
          )}
        </>
      }
      filtering={filtering}
      file={(format) =>
        `/api/v1/reports/ppm/gantt?${new URLSearchParams({ format, ...portfolioParameters(filtering.filter, groupType) })}`
      }
      printed={{ title: t`Project portfolio`, settings: [] }}
      main={mayCreate && <NewInitiative isOpen={isMaking} open={make} />}
      foot={<PortfolioFoot initiatives={shown} onUnreported={() => setSearch({ unreported: true })} />}
    >
      <div className="work">
        {error && !data ? (
          <Failed error={error} retry={refetch} />
        ) : !data ? (
          <LoadingRows rows={16} />
        ) : shown.length === 0 ? (
          <Nothing
            isFiltered={!unfiltered || search.unreported === true || health !== undefined}
            clear={() => setSearch({ filter: undefined, unreported: undefined, health: undefined })}
            {...(mayCreate && { make: () => make(true) })}
          />
        ) : (
          <InitiativeGrid {...{ initiatives: shown, filtering, grouping, isGantt, isPhone, type }} />
        )}
      </div>
    </ReportFrame>
  );
}

/** Shows what the list is narrowed to besides its filter, and ends it. */
function Narrowed({ by, end }: { by: string; end: () => void }) {
  const { t } = useLingui();
  return (
    <span className="chip">
      <span>{by}</span>
      <button type="button" className="x" aria-label={t`Remove`} onClick={end}>
        ×
      </button>
    </span>
  );
}
