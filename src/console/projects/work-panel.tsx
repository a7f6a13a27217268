/** A task or a package of a plan, next to it: every field, what it waits for, and comments. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ListTodo, Package, X } from "lucide-react";
import { useState } from "react";
import { daysAfter, daysBetween } from "../charts/days";
import { PersonField } from "../people/person-field";
import { Avatar } from "../ui/avatar";
import { IconButton } from "../ui/button";
import { Choice } from "../ui/choice";
import { EditedLine } from "../ui/edited-line";
import { EditedText } from "../ui/edited-text";
import { KeyValue, Section } from "../ui/section";
import { AskingVerb, Side } from "../ui/side";
import { Missing } from "../ui/signs";
import { Switch } from "../ui/switch";
import { Comments } from "./comments";
import { hasDatedParts, type Neighbour, neighboursOf, type PlanRow, packagesIn, planRows, spanOfRow } from "./plan";
import {
  changeItem,
  changeTask,
  deleteRow,
  type ItemChanges,
  moveParts,
  type TaskChanges,
  unlinkRows,
} from "./plan-changes";
import { type Plan, planQuery } from "./queries";
import { choicesOf, priorityWords, taskWords } from "./words";

type PanelProps = { initiative: string; id: string; mayEdit: boolean; close: () => void; open: (id: string) => void };

/** Shows the panel of a task or a package; nothing when the plan doesn't have it any more. */
export function WorkPanel({ initiative, id, mayEdit, close, open }: PanelProps) {
  const { t } = useLingui();
  const { data: plan } = useQuery(planQuery(initiative));
  const row = plan && planRows(plan, () => true).find((one) => one.id === id);
  if (!plan || !row) return null;
  const common = { plan, mayEdit, open };
  const isTask = row.kind === "task";
  const kind = isTask ? t`Task` : row.item.is_milestone ? t`Milestone` : t`Package`;
  const title = isTask ? row.task.title : row.item.title;
  return (
    <Side icon={isTask ? ListTodo : Package} kind={kind} label={title || kind} close={close}>
      {isTask ? <TaskFields row={row} {...common} /> : <ItemFields row={row} {...common} />}
      <Neighbours row={row} {...common} />
      {isTask && <Comments task={row.task} mayEdit={mayEdit} />}
      {mayEdit && (
        <div className="sec">
          <AskingVerb
            verb={t`Delete`}
            question={isTask ? t`With its comments?` : t`With all below it? Its tasks stay.`}
            run={async () => {
              if (await deleteRow(row)) close();
            }}
          />
        </div>
      )}
    </Side>
  );
}

type FieldsProps<K extends PlanRow["kind"]> = { row: PlanRow & { kind: K }; plan: Plan; mayEdit: boolean };

function TaskFields({ row: { task }, plan, mayEdit }: FieldsProps<"task">) {
  const { t } = useLingui();
  const named = (label: string) => t`${label} of ${task.title} changed`;
  const change = (changes: TaskChanges, label: string) => changeTask(task, changes, named(label));
  return (
    <>
      <Head
        title={task.title}
        text={task.description}
        mayEdit={mayEdit}
        save={(changes) => void changeTask(task, changes, named(t`Text`))}
      />
      <div className="sec">
        <Pick
          label={t`Status`}
          value={task.status}
          options={choicesOf(taskWords())}
          mayEdit={mayEdit}
          choose={(status) => void changeTask(task, { status }, t`${task.title}: ${taskWords()[status]}`)}
        />
        <Pick
          label={t`Priority`}
          value={task.priority}
          options={choicesOf(priorityWords())}
          mayEdit={mayEdit}
          choose={(priority) => void change({ priority }, t`Priority`)}
        />
        <Person
          name={task.assignee_name}
          mayEdit={mayEdit}
          choose={(id, name) =>
            void changeTask(
              task,
              { assignee_id: id },
              name ? t`${name} does ${task.title}` : t`Nobody does ${task.title}`,
              {
                assignee_name: name,
              },
            )
          }
        />
        <Day
          label={t`Start`}
          value={task.start_date}
          mayEdit={mayEdit}
          save={(day) => change({ start_date: day }, t`Start`)}
        />
        <Day label={t`Due`} value={task.due_date} mayEdit={mayEdit} save={(day) => change({ due_date: day }, t`Due`)} />
        <Pick
          label={t`Package`}
          value={task.wbs_id ?? ""}
          options={[{ value: "", label: t`None` }, ...plan.items.map(({ id, title }) => ({ value: id, label: title }))]}
          mayEdit={mayEdit}
          choose={(id) => void change({ wbs_id: id || null }, t`Package`)}
        />
        <KeyValue of={t`Tags`}>
          {mayEdit ? (
            <EditedLine
              label={t`Tags, with commas`}
              value={task.tags.join(", ")}
              save={(text) =>
                change({ tags: text.split(",").flatMap((one) => (one.trim() ? [one.trim()] : [])) }, t`Tags`)
              }
            />
          ) : (
            <span className="trunc">{task.tags.join(", ") || "–"}</span>
          )}
        </KeyValue>
      </div>
    </>
  );
}

function ItemFields({ row: { item }, plan, mayEdit }: FieldsProps<"wbs">) {
  const { t } = useLingui();
  const named = (label: string) => t`${label} of ${item.title} changed`;
  const change = (changes: ItemChanges, label: string) => changeItem(item, changes, named(label));
  const below = packagesIn(plan, item.id);
  const isDerived = hasDatedParts(plan, item.id);
  const isTyped = item.task_count === 0 && !plan.items.some(({ parent_id }) => parent_id === item.id);
  return (
    <>
      <Head
        title={item.title}
        text={item.description}
        mayEdit={mayEdit}
        save={(changes) => void changeItem(item, changes, named(t`Text`))}
      />
      <div className="sec">
        <KeyValue of={t`Done`}>
          {mayEdit && isTyped ? (
            <EditedLine
              label={t`Done, in percent`}
              value={String(item.completion)}
              inputMode="decimal"
              save={(text) => change({ completion: Math.min(100, Math.max(0, Number(text) || 0)) }, t`Done`)}
            />
          ) : (
            <span className="num">{item.completion} %</span>
          )}
          {!isTyped && <span className="c3 t12">{t`from its tasks`}</span>}
        </KeyValue>
        <KeyValue of={t`Milestone`}>
          {mayEdit ? (
            <Switch
              label={t`Milestone`}
              isOn={item.is_milestone}
              onChange={(is_milestone) => void change({ is_milestone }, t`Milestone`)}
            />
          ) : item.is_milestone ? (
            t`Yes`
          ) : (
            t`No`
          )}
        </KeyValue>
        <Person
          name={item.assignee_name}
          mayEdit={mayEdit}
          choose={(id, name) =>
            void changeItem(
              item,
              { assignee_id: id },
              name ? t`${name} does ${item.title}` : t`Nobody does ${item.title}`,
              {
                assignee_name: name,
              },
            )
          }
        />
        <Day
          label={t`Start`}
          value={item.start_date}
          mayEdit={mayEdit && !isDerived}
          save={(day) => change({ start_date: day }, t`Start`)}
        />
        <Day
          label={t`Until`}
          value={item.end_date}
          mayEdit={mayEdit && !isDerived}
          save={(day) => change({ end_date: day }, t`Until`)}
        />
        {isDerived && <p className="c3 t12">{t`The days follow from what is in it.`}</p>}
        <Pick
          label={t`Within`}
          value={item.parent_id ?? ""}
          options={[
            { value: "", label: t`The top` },
            ...plan.items.filter(({ id }) => !below.has(id)).map(({ id, title }) => ({ value: id, label: title })),
          ]}
          mayEdit={mayEdit}
          choose={(id) => void change({ parent_id: id || null }, t`Place`)}
        />
      </div>
    </>
  );
}

type HeadProps = {
  title: string;
  text: string | null;
  mayEdit: boolean;
  save: (changes: { title: string } | { description: string | null }) => void;
};

function Head({ title, text, mayEdit, save }: HeadProps) {
  const { t } = useLingui();
  return (
    <div className="pad peek-project">
      <h2 className="t15 w2">
        <EditedText label={t`Title`} value={title} mayEdit={mayEdit} save={(next) => save({ title: next })}>
          {title || t`Without words`}
        </EditedText>
      </h2>
      {(text || mayEdit) && (
        <div className="c2 work-text">
          <EditedText
            label={t`Description`}
            value={text ?? ""}
            mayEdit={mayEdit}
            isLong
            save={(next) => save({ description: next || null })}
          >
            {text || <span className="c3">{t`Describe it`}</span>}
          </EditedText>
        </div>
      )}
    </div>
  );
}

type PickProps<V extends string> = {
  label: string;
  value: V;
  options: readonly { value: V; label: string }[];
  mayEdit: boolean;
  choose: (value: V) => void;
};

function Pick<V extends string>({ label, value, options, mayEdit, choose }: PickProps<V>) {
  return (
    <KeyValue of={label}>
      {mayEdit ? (
        <Choice label={label} value={value} options={options} onChange={(next) => choose(next as V)} />
      ) : (
        <span className="trunc">{options.find((one) => one.value === value)?.label}</span>
      )}
    </KeyValue>
  );
}

function Day({
  label,
  value,
  mayEdit,
  save,
}: {
  label: string;
  value: string | null;
  mayEdit: boolean;
  save: (day: string | null) => unknown;
}) {
  return (
    <KeyValue of={label}>
      {mayEdit ? (
        <EditedLine
          label={label}
          type="date"
          className="inp line num"
          value={value ?? ""}
          save={(day) => save(day || null)}
        />
      ) : (
        <span className="num">{value ?? "–"}</span>
      )}
    </KeyValue>
  );
}

type PersonProps = { name: string | null; mayEdit: boolean; choose: (id: string | null, name: string | null) => void };

function Person({ name, mayEdit, choose }: PersonProps) {
  const { t } = useLingui();
  const [isOpen, open] = useState(false);
  return (
    <KeyValue of={t`Who`}>
      {isOpen ? (
        <PersonField
          label={t`Who`}
          autoFocus
          choose={(person) => {
            open(false);
            choose(person.id, person.name);
          }}
          onLeave={() => open(false)}
        />
      ) : (
        <>
          {name ? (
            <>
              <Avatar name={name} />
              <span className="trunc">{name}</span>
            </>
          ) : (
            <Missing title={t`Nobody`} />
          )}
          {mayEdit && (
            <button type="button" className="lk t12" onClick={() => open(true)}>
              {name ? t`Change` : t`Assign`}
            </button>
          )}
          {mayEdit && name && (
            <IconButton icon={X} size={14} label={t`Nobody`} className="sm" onPress={() => choose(null, null)} />
          )}
        </>
      )}
    </KeyValue>
  );
}

type NeighboursProps = { row: PlanRow; plan: Plan; mayEdit: boolean; open: (id: string) => void };

function Neighbours({ row, plan, mayEdit, open }: NeighboursProps) {
  const { t } = useLingui();
  const { before, after } = neighboursOf(plan, row.id);
  if (before.length + after.length === 0) return null;
  const rows = planRows(plan, () => true);
  const spanOfId = (id: string) => {
    const found = rows.find((one) => one.id === id);
    return found && spanOfRow(found);
  };
  const own = spanOfRow(row);
  const isFree = row.kind === "task" || !hasDatedParts(plan, row.id);
  const align = (end: string) => {
    if (!own) return;
    const from = daysAfter(end, 1);
    const to = daysAfter(from, daysBetween(own.from, own.to));
    const initiative = row.kind === "task" ? row.task.initiative_id : row.item.initiative_id;
    void moveParts(initiative, [{ kind: row.kind, id: row.id, from, to }], t`It begins once what it waits for is over`);
  };
  const list = (some: readonly Neighbour[], offersAligning: boolean) =>
    some.map(({ dependency, id, title }) => {
      const end = spanOfId(id)?.to;
      const isLate = offersAligning && own !== undefined && end !== undefined && own.from < end;
      return (
        <div key={dependency.id} className="rel neighbour">
          <button type="button" className="trunc lk" onClick={() => open(id)}>
            {title || t`Without words`}
          </button>
          {isLate && mayEdit && isFree && (
            <button type="button" className="lk t12 late" onClick={() => align(end)}>
              <Trans>Begin after it</Trans>
            </button>
          )}
          <span className="sp" />
          {mayEdit && (
            <IconButton
              icon={X}
              size={14}
              className="sm"
              label={t`No longer: ${title}`}
              onPress={() => void unlinkRows(dependency)}
            />
          )}
        </div>
      );
    });
  return (
    <>
      {before.length > 0 && (
        <Section title={t`Waits for`} count={before.length}>
          {list(before, true)}
        </Section>
      )}
      {after.length > 0 && (
        <Section title={t`Comes after it`} count={after.length}>
          {list(after, false)}
        </Section>
      )}
    </>
  );
}
