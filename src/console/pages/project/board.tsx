/** The tasks of an initiative as a board: a column for each status, between which they are dragged, or moved by keys. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { MessageSquare } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { day, number } from "../../language/format";
import { changeTask } from "../../projects/plan-changes";
import { type Plan, planQuery, type Task } from "../../projects/queries";
import { isLate } from "../../projects/tasks";
import { priorityWords, taskWords } from "../../projects/words";
import { Avatar } from "../../ui/avatar";
import { Foot, KeyHint } from "../../ui/bars";
import { Icon } from "../../ui/icon";
import { Missing } from "../../ui/signs";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { AddWork } from "./plan/add-work";
import type { PartProps } from "./reports";

const STATUSES: readonly Task["status"][] = ["todo", "in_progress", "blocked", "done"];
/** Px below which a press is no drag. */
const STILL = 5;

type BoardProps = PartProps & { opened: string | undefined; open: (id?: string) => void };

/** Moves a task to another column. */
const move = (task: Task, status: Task["status"], sentence: string) =>
  status !== task.status && void changeTask(task, { status }, sentence);

/** Shows the board. */
export function BoardTab({ card, mayManage, opened, open }: BoardProps) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(planQuery(card.id));
  const [isAdding, add] = useState(false);
  const nobody = data?.tasks.filter(({ assignee_id, status }) => assignee_id === null && status !== "done").length ?? 0;
  const late = data?.tasks.filter(isLate).length ?? 0;
  return (
    <>
      <section className="project-part board-part" aria-label={t`Board`}>
        <div className="h3 project-head">
          <h1>{t`Tasks`}</h1>
          <span className="n num">{data?.tasks.length}</span>
          <span className="sp" />
          {mayManage && <AddWork initiative={card.id} within={undefined} first="task" isOpen={isAdding} open={add} />}
        </div>
        {error && !data && <Failed error={error} retry={refetch} />}
        {!data && !error && <LoadingRows rows={8} />}
        {data?.tasks.length === 0 && (
          <Empty title={<Trans>No tasks yet</Trans>}>
            <Trans>What is to be done stands here, by how far it is.</Trans>
          </Empty>
        )}
        {data && data.tasks.length > 0 && <Columns plan={data} mayEdit={mayManage} opened={opened} open={open} />}
      </section>
      <Foot>
        <span>
          <Trans>
            <b>{number(late)}</b> late
          </Trans>
        </span>
        <span>
          <Trans>{number(nobody)} open without a person</Trans>
        </span>
        <span className="sp" />
        {mayManage && (
          <span className="desk-only">
            <KeyHint keys={["alt+arrowright"]}>
              <Trans>move</Trans>
            </KeyHint>
            <KeyHint keys={["z"]}>
              <Trans>undo</Trans>
            </KeyHint>
          </span>
        )}
      </Foot>
    </>
  );
}

type ColumnsProps = { plan: Plan; mayEdit: boolean; opened: string | undefined; open: (id?: string) => void };

function Columns({ plan, mayEdit, opened, open }: ColumnsProps) {
  const { t } = useLingui();
  const words = taskWords();
  const [over, setOver] = useState<string>();
  // A task that is moved by keys keeps the focus in its other column.
  const [held, hold] = useState<string>();
  const packages = new Map(plan.items.map(({ id, title }) => [id, title]));
  const moved = (task: Task, status: Task["status"]) => move(task, status, t`${task.title}: ${words[status]}`);
  return (
    <div className="board scroll">
      {STATUSES.map((status) => {
        const tasks = plan.tasks.filter((task) => task.status === status);
        return (
          <section
            key={status}
            className={over === status ? "board-column over-it" : "board-column"}
            data-status={status}
            aria-label={words[status]}
          >
            <h2>
              {words[status]} <span className="n num">{number(tasks.length)}</span>
            </h2>
            {tasks.map((task) => (
              <BoardTask
                key={task.id}
                task={task}
                within={packages.get(task.wbs_id ?? "")}
                isOpen={opened === task.id}
                isHeld={held === task.id}
                mayEdit={mayEdit}
                open={() => open(task.id)}
                onOver={setOver}
                onDrop={(to, isByKeys) => {
                  hold(isByKeys ? task.id : undefined);
                  moved(task, to);
                }}
              />
            ))}
          </section>
        );
      })}
    </div>
  );
}

type BoardTaskProps = {
  task: Task;
  within: string | undefined;
  isOpen: boolean;
  /** True when it was moved by keys, and takes the focus where it stands now. */
  isHeld: boolean;
  mayEdit: boolean;
  open: () => void;
  onOver: (status: string | undefined) => void;
  onDrop: (status: Task["status"], isByKeys: boolean) => void;
};

/** Returns the column at a place. */
const columnAt = (x: number, y: number): Task["status"] | undefined =>
  document
    .elementsFromPoint(x, y)
    .filter((one) => !one.closest(".moved"))
    .map((one) => one.closest<HTMLElement>("[data-status]")?.dataset["status"])
    .find(Boolean) as Task["status"] | undefined;

function BoardTask({ task, within, isOpen, isHeld, mayEdit, open, onOver, onDrop }: BoardTaskProps) {
  const [drag, setDrag] = useState<{ x: number; y: number; dx: number; dy: number }>();
  const isMoved = drag !== undefined && Math.hypot(drag.dx, drag.dy) >= STILL;
  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || event.pointerType === "touch") return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ x: event.clientX, y: event.clientY, dx: 0, dy: 0 });
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!drag) return;
      setDrag({ ...drag, dx: event.clientX - drag.x, dy: event.clientY - drag.y });
      onOver(columnAt(event.clientX, event.clientY));
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      onOver(undefined);
      setDrag(undefined);
      const to = isMoved ? columnAt(event.clientX, event.clientY) : undefined;
      if (to) onDrop(to, false);
    },
    onPointerCancel() {
      onOver(undefined);
      setDrag(undefined);
    },
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const to = STATUSES[STATUSES.indexOf(task.status) + step];
    if (!event.altKey || step === 0 || !mayEdit) return;
    event.preventDefault();
    event.stopPropagation();
    if (to) onDrop(to, true);
  };
  return (
    <button
      type="button"
      id={`task-${task.id}`}
      // biome-ignore lint/a11y/noAutofocus: the focus goes with the task that one moves
      autoFocus={isHeld}
      className={["board-task", isOpen ? "on" : "", isMoved ? "moved" : ""].filter(Boolean).join(" ")}
      style={isMoved ? { transform: `translate(${drag.dx}px, ${drag.dy}px)` } : undefined}
      onClick={() => !isMoved && open()}
      onKeyDown={onKeyDown}
      {...(mayEdit && handlers)}
    >
      <span className={task.status === "done" ? "c3" : ""}>{task.title}</span>
      {within && <span className="c3 t11 trunc">{within}</span>}
      <span className="board-facts t11">
        {task.assignee_name ? <Avatar name={task.assignee_name} title={task.assignee_name} /> : <Missing title="" />}
        {(task.priority === "critical" || task.priority === "high") && <span>{priorityWords()[task.priority]}</span>}
        {task.comment_count > 0 && (
          <span className="c3 num board-comments">
            <Icon of={MessageSquare} size={12} />
            {number(task.comment_count)}
          </span>
        )}
        <span className="sp" />
        {task.due_date && <span className={isLate(task) ? "num late" : "num c3"}>{day(task.due_date)}</span>}
      </span>
    </button>
  );
}
