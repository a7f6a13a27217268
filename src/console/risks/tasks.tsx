/** The mitigation tasks of a risk: what is to be done by whom and when, what comes again, and what was done. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Check, ListPlus } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { LineEditor } from "../cards/editors";
import { useCommands } from "../commands/command";
import { day, month } from "../language/format";
import { PersonField } from "../people/person-field";
import { useMe } from "../server/session";
import { Button } from "../ui/button";
import { Choice } from "../ui/choice";
import { EditedLine } from "../ui/edited-line";
import { Icon } from "../ui/icon";
import { KeyValue, Section } from "../ui/section";
import { AskingVerb } from "../ui/side";
import { Failed, LoadingRows } from "../ui/states";
import { changeTask, createTask, deleteTask, finishTask } from "./changes";
import { type Occurrence, riskTasksQuery, type Task } from "./queries";
import { AddLink, FactButton, type RiskProps } from "./sections";
import { choicesOf, occurrenceWords, unitWords } from "./words";

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
          ? live.due_date && <span className={isLate(live) ? "late" : ""}>{month(live.due_date)}</span>
          : last && occurrenceWords()[last.status]}
      </span>
      {isOpen && <TaskDetail task={task} live={live} mayEdit={mayEdit} />}
    </div>
  );
}

const isLate = ({ due_date: due, status }: Occurrence) =>
  due !== null && status === "open" && due < new Date().toISOString().slice(0, 10);

/** Returns how often a task comes again, in words; undefined for what is done once. */
function repeats({ recurrence_unit: unit, recurrence_interval: interval }: Task): string | undefined {
  return unit === "none" ? undefined : `↻ ${interval} ${unitWords()[unit]}`;
}

function TaskDetail({ task, live, mayEdit }: { task: Task; live: Occurrence | undefined; mayEdit: boolean }) {
  const { t } = useLingui();
  const [edited, edit] = useState<"owner" | "due">();
  const saveOwner = (id: string | null, name: string | null) => {
    edit(undefined);
    void changeTask(task, { owner_id: id }, name ? t`${name} does ${task.title}` : t`Nobody does ${task.title}`);
  };
  return (
    <div className="task-detail">
      {mayEdit && (
        <KeyValue of={t`Task`}>
          <EditedLine
            className="inp bare"
            label={t`Task`}
            value={task.title}
            isNeeded
            save={(title) => changeTask(task, { title }, t`${task.reference} is called ${title}`)}
          />
        </KeyValue>
      )}
      <KeyValue of={t`By whom`}>
        {edited === "owner" ? (
          <PersonField
            label={t`By whom`}
            autoFocus
            choose={({ id, name }) => saveOwner(id, name)}
            onLeave={() => edit(undefined)}
          />
        ) : (
          <FactButton mayEdit={mayEdit} label={t`By whom`} open={() => edit("owner")}>
            {task.owner_name ?? <span className="c3">{t`Nobody`}</span>}
          </FactButton>
        )}
      </KeyValue>
      {live && (
        <KeyValue of={t`Due`}>
          {edited === "due" ? (
            <span className="fact-open">
              <LineEditor
                label={t`Due`}
                field={{ type: "date" }}
                value={live.due_date}
                save={(value) =>
                  void changeTask(task, { due_date: value as string | null }, t`${task.title} is due on another day`)
                }
                close={() => edit(undefined)}
              />
            </span>
          ) : (
            <FactButton mayEdit={mayEdit} label={t`Due`} open={() => edit("due")}>
              {live.due_date ? day(live.due_date) : <span className="c3">{t`No day`}</span>}
            </FactButton>
          )}
        </KeyValue>
      )}
      <KeyValue of={t`Comes again`}>
        {mayEdit ? (
          <>
            <Choice
              label={t`Comes again`}
              width={110}
              value={task.recurrence_unit}
              options={choicesOf(unitWords())}
              onChange={(unit) =>
                void changeTask(
                  task,
                  { recurrence_unit: unit as Task["recurrence_unit"] },
                  t`${task.title} comes again otherwise`,
                )
              }
            />
            {task.recurrence_unit !== "none" && (
              <EditedLine
                className="inp bare figure"
                label={t`How many of them between`}
                inputMode="numeric"
                value={String(task.recurrence_interval)}
                save={(text) =>
                  changeTask(task, { recurrence_interval: Number(text) }, t`${task.title} comes again otherwise`)
                }
              />
            )}
          </>
        ) : (
          (repeats(task) ?? unitWords().none)
        )}
      </KeyValue>
      <Past task={task} />
      {mayEdit && (
        <div className="risk-moves">
          {live?.status === "open" && <CompleteWithNotes task={task} live={live} />}
          {live?.status === "open" && (
            <Button className="sm" onPress={() => void finishTask(task, live.id, "skip")}>
              <Trans>Skip</Trans>
            </Button>
          )}
          {live?.status === "scheduled" && (
            <Button className="sm" look="line" onPress={() => void finishTask(task, live.id, "promote")}>
              <Trans>Do it now</Trans>
            </Button>
          )}
          <AskingVerb verb={t`Delete`} question={t`Delete ${task.reference}?`} run={() => deleteTask(task)} />
        </div>
      )}
    </div>
  );
}

/** Earlier occurrences that are shown until one asks for all. */
const LATEST = 6;

/** Shows when the task was done or skipped before, the latest first. */
function Past({ task }: { task: Task }) {
  const { t } = useLingui();
  const [isWhole, showAll] = useState(false);
  const past = task.occurrences.filter(({ status }) => status === "done" || status === "skipped");
  if (past.length === 0) return null;
  return (
    <>
      <ul className="task-past" aria-label={t`What was done`}>
        {past.slice(0, isWhole ? past.length : LATEST).map((one) => (
          <li key={one.id} className="t12">
            <span className="c3 num">{one.completed_at && day(one.completed_at)}</span>
            <span>
              {occurrenceWords()[one.status]}
              {one.completed_by_name && `, ${one.completed_by_name}`}
              {one.due_date && <span className="c3"> · {t`due on ${day(one.due_date)}`}</span>}
              {one.completion_notes && <span className="c2"> · {one.completion_notes}</span>}
            </span>
          </li>
        ))}
      </ul>
      {past.length > LATEST && !isWhole && (
        <Button className="lk" onPress={() => showAll(true)}>
          {t`All ${past.length} times`}
        </Button>
      )}
    </>
  );
}

function CompleteWithNotes({ task, live }: { task: Task; live: Occurrence }) {
  const { t } = useLingui();
  const [notes, setNotes] = useState("");
  return (
    <form
      className="task-notes"
      onSubmit={(event) => {
        event.preventDefault();
        void finishTask(task, live.id, "complete", notes.trim());
      }}
    >
      <input
        className="inp"
        aria-label={t`What was done`}
        placeholder={t`What was done`}
        value={notes}
        onChange={({ target }) => setNotes(target.value)}
      />
      <Button className="sm" look="line" type="submit">
        <Trans>Done</Trans>
      </Button>
    </form>
  );
}

function NewTask({ risk, close }: { risk: RiskProps["risk"]; close: () => void }) {
  const { t } = useLingui();
  const me = useMe();
  const [title, setTitle] = useState("");
  const [due, setDue] = useState("");
  const [unit, setUnit] = useState<Task["recurrence_unit"]>("none");
  const [owner, setOwner] = useState<{ id: string; name: string } | undefined>({ id: me.id, name: me.display_name });
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = title.trim();
    if (wanted === "") return;
    const isSaved = await createTask(risk, {
      title: wanted,
      due_date: due || null,
      owner_id: owner?.id ?? null,
      recurrence_unit: unit,
    });
    if (isSaved) close();
  };
  return (
    <form
      className="task-new"
      aria-label={t`New mitigation task`}
      onSubmit={(event) => void save(event)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        close();
      }}
    >
      <input
        className="inp"
        aria-label={t`What is to be done`}
        placeholder={t`What is to be done`}
        maxLength={500}
        // biome-ignore lint/a11y/noAutofocus: whoever adds a task wants to type
        autoFocus
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
      <div className="task-new-row">
        {owner ? (
          <button type="button" className="fact" onClick={() => setOwner(undefined)}>
            <span className="aloud">{t`By whom`}: </span>
            {owner.name}
          </button>
        ) : (
          <PersonField label={t`By whom`} choose={setOwner} />
        )}
        <input
          className="inp"
          type="date"
          aria-label={t`Due on`}
          value={due}
          onChange={({ target }) => setDue(target.value)}
        />
      </div>
      <div className="task-new-row">
        <Choice
          label={t`Comes again`}
          width={110}
          value={unit}
          options={choicesOf(unitWords())}
          onChange={(next) => setUnit(next as Task["recurrence_unit"])}
        />
        <span className="sp" />
        <Button onPress={close}>
          <Trans>Cancel</Trans>
        </Button>
        <Button look="pri" type="submit" isDisabled={title.trim() === ""}>
          <Trans>Add</Trans>
        </Button>
      </div>
    </form>
  );
}
