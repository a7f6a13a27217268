/** The grid of initiatives, with the panel of one of them. */

import { useLingui } from "@lingui/react/macro";
import { FileText } from "lucide-react";
import { useRef, useState } from "react";
import { useFolds } from "../../cards/folds";
import { AxisLines } from "../../charts/life-cycle";
import { axisBetween } from "../../charts/time-axis";
import { useCommands } from "../../commands/command";
import { toText } from "../../grid/clipboard";
import { type Fold, type Section, sortingOf, sortingText } from "../../grid/column";
import type { Cell } from "../../grid/cursor";
import { Grid, type GridHandle } from "../../grid/grid";
import { number } from "../../language/format";
import type { CardType } from "../../metamodel/queries";
import { useGo } from "../../navigation/link";
import { usePeek, useSetPeek } from "../../navigation/peek";
import { moveInitiative } from "../../projects/changes";
import { sorted, USUAL_SORT } from "../../projects/order";
import { ProjectPeek } from "../../projects/peek";
import { type Initiative, newestInitiative } from "../../projects/queries";
import { beginReport } from "../../projects/report-changes";
import type { useReportFilter } from "../../reports/filter";
import { onceShown } from "../../server/changes";
import { useMay } from "../../server/session";
import { useToggled } from "../../state/asked";
import { heightOf, useDensity } from "../../state/look";
import { useWidth } from "../../ui/width";
import { projectColumns, WIDTHS } from "./columns";
import { projects as page } from "./page";
import { type Entry, entriesOf } from "./rows";
import { axisRange, leftOfLife } from "./time";

/** The grouping of initiatives by the programs that they are part of. */
export const TREE = "tree";

type InitiativeGridProps = {
  initiatives: readonly Initiative[];
  filtering: ReturnType<typeof useReportFilter>;
  grouping: string;
  isGantt: boolean;
  isPhone: boolean;
  type: CardType | undefined;
};

/** Shows the initiatives as rows, or on one time axis. */
export function InitiativeGrid({ initiatives, filtering, grouping, isGantt, isPhone, type }: InitiativeGridProps) {
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
  const toggle = useToggled(search.initiative, open);
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
    const drawn = at(cursor.row);
    if (drawn) onceShown(() => void moveInitiative(newestInitiative(drawn), grip, months));
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
            onPeek={({ initiative: { id } }) => (isPhone || cardPeek ? open(id) : toggle(id))}
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
