/** The plan of an initiative: its work as a tree next to an axis of time, on which bars are dragged and arrows drawn. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ArrowRight, Check, Plus, Trash2 } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { useFolds } from "../../../cards/folds";
import { daysAfter, daysBetween, today } from "../../../charts/days";
import type { Grip, Unit } from "../../../charts/span-drag";
import { ticksOf } from "../../../charts/ticks";
import { axisBetween, type TimeAxis } from "../../../charts/time-axis";
import { useCommands } from "../../../commands/command";
import { toText } from "../../../grid/clipboard";
import type { Fold } from "../../../grid/column";
import { Grid, type GridHandle } from "../../../grid/grid";
import { hasDatedParts, movesOf, type PlanRow, planRows, spanOfRow, titleOf } from "../../../projects/plan";
import { changeItem, changeTask, deleteRow, linkRows, moveParts, orderParts } from "../../../projects/plan-changes";
import { isSibling, orderedPlan, placesBy, placesNextTo } from "../../../projects/plan-order";
import { type Plan, planQuery } from "../../../projects/queries";
import { onceShown } from "../../../server/changes";
import { cache } from "../../../server/queries";
import { heightOf, useDensity } from "../../../state/look";
import { useIsPhone } from "../../../state/media";
import { Button } from "../../../ui/button";
import { followingPointer } from "../../../ui/pointer";
import { Empty, Failed, LoadingRows } from "../../../ui/states";
import { useWidth } from "../../../ui/width";
import { AddWork } from "./add-work";
import { Arrows } from "./arrows";
import { planColumns, WIDE, WIDTHS } from "./columns";

type PlanProps = {
  initiative: string;
  mayEdit: boolean;
  /** The id of the task or package that is open next to the plan. */
  opened: string | undefined;
  open: (id?: string) => void;
};

/** Px of the head and of the first column of the grid, and rows from which on it is scrolled in itself. */
const HEAD = 52;
const MARKS = 36;
const MAX_ROWS = 40;

/** Shows the plan with its heading. */
export function PlanSection({ initiative, mayEdit, opened, open }: PlanProps) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(planQuery(initiative));
  const [added, add] = useState<"task" | "package">();
  const [cursor, setCursor] = useState<PlanRow>();
  const within = cursor?.kind === "wbs" ? cursor.item : data?.items.find(({ id }) => id === cursor?.parent);
  useCommands([
    { id: "plan.task", label: t`New task`, icon: Plus, keys: ["n"], when: () => mayEdit, run: () => add("task") },
    {
      id: "plan.package",
      label: t`New package`,
      icon: Plus,
      keys: ["shift+n"],
      when: () => mayEdit,
      run: () => add("package"),
    },
  ]);
  const isEmpty = data && data.items.length + data.tasks.length === 0;
  return (
    <section className="project-section" aria-label={t`Plan`}>
      <div className="h3 project-head">
        <h2>{t`Plan`}</h2>
        {data && !isEmpty && (
          <span className="n num">{t`${data.items.length} packages, ${data.tasks.length} tasks`}</span>
        )}
        <span className="sp" />
        {mayEdit && (
          <AddWork
            key={added}
            initiative={initiative}
            within={within}
            first={added ?? "task"}
            isOpen={added !== undefined}
            open={(isOpen) => add(isOpen ? (added ?? "task") : undefined)}
          />
        )}
      </div>
      {error && !data && <Failed error={error} retry={refetch} />}
      {!data && !error && <LoadingRows rows={8} />}
      {isEmpty && (
        <Empty
          title={<Trans>No plan yet</Trans>}
          {...(mayEdit && {
            actions: (
              <Button look="line" icon={Plus} onPress={() => add("package")}>
                <Trans>Add the first package</Trans>
              </Button>
            ),
          })}
        >
          <Trans>Packages, tasks and milestones stand here, on the axis of time.</Trans>
        </Empty>
      )}
      {data && !isEmpty && <PlanGrid plan={data} {...{ initiative, mayEdit, opened, open }} onRow={setCursor} />}
    </section>
  );
}

/** Returns the axis of a plan: from its first day to its last, with some room; today stands in it when it is near. */
function axisOf(plan: Plan, width: number): TimeAxis {
  const now = today();
  const days = planRows(plan, () => true).flatMap((row) => {
    const span = spanOfRow(row);
    return span ? [span.from, span.to] : [];
  });
  const sorted = [now, ...(days.length > 0 ? days : [daysAfter(now, 180)])].toSorted();
  const [first, last] = [sorted[0] ?? now, sorted.at(-1) ?? now];
  const room = Math.max(14, Math.round(daysBetween(first, last) / 12));
  const [from, to] = [daysAfter(first, -room), daysAfter(last, room)];
  return axisBetween(new Date(from), new Date(to), width);
}

/** Returns the steps by which a drag moves: days where there is room for them. */
function unitOf({ from, to, width }: TimeAxis): Unit {
  const perDay = width / ((to.getTime() - from.getTime()) / 86_400_000);
  return perDay >= 2 ? "day" : perDay >= 0.5 ? "week" : "month";
}

/** The place to which a carried row would go: next to another one. */
type DropPlace = { at: number; over: PlanRow; isAfter: boolean };

type GridProps = PlanProps & { plan: Plan; onRow: (row: PlanRow) => void };

function PlanGrid({ plan, initiative, mayEdit, opened, open, onRow }: GridProps) {
  const { t } = useLingui();
  const grid = useRef<GridHandle>(null);
  const room = useRef<HTMLDivElement>(null);
  const [measure, width] = useWidth<HTMLDivElement>();
  const isPhone = useIsPhone();
  const rowHeight = heightOf(useDensity());
  const folds = useFolds(`plan ${initiative}`, true);
  const rows = planRows(plan, folds.isOpen);
  // Somebody else's change may draw other rows while the pointer holds one.
  const drawnRows = useRef(rows);
  useLayoutEffect(() => {
    drawnRows.current = rows;
  });
  const [place, setPlace] = useState(0);
  const [linked, link] = useState<PlanRow>();
  const [drawn, draw] = useState<{ from: number; x: number; y: number }>();
  const [carried, carry] = useState<DropPlace>();
  const isWide = width >= WIDE;
  const axis = axisOf(plan, Math.max(120, width - MARKS - WIDTHS.title - WIDTHS.done - WIDTHS.dates));
  const unit = unitOf(axis);
  const current = rows[place];

  const connect = (before: PlanRow | undefined, after: PlanRow | undefined) => {
    link(undefined);
    if (before && after && before.id !== after.id) void linkRows(initiative, before, after);
  };

  /** Returns the line at a place of the pointer, and its row as it is drawn by now. */
  const lineAt = ({ clientX, clientY }: MouseEvent): { line: HTMLElement; at: number; row: PlanRow } | undefined => {
    const hit = document.elementsFromPoint(clientX, clientY).map((one) => one.closest<HTMLElement>("[data-row]"));
    const line = hit.find((one) => one !== null);
    const at = Number(line?.dataset["row"]);
    const row = drawnRows.current[at];
    return line && row && { line, at, row };
  };

  /** Draws an arrow with the pointer; where it is let go is what comes after. */
  const onLink = (row: PlanRow) =>
    followingPointer({
      move({ clientX, clientY }) {
        const box = room.current?.querySelector(".plan-arrows")?.getBoundingClientRect();
        const from = drawnRows.current.findIndex(({ id }) => id === row.id);
        if (box) draw({ from, x: clientX - box.left, y: clientY - box.top });
      },
      end(dropped) {
        draw(undefined);
        if (dropped) connect(row, lineAt(dropped)?.row);
      },
    });

  /** Carries a row by its grip; it goes next to the row of its like over which it is let go. */
  const onCarry = (row: PlanRow) => {
    const placeAt = (event: MouseEvent): DropPlace | undefined => {
      const found = lineAt(event);
      if (!found || !isSibling(row, found.row)) return undefined;
      const { top, height } = found.line.getBoundingClientRect();
      return { at: found.at, over: found.row, isAfter: event.clientY > top + height / 2 };
    };
    return followingPointer({
      move: (event) => carry(placeAt(event)),
      end(dropped) {
        carry(undefined);
        const place = dropped && placeAt(dropped);
        if (place)
          void orderParts(
            initiative,
            placesNextTo(newestPlan(), row, place.over, place.isAfter),
            t`${titleOf(row)} moved`,
          );
      },
    });
  };

  /** Returns the plan as it was read or changed last, which may be newer than what is drawn. */
  const newestPlan = () => cache.getQueryData(planQuery(initiative).queryKey) ?? plan;

  /** Does something with the focused row of the newest plan. */
  const withNewest = (act: (current: PlanRow, plan: Plan) => void) =>
    onceShown(() => {
      const newest = newestPlan();
      const row = planRows(newest, () => true).find(({ id }) => id === current?.id);
      if (row) act(row, newest);
    });
  const shift = (grip: Grip, steps: number) => () =>
    withNewest((row, newest) => {
      const isHeld = grip === "move" || row.kind === "task" || !hasDatedParts(newest, row.id);
      if (isHeld) void moveParts(initiative, movesOf(newest, row, grip, steps, unit), t`${titleOf(row)} moved`);
    });
  const step = (steps: number) => () =>
    withNewest((row, newest) => {
      const places = placesBy(newest, row, steps);
      if (places.length === 0) return;
      void orderParts(initiative, places, t`${titleOf(row)} moved`);
      const place = planRows(orderedPlan(newest, places), folds.isOpen).findIndex(({ id }) => id === row.id);
      grid.current?.focus({ row: place });
    });
  const finish = (current: PlanRow) => {
    if (current.kind === "task") {
      const isDone = current.task.status === "done";
      const sentence = isDone ? t`${current.task.title} is to be done again` : t`${current.task.title} is done`;
      void changeTask(current.task, { status: isDone ? "todo" : "done" }, sentence);
    } else if (current.item.is_milestone) {
      const isDone = current.item.completion >= 100;
      const sentence = isDone ? t`${current.item.title} is not reached` : t`${current.item.title} is reached`;
      void changeItem(current.item, { completion: isDone ? 0 : 100 }, sentence);
    }
  };
  const may = { when: () => mayEdit && current !== undefined };
  useCommands([
    { id: "plan.later", label: t`Later`, keys: ["alt+arrowright"], ...may, run: shift("move", 1) },
    { id: "plan.earlier", label: t`Earlier`, keys: ["alt+arrowleft"], ...may, run: shift("move", -1) },
    { id: "plan.longer", label: t`Longer`, keys: ["alt+shift+arrowright"], ...may, run: shift("to", 1) },
    { id: "plan.shorter", label: t`Shorter`, keys: ["alt+shift+arrowleft"], ...may, run: shift("to", -1) },
    { id: "plan.up", label: t`Further up`, keys: ["alt+arrowup"], ...may, run: step(-1) },
    { id: "plan.down", label: t`Further down`, keys: ["alt+arrowdown"], ...may, run: step(1) },
    { id: "plan.done", label: t`Done, or not`, icon: Check, keys: ["x"], ...may, run: () => withNewest(finish) },
    {
      id: "plan.link",
      label: t`Choose what comes after`,
      icon: ArrowRight,
      keys: ["l"],
      ...may,
      run: () => {
        link(current);
        grid.current?.focus();
      },
    },
    {
      id: "plan.unlink",
      label: t`Choose nothing`,
      keys: ["escape"],
      quiet: true,
      when: () => linked !== undefined,
      run: () => link(undefined),
    },
    {
      id: "plan.delete",
      label: t`Delete the row`,
      icon: Trash2,
      keys: ["delete"],
      ...may,
      run: () => current && void deleteRow(current),
    },
  ]);

  const foldAt = (index: number): Fold | undefined => {
    const row = rows[index];
    if (!row) return undefined;
    const above = rows.findIndex(({ id }) => id === row.parent);
    return {
      level: row.level,
      indent: row.level - 1,
      ...(row.kind === "wbs" && row.isParent && { isOpen: folds.isOpen(row.id), toggle: () => folds.toggle(row.id) }),
      parent: above < 0 ? undefined : above,
    };
  };
  const columns = planColumns({ plan, axis, unit, rowHeight, mayEdit, width, onLink, onCarry, open });
  const left = `${MARKS + WIDTHS.title + WIDTHS.done}px`;
  return (
    <>
      {linked && (
        <p className="plan-linking t12" role="status">
          <Trans>
            What comes after <b>{titleOf(linked)}</b>? Choose it with the arrows and ↵; Esc leaves it.
          </Trans>
        </p>
      )}
      <div
        className="plan-grid"
        style={{ height: HEAD + Math.min(rows.length, MAX_ROWS) * rowHeight + 1 }}
        ref={(element) => {
          room.current = element;
          return measure(element);
        }}
      >
        {width > 0 && (
          <Grid
            ref={grid}
            label={t`Plan`}
            columns={columns}
            total={rows.length}
            rowAt={(index) => rows[index]}
            idOf={({ id }) => id}
            foldAt={foldAt}
            {...(opened !== undefined && { current: opened })}
            peeksOnPress={isPhone || opened !== undefined}
            onCursor={({ at }) => {
              setPlace(at.row);
              const row = rows[at.row];
              if (row) onRow(row);
            }}
            onOpen={(row) => (linked ? connect(linked, row) : open(row.id))}
            onPeek={({ id }) => open(opened === id && !isPhone ? undefined : id)}
            onCopy={({ top, bottom, left: first, right }) =>
              toText(
                rows
                  .slice(top, bottom + 1)
                  .map((row) => columns.slice(first, right + 1).map(({ text }) => text?.(row) ?? "")),
              )
            }
          >
            {carried && (
              <span
                className="plan-drop"
                style={{ top: (carried.at + (carried.isAfter ? 1 : 0)) * rowHeight }}
                aria-hidden
              />
            )}
            {isWide && (
              <>
                <div className="axis-lines" style={{ left, width: axis.width }} aria-hidden>
                  {ticksOf(axis)
                    .filter(({ isYear }) => isYear)
                    .map(({ x }) => (
                      <span key={x} className="axis-year" style={{ left: x }} />
                    ))}
                  <span className="todayl" style={{ left: axis.today }} />
                </div>
                <Arrows {...{ plan, rows, axis, rowHeight, left, drawn }} />
              </>
            )}
          </Grid>
        )}
      </div>
    </>
  );
}
