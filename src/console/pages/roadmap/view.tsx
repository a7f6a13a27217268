/** The life-cycle roadmap. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import "./roadmap.css";
import { monthsAfter } from "../../charts/days";
import { useCommands } from "../../commands/command";
import { fieldsOf, relationTypesQuery, stepOf } from "../../metamodel/fields";
import { labelOf, useTypes } from "../../metamodel/queries";
import { Link } from "../../navigation/link";
import { usePeek, useSetPeek, useTogglePeek } from "../../navigation/peek";
import { useReportFilter } from "../../reports/filter";
import { ReportFrame } from "../../reports/report-frame";
import { AtChip, SettingChip } from "../../reports/setting-chip";
import { settingsQuery, useMay } from "../../server/session";
import { Segments } from "../../ui/segments";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { Ends } from "./ending-list";
import { RoadmapFoot } from "./foot";
import { LifeLegend } from "./legend";
import { keyOf, rowsOf } from "./lives";
import { roadmap } from "./page";
import { roadmapParameters, roadmapQuery } from "./queries";
import { Rows } from "./table";

const APPLICATION = "Application";
const NONE = "none";
/** The types that one groups by most, in their order. */
const GROUPS = ["BusinessCapability", "Organization", "Provider", "Platform"];
const MAX_GROUPS = 3;

/** Returns the first of the month a year from now. */
const inAYear = () => `${monthsAfter(new Date().toISOString().slice(0, 10), 12).slice(0, 7)}-01`;

export default function RoadmapPage() {
  const { t } = useLingui();
  const search = roadmap.useSearch();
  const setSearch = roadmap.useSetSearch();
  const types = useTypes();
  const { data: relationTypes = [] } = useQuery(relationTypesQuery);
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const seesCosts = useMay("costs.view");
  const mayEdit = useMay("inventory.edit");
  const peek = usePeek();
  const setPeek = useSetPeek();
  const togglePeek = useTogglePeek();

  const typeKey = search.type ?? APPLICATION;
  const type = types.get(typeKey);
  const filtering = useReportFilter(typeKey, search, setSearch);
  const related = new Set(
    relationTypes.flatMap(({ source_type_key: source, target_type_key: target }) =>
      source === typeKey ? [target] : target === typeKey ? [source] : [],
    ),
  );
  const groupKeys = [...GROUPS, ...related].filter((key, at, all) => related.has(key) && all.indexOf(key) === at);
  const offered = groupKeys.filter((key) => key !== typeKey && types.has(key)).slice(0, MAX_GROUPS);
  const group = search.group ?? offered[0] ?? NONE;
  const at = search.at ?? inAYear();
  const wanted = { type: typeKey, filter: filtering.filter, group: group === NONE ? undefined : group, at };
  const { data, error, refetch } = useQuery({
    ...roadmapQuery(wanted),
    enabled: relationTypes.length > 0,
    placeholderData: (before) => before,
  });

  const foldedIn = (text: string | undefined) => new Set(text?.split(","));
  const folded = foldedIn(search.folded);
  const fold = (change: (newest: ReadonlySet<string>) => ReadonlySet<string>) =>
    setSearch((newest) => ({ folded: [...change(foldedIn(newest.folded))].join(",") || undefined }), { replace: true });
  const toggle = (key: string) => fold((newest) => newest.symmetricDifference(new Set([key])));
  const groups = data?.groups;
  const moveDate = (months: number) =>
    setSearch((newest) => ({ at: monthsAfter(newest.at ?? inAYear(), months) }), { replace: true });
  useCommands([
    {
      id: "roadmap.later",
      label: t`Date a month later`,
      keys: ["shift+arrowright"],
      run: () => moveDate(1),
    },
    {
      id: "roadmap.earlier",
      label: t`Date a month earlier`,
      keys: ["shift+arrowleft"],
      run: () => moveDate(-1),
    },
    {
      id: "roadmap.fold",
      label: t`Fold or open all groups`,
      keys: ["shift+enter"],
      when: () => groups !== undefined,
      run: () => fold((newest) => new Set(newest.size > 0 ? [] : groups?.map(keyOf))),
    },
  ]);

  const criticality = fieldsOf(type).find((field) => stepOf(field, field.options?.[0]?.key ?? "") !== undefined);
  const costs = fieldsOf(type).filter((field) => field.type === "cost");
  const rows = rowsOf(data?.items ?? [], groups, folded);
  const name = type ? labelOf(type) : typeKey;

  return (
    <ReportFrame
      title={t`Life cycle roadmap`}
      type="lifecycle"
      choice={{
        name: t`Group by`,
        segments: (
          <Segments
            label={t`Group by`}
            value={group}
            options={[
              ...offered.map((key) => ({ value: key, label: labelOf(types.get(key) ?? { label: key }) })),
              { value: NONE, label: t`None` },
            ]}
            onChange={(next) => setSearch({ group: next, folded: undefined })}
          />
        ),
      }}
      settings={
        <>
          <SettingChip
            name={t`Type`}
            value={typeKey}
            options={[...types.values()].map((one) => ({ value: one.key, label: labelOf(one) }))}
            onChange={(next) =>
              setSearch({
                type: next === APPLICATION ? undefined : next,
                filter: undefined,
                group: undefined,
                folded: undefined,
              })
            }
          />
          <AtChip at={at} onChange={(next) => setSearch({ at: next })} />
        </>
      }
      filtering={filtering}
      hasPicture={data !== undefined}
      figures={<LifeLegend />}
      printed={{ title: t`Roadmap: what lives when, and what follows it`, settings: [name] }}
      file={(format) => `/api/v1/reports/roadmap?${new URLSearchParams({ format, ...roadmapParameters(wanted) })}`}
    >
      <div className="work">
        <div className="rm-room">
          {error && !data ? (
            <Failed error={error} retry={refetch} />
          ) : !data ? (
            <LoadingRows rows={24} />
          ) : data.items.length === 0 ? (
            <Empty
              title={t`Nothing here has dates`}
              actions={
                <Link to="/inventory" search={{ type: typeKey }} className="btn line">
                  <Trans>Set them in the grid</Trans>
                </Link>
              }
            >
              <Trans>A life cycle with at least one day brings a card onto the roadmap.</Trans>
            </Empty>
          ) : (
            <Rows
              label={name}
              count={<Plural value={data.items.length} one="# with dates" other="# with dates" />}
              rows={rows}
              onAt={(next) => setSearch({ at: next }, { replace: true })}
              context={{
                at,
                currency: settings.currency,
                costs: seesCosts ? costs.map(({ key }) => key) : undefined,
                criticality,
                groupType: types.get(group),
                mayEdit,
                current: peek,
                toggle,
                peek: togglePeek,
              }}
            />
          )}
          <RoadmapFoot figures={data?.figures} at={at} currency={settings.currency} />
        </div>
        {peek === undefined && (
          <Ends
            months={search.months ?? 36}
            onMonths={(months) => setSearch({ months: months === 12 ? 12 : undefined }, { replace: true })}
            choose={setPeek}
          />
        )}
      </div>
    </ReportFrame>
  );
}
