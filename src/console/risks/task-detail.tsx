/** A mitigation task that is open in its list: by whom, when, how often, what was done, and its verbs. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { LineEditor } from "../cards/editors";
import { day } from "../language/format";
import { PersonField } from "../people/person-field";
import { Button } from "../ui/button";
import { Choice } from "../ui/choice";
import { EditedLine } from "../ui/edited-line";
import { KeyValue } from "../ui/section";
import { AskingVerb } from "../ui/side";
import { changeTask, deleteTask, finishTask } from "./changes";
import type { Occurrence, Task } from "./queries";
import { FactButton } from "./sections";
import { choicesOf, occurrenceWords, unitWords } from "./words";

/** Returns how often a task comes again, in words; undefined for what is done once. */
export function repeats({ recurrence_unit: unit, recurrence_interval: interval }: Task): string | undefined {
  return unit === "none" ? undefined : `↻ ${interval} ${unitWords()[unit]}`;
}

/** Shows the task. */
export function TaskDetail({ task, live, mayEdit }: { task: Task; live: Occurrence | undefined; mayEdit: boolean }) {
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
