/** The columns of the plan. */
import { t } from "@lingui/core/macro";
import { Diamond, GripVertical } from "lucide-react";
import type { PointerEvent } from "react";
import { LineEditor } from "../../../cards/editors";
import type { Unit } from "../../../charts/span-drag";
import { ticksOf } from "../../../charts/ticks";
import type { TimeAxis } from "../../../charts/time-axis";
import type { Column } from "../../../grid/column";
import { day, month } from "../../../language/format";
import { hasDatedParts, type PlanRow, spanOfRow, titleOf } from "../../../projects/plan";
import { changeItem, changeTask, renameRow } from "../../../projects/plan-changes";
import type { Plan } from "../../../projects/queries";
import { percent } from "../../../projects/signs";
import { TaskSign } from "../../../projects/task-sign";
import { isLate } from "../../../projects/tasks";
import { Icon } from "../../../ui/icon";
import { PlanBar } from "./bar";

type Context = {
  plan: Plan;
  axis: TimeAxis;
  unit: Unit;
  rowHeight: number;
  mayEdit: boolean;
  width: number;
  onLink: (row: PlanRow) => (event: PointerEvent<Element>) => void;
  onCarry: (row: PlanRow) => (event: PointerEvent<Element>) => void;
  open: (id: string) => void;
};

/** The widths of the columns, in px; from `WIDE` on. */
export const WIDTHS = { title: 300, done: 60, dates: 172 };
export const WIDE = 760;

/** Checks whether the completion of a package is typed, as there are no tasks in it. */
const isTyped = (plan: Plan, row: PlanRow): boolean =>
  row.kind === "wbs" && row.item.task_count === 0 && !plan.items.some(({ parent_id }) => parent_id === row.id);

/** Returns the columns that fit. */
export function planColumns(context: Context): Column<PlanRow>[] {
  const { plan, axis, unit, rowHeight, mayEdit, width, onLink, onCarry, open } = context;
  const isWide = width >= WIDE;
  const title: Column<PlanRow> = {
    key: "title",
    label: t`Work`,
    className: "nm",
    ...(isWide && { width: WIDTHS.title }),
    cell: (row) => (
      <>
        <Title row={row} />
        {mayEdit && isWide && (
          <span className="row-grip" title={t`Drag to another place`} onPointerDown={onCarry(row)}>
            <Icon of={GripVertical} size={12} />
          </span>
        )}
      </>
    ),
    text: titleOf,
    editor: (row, { close }) =>
      mayEdit ? (
        <LineEditor
          label={t`Title`}
          field={{ type: "text" }}
          value={titleOf(row)}
          save={(next) => next !== null && void renameRow(row, String(next))}
          close={close}
        />
      ) : undefined,
  };
  const done: Column<PlanRow> = {
    key: "done",
    label: t`Done`,
    width: WIDTHS.done,
    isFigure: true,
    cell: (row) =>
      row.kind === "wbs" &&
      !row.item.is_milestone && <span className="c2 t12">{percent(row.item.completion / 100)}</span>,
    text: (row) => (row.kind === "wbs" ? String(row.item.completion) : ""),
    editor: (row, { close }) =>
      mayEdit && row.kind === "wbs" && isTyped(plan, row) ? (
        <LineEditor
          label={t`Done, in percent`}
          field={{ type: "number" }}
          value={row.item.completion}
          save={(next) =>
            void changeItem(
              row.item,
              { completion: Math.min(100, Math.max(0, Number(next) || 0)) },
              t`${row.item.title}: ${Number(next) || 0} % done`,
            )
          }
          close={close}
        />
      ) : undefined,
  };
  const time: Column<PlanRow> = {
    key: "time",
    label: t`Time`,
    isLabelHidden: true,
    className: "lcc",
    isFull: true,
    spread: <PlanAxis axis={axis} />,
    cell: (row) => (
      <PlanBar key={row.id} {...{ plan, row, axis, unit, mayEdit }} height={rowHeight} onLink={onLink(row)} />
    ),
    text: (row) => {
      const span = spanOfRow(row);
      return span ? `${span.from} – ${span.to}` : "";
    },
  };
  const dates: Column<PlanRow> = {
    key: "dates",
    label: t`Dates`,
    width: WIDTHS.dates,
    cell: (row) => <Dates row={row} mayEdit={mayEdit} open={() => open(row.id)} />,
    text: (row) => {
      const span = spanOfRow(row);
      return span ? `${day(span.from)} – ${day(span.to)}` : "";
    },
    editor: (row, { close }) =>
      mayEdit && (row.kind === "task" || !hasDatedParts(plan, row.id)) ? (
        <LineEditor
          label={row.kind === "task" ? t`Due` : t`Until`}
          field={{ type: "date" }}
          value={row.kind === "task" ? row.task.due_date : row.item.end_date}
          save={(next) =>
            row.kind === "task"
              ? void changeTask(row.task, { due_date: next as string | null }, t`${row.task.title} has another date`)
              : void changeItem(row.item, { end_date: next as string | null }, t`${row.item.title} has another date`)
          }
          close={close}
        />
      ) : undefined,
  };
  return isWide ? [title, done, time, dates] : [title, done];
}

function Title({ row }: { row: PlanRow }) {
  if (row.kind === "task") {
    const { task } = row;
    return (
      <>
        <TaskSign task={task} />
        <span className={task.status === "done" ? "trunc c3" : "trunc"} title={task.title}>
          {task.title}
        </span>
      </>
    );
  }
  const { item, level, isParent } = row;
  return (
    <>
      {item.is_milestone && <Icon of={Diamond} size={12} className={item.end_date ? "c2" : "undated"} />}
      <span className={level === 1 && isParent ? "trunc w2" : "trunc"} title={item.title}>
        {item.title || t`Without words`}
      </span>
    </>
  );
}

function Dates({ row, mayEdit, open }: { row: PlanRow; mayEdit: boolean; open: () => void }) {
  const span = spanOfRow(row);
  if (!span)
    return mayEdit ? (
      <button type="button" className="lk t12" onClick={open}>
        {t`Set a date`}
      </button>
    ) : (
      <span className="c3 t12">–</span>
    );
  const isOne = span.from === span.to || (row.kind === "wbs" && row.item.is_milestone);
  const late = row.kind === "task" && isLate(row.task);
  const same = month(span.from) === month(span.to);
  return (
    <span className={late ? "num t12 late" : "num t12 c3"}>
      {isOne ? day(span.to) : same ? month(span.to) : `${month(span.from)} – ${month(span.to)}`}
    </span>
  );
}

/** Shows the marks of the axis in its head. */
function PlanAxis({ axis }: { axis: TimeAxis }) {
  return (
    <svg className="lc" width={axis.width} height={28} aria-hidden>
      {ticksOf(axis).map(({ x, label, isYear }) => (
        <g key={x}>
          <line className="tick2" x1={x} x2={x} y1={isYear ? 14 : 22} y2={28} />
          {label && (
            <text className={isYear ? "b" : ""} x={x + 4} y={24}>
              {label}
            </text>
          )}
        </g>
      ))}
      <path className="todaym" d={`M${axis.today - 3.5} 2.5h7l-3.5 5z`} />
      <line className="today" x1={axis.today} x2={axis.today} y1={5} y2={28} />
    </svg>
  );
}
