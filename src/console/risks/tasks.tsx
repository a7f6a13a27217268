/** The mitigation tasks of a risk: what is to be done by whom and when, what comes again, and what was done. */
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Check, ListPlus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useCommands } from "../commands/command";
import { month } from "../language/format";
import { useMe } from "../server/session";
import { Icon } from "../ui/icon";
import { Section } from "../ui/section";
import { Failed, LoadingRows } from "../ui/states";
import { finishTask } from "./changes";
import { NewTask } from "./new-task";
import { type Occurrence, riskTasksQuery, type Task } from "./queries";
import { AddLink, type RiskProps } from "./sections";
import { repeats, TaskDetail } from "./task-detail";
import { occurrenceWords } from "./words";

/** Returns the occurrence of a task that is to be done; undefined when nothing is. */
const liveOf = ({ occurrences }: Task): Occurrence | undefined =>
  occurrences.find(({ status }) => status === "open" || status === "scheduled");

/** Shows the tasks. @param opened the id of the task that is open at first */
export function Tasks({ risk, mayEdit, opened }: RiskProps & { opened?: string | undefined }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(riskTasksQuery(risk.id));
  const [open, setOpen] = useState(opened);
  const [isAdding, add] = useState(false);
  useCommands([
    {
      id: "risk.task",
      label: t`New mitigation task`,
      icon: ListPlus,
      keys: ["t"],
      when: () => mayEdit,
      run: () => add(true),
    },
  ]);
  const done = data?.filter((task) => !liveOf(task)).length ?? 0;
  return (
    <Section title={t`Mitigation`} count={data?.length ?? 0} remark={data && data.length > 0 && t`${done} done`}>
      {error && <Failed error={error} retry={refetch} />}
      {!data && !error && <LoadingRows rows={2} />}
      {data?.map((task) => (
        <TaskRow
          key={task.id}
          task={task}
          mayEdit={mayEdit}
          isClosed={risk.status === "closed"}
          isOpen={open === task.id}
          toggle={() => setOpen(open === task.id ? undefined : task.id)}
        />
      ))}
      {isAdding && <NewTask risk={risk} close={() => add(false)} />}
      {mayEdit && !isAdding && <AddLink onPress={() => add(true)}>{t`Add a task`}</AddLink>}
    </Section>
  );
}

type RowProps = { task: Task; mayEdit: boolean; isClosed: boolean; isOpen: boolean; toggle: () => void };

function TaskRow({ task, mayEdit, isClosed, isOpen, toggle }: RowProps) {
  const { t } = useLingui();
  const me = useMe();
  const live = liveOf(task);
  const place = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current) place.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const isMine = live?.assigned_owner_id === me.id;
  const mayComplete = live?.status === "open" && (mayEdit || (isMine && !isClosed));
  const last = task.occurrences[0];
  const facts = [task.reference, task.owner_name, repeats(task)].filter(Boolean).join(" · ");
  return (
    <div ref={place} className="risk-task" id={live && `occurrence-${live.id}`}>
      <button
        type="button"
        className={`task-box ${live ? "" : "on"}`}
        disabled={!mayComplete}
        aria-label={live ? t`Done: ${task.title}` : t`${task.title} is done`}
        onClick={() => live && void finishTask(task, live.id, "complete")}
      >
        {!live && <Icon of={Check} size={12} />}
      </button>
      <button type="button" className="task-main" aria-expanded={isOpen} onClick={toggle}>
        <span className={live ? "" : "c3"}>{task.title}</span>
        <span className="c3 t11">{facts}</span>
      </button>
      <span className="num c2 t11 task-due">
        {live
          ? live.due_date && <span className={isLate(live) ? "overdue" : ""}>{month(live.due_date)}</span>
          : last && occurrenceWords()[last.status]}
      </span>
      {isOpen && <TaskDetail task={task} live={live} mayEdit={mayEdit} />}
    </div>
  );
}

const isLate = ({ due_date: due, status }: Occurrence) =>
  due !== null && status === "open" && due < new Date().toISOString().slice(0, 10);
