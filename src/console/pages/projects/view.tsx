/** The portfolio: initiatives with their status, reports, time and money. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { ChartNoAxesGantt, FileText, Table2 } from "lucide-react";
import { useRef, useState } from "react";
import { useFolds } from "../../cards/folds";
import { AxisLines } from "../../charts/life-cycle";
import { axisBetween } from "../../charts/time-axis";
import { useCommands } from "../../commands/command";
import { toText } from "../../grid/clipboard";
import { type Fold, type Section, sortingOf, sortingText } from "../../grid/column";
import type { Cell } from "../../grid/cursor";
import { Grid, type GridHandle } from "../../grid/grid";
import { number, shortMoney } from "../../language/format";
import { labelOf, useTypes } from "../../metamodel/queries";
import { useGo } from "../../navigation/link";
import { usePeek, useSetPeek } from "../../navigation/peek";
import { moveInitiative } from "../../projects/changes";
import { isJudged, isUnreported, topOf } from "../../projects/initiatives";
import { sorted, USUAL_SORT } from "../../projects/order";
import { ProjectPeek } from "../../projects/peek";
import { groupsQuery, INITIATIVE, type Initiative, portfolioParameters, portfolioQuery } from "../../projects/queries";
import { beginReport } from "../../projects/report-changes";
import { judgementWord } from "../../projects/words";
import { useReportFilter } from "../../reports/filter";
import { ReportFrame } from "../../reports/report-frame";
import { SettingChip } from "../../reports/setting-chip";
import { settingsQuery, useMay } from "../../server/session";
import { heightOf, useDensity } from "../../state/look";
import { useIsPhone } from "../../state/media";
import { Foot, KeyHint } from "../../ui/bars";
import { Button } from "../../ui/button";
import { Segments } from "../../ui/segments";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { useWidth } from "../../ui/width";
import "../../style/projects.css";
import { projectColumns, WIDTHS } from "./columns";
import { NewInitiative } from "./new-initiative";
import { projects as page } from "./page";
import { type Entry, entriesOf } from "./rows";
import { axisRange, leftOfLife } from "./time";

const TREE = "tree";

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
          <Rows {...{ initiatives: shown, filtering, grouping, isGantt, isPhone, type }} />
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

type RowsProps = {
  initiatives: readonly Initiative[];
  filtering: ReturnType<typeof useReportFilter>;
  grouping: string;
  isGantt: boolean;
  isPhone: boolean;
  type: ReturnType<ReturnType<typeof useTypes>["get"]>;
};

function Rows({ initiatives, filtering, grouping, isGantt, isPhone, type }: RowsProps) {
  const { t } = useLingui();
  const search = page.useSearch();
  const setSearch = page.useSetSearch();
  const go = useGo();
  const grid = useRef<GridHandle>(null);
  const [cursor, setCursor] = useState<Cell>({ row: 0, column: 0 });
  const [room, width] = useWidth<HTMLDivElement>();
  const rowHeight = heightOf(useDensity());
  const mayEdit = useMay("inventory.edit");
  const mayManage = useMay("ppm.manage");
  const mayAllCosts = useMay("costs.view");
  const cardPeek = usePeek();
  const setPeek = useSetPeek();
  const folds = useFolds("projects", true);
  const seesCosts =
    mayAllCosts || initiatives.some(({ cost_budget: budget, cost_actual: spent }) => budget !== null || spent !== null);
  const sorting = sortingOf(search.sort ?? USUAL_SORT);
  const entries = entriesOf(sorted(initiatives, sorting), grouping, folds.isOpen);
  const around = isGantt ? WIDTHS.name + (width > 720 ? WIDTHS.status : 0) + 36 : 0;
  const { from, to } = axisRange(initiatives);
  const axis = axisBetween(from, to, isGantt ? Math.max(160, width - around) : WIDTHS.life);
  const columns = projectColumns({
    ...{ initiatives, type, axis, seesCosts, mayEdit, isPhone, isGantt, rowHeight, width },
    filter: filtering.filter,
    onFilter: filtering.onFilter,
  });
  const lifeAt = columns.findIndex(({ key }) => key === "life");
  const at = (index: number): Initiative | undefined => {
    const entry = entries[index];
    return entry?.kind === "initiative" ? entry.initiative : undefined;
  };
  const open = (id?: string) => {
    if (cardPeek) setPeek();
    setSearch({ initiative: id }, { replace: true });
  };
  const step = (by: 1 | -1) => {
    for (let row = cursor.row + by; row >= 0 && row < entries.length; row += by) {
      const initiative = at(row);
      if (!initiative) continue;
      grid.current?.focus({ row });
      open(initiative.id);
      return;
    }
  };
  const report = async (id: string | undefined) => {
    const initiative = initiatives.find((one) => one.id === id);
    const made = initiative && (await beginReport(initiative));
    if (made) go({ to: "/ppm/$id/reports/$report", params: { id: initiative.id, report: made } });
  };
  const isLife = columns[cursor.column]?.key === "life";
  const move = (grip: "move" | "to", months: number) => () => {
    const initiative = at(cursor.row);
    if (initiative) void moveInitiative(initiative, grip, months);
  };
  const moves = { when: () => mayEdit && isLife };
  useCommands([
    {
      id: "project.report",
      label: t`Report on it`,
      icon: FileText,
      keys: ["r"],
      when: () => mayManage,
      run: () => void report(search.initiative ?? at(cursor.row)?.id),
    },
    { id: "project.later", label: t`A month later`, keys: ["alt+arrowright"], ...moves, run: move("move", 1) },
    { id: "project.earlier", label: t`A month earlier`, keys: ["alt+arrowleft"], ...moves, run: move("move", -1) },
    { id: "project.longer", label: t`A month longer`, keys: ["alt+shift+arrowright"], ...moves, run: move("to", 1) },
    { id: "project.shorter", label: t`A month shorter`, keys: ["alt+shift+arrowleft"], ...moves, run: move("to", -1) },
  ]);

  const sectionAt = (index: number): Section | undefined => {
    const entry = entries[index];
    return entry?.kind === "group" ? sectionOf(entry, t`No group`) : undefined;
  };
  const foldAt = (index: number): Fold | undefined => {
    const entry = entries[index];
    if (!entry || grouping === "none") return undefined;
    if (entry.kind === "group") return { level: 1, isOpen: entry.isOpen, toggle: () => folds.toggle(entry.id) };
    const { initiative, level, isParent, parent } = entry;
    const above = entries.findIndex((one) => one.kind === "initiative" && one.initiative.id === parent);
    return {
      level,
      ...(grouping === TREE && { indent: level - 1 }),
      ...(isParent && { isOpen: folds.isOpen(initiative.id), toggle: () => folds.toggle(initiative.id) }),
      parent: above < 0 ? undefined : above,
    };
  };

  return (
    <>
      <div className="grid-room projects-grid" ref={room}>
        {width > 0 && (
          <Grid
            ref={grid}
            label={t`Initiatives`}
            columns={columns}
            total={entries.length}
            rowAt={(index) => {
              const entry = entries[index];
              return entry?.kind === "initiative" ? entry : undefined;
            }}
            idOf={({ initiative }) => initiative.id}
            sectionAt={sectionAt}
            {...(grouping !== "none" && { foldAt })}
            sorting={sorting}
            onSort={(next) => {
              setSearch({ sort: sortingText(next) }, { replace: true });
            }}
            {...(search.initiative !== undefined && { current: search.initiative })}
            peeksOnPress={isPhone || search.initiative !== undefined}
            onCursor={({ at: cell }) => setCursor(cell)}
            onOpen={({ initiative }) => go({ to: "/ppm/$id", params: { id: initiative.id } })}
            onPeek={({ initiative: { id } }) =>
              open(search.initiative === id && !isPhone && !cardPeek ? undefined : id)
            }
            onCopy={({ top, bottom, left, right }) =>
              toText(
                entries
                  .slice(top, bottom + 1)
                  .flatMap((entry) =>
                    entry.kind === "initiative"
                      ? [columns.slice(left, right + 1).map(({ text }) => text?.(entry) ?? "")]
                      : [],
                  ),
              )
            }
          >
            {lifeAt >= 0 && <AxisLines axis={axis} left={leftOfLife(columns, lifeAt, width)} />}
          </Grid>
        )}
      </div>
      {search.initiative !== undefined && cardPeek === undefined && (
        <ProjectPeek
          key={search.initiative}
          id={search.initiative}
          initiatives={initiatives}
          close={() => open()}
          step={step}
          report={() => void report(search.initiative)}
        />
      )}
    </>
  );
}

function sectionOf(entry: Entry & { kind: "group" }, none: string): Section {
  const label = entry.name ?? none;
  const budget = entry.members.reduce((sum, { cost_budget: amount }) => sum + (amount ?? 0), 0);
  return {
    label,
    title: (
      <>
        <b>{label}</b>
        <span className="c3 num">{number(entry.members.length)}</span>
      </>
    ),
    cells: budget > 0 ? { budget: number(budget, { notation: "compact", maximumSignificantDigits: 3 }) } : {},
  };
}

type FootProps = { initiatives: readonly Initiative[]; onUnreported: () => void };

/** Shows how many there are and what those at the top cost, as the money of a project is in that of its program. */
function PortfolioFoot({ initiatives, onUnreported }: FootProps) {
  const { currency } = useSuspenseQuery(settingsQuery).data;
  const top = topOf(initiatives);
  const sum = (key: "cost_budget" | "cost_actual") => top.reduce((all, one) => all + (one[key] ?? 0), 0);
  const [budget, spent] = [sum("cost_budget"), sum("cost_actual")];
  const unreported = initiatives.filter(isUnreported).length;
  return (
    <Foot>
      <span>
        <b>{number(initiatives.length)}</b> <Plural value={initiatives.length} one="initiative" other="initiatives" />
      </span>
      {budget + spent > 0 && (
        <span>
          <Trans>
            <b>{shortMoney(budget, currency)}</b> budget, <b>{shortMoney(spent, currency)}</b> spent at the top level
          </Trans>
        </span>
      )}
      {unreported > 0 && (
        <button type="button" className="lk" onClick={onUnreported}>
          <Trans>{number(unreported)} under way without a report</Trans>
        </button>
      )}
      <span className="sp" />
      <span className="desk-only">
        <KeyHint keys={["space"]}>
          <Trans>peek</Trans>
        </KeyHint>
        <KeyHint keys={["r"]}>
          <Trans>report</Trans>
        </KeyHint>
        <KeyHint keys={["?"]}>
          <Trans>all keys</Trans>
        </KeyHint>
      </span>
    </Foot>
  );
}

function Nothing({ isFiltered, clear, make }: { isFiltered: boolean; clear: () => void; make?: () => void }) {
  return (
    <div className="grid-nothing">
      {isFiltered ? (
        <Empty
          title={<Trans>No initiative fits these filters</Trans>}
          actions={
            <Button look="line" onPress={clear}>
              <Trans>Take the filters away</Trans>
            </Button>
          }
        />
      ) : (
        <Empty
          title={<Trans>No initiatives yet</Trans>}
          {...(make && {
            actions: (
              <Button look="line" onPress={make}>
                <Trans>Initiative</Trans>
              </Button>
            ),
          })}
        >
          <Trans>Ideas, programs and projects stand here, with their reports, their time and their money.</Trans>
        </Empty>
      )}
    </div>
  );
}
