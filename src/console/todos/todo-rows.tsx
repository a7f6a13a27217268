/** Todos as rows: done by a touch or by X, with the day that each is due, which is set in its place. */
import { Trans, useLingui } from "@lingui/react/macro";
import { CalendarClock, Shield, Square, SquareCheck } from "lucide-react";
import { useState } from "react";
import { useTypes } from "../metamodel/queries";
import { useFollow, useGo } from "../navigation/link";
import { useSetPeek } from "../navigation/peek";
import type { Schemas } from "../server/client";
import { Icon, TypeIcon } from "../ui/icon";
import { Rows } from "../ui/rows";
import { closeTodo, deleteTodo, openTodoNow, reopenTodo, setDue } from "./changes";
import { Due } from "./due";

type Todo = Schemas["Todo"];

type TodoRowsProps = {
  label: string;
  todos: readonly Todo[];
  /** True on the page of a card, which needn't name it in each row. */
  isOfCard?: boolean;
  /** True to name whom each is assigned to; so it is on the page of a card. */
  showsPeople?: boolean;
};

const toggle = (todo: Todo): boolean => {
  if (todo.is_system) return false;
  void (todo.status === "done" ? reopenTodo(todo) : todo.status === "scheduled" ? openTodoNow(todo) : closeTodo(todo));
  return true;
};

const remove = (todo: Todo): boolean => {
  if (todo.is_system) return false;
  void deleteTodo(todo);
  return true;
};

/** Returns the widths of the columns. */
const columnsOf = (isOfCard: boolean, showsPeople: boolean): string =>
  ["44px minmax(0,1fr)", ...(isOfCard ? [] : ["220px"]), ...(showsPeople ? ["140px"] : []), "190px"].join(" ");

/** Checks whether the day of a todo is set here. */
const hasDayHere = ({ is_system, status }: Todo) => !is_system && status !== "done";

/** Shows todos: X is done, or opens a later one now; D sets the day, ⌫ deletes, Space peeks. */
export function TodoRows({ label, todos, isOfCard = false, showsPeople = isOfCard }: TodoRowsProps) {
  const setPeek = useSetPeek();
  /** The id of the todo whose day is being set. */
  const [edited, edit] = useState<string>();
  return (
    <Rows
      label={label}
      items={todos}
      keyOf={({ id }) => id}
      columns={columnsOf(isOfCard, showsPeople)}
      onKey={(key, todo) => {
        if (key === "x") return toggle(todo);
        if (key === "delete" || key === "backspace") return remove(todo);
        if (key === "d" && hasDayHere(todo)) edit(todo.id);
        else if (key === "space" && todo.card_id) setPeek(todo.card_id);
        else return false;
        return true;
      }}
    >
      {(todo) => (
        <>
          <div className="ck">
            <Box todo={todo} />
          </div>
          <Words todo={todo} />
          {!isOfCard && <CardOf todo={todo} />}
          {showsPeople && (
            <div className="c2 t12">
              <span className="trunc">{todo.assignee_name ?? <Trans>nobody</Trans>}</span>
            </div>
          )}
          <div className="num">
            <DueEditor todo={todo} isOpen={edited === todo.id} edit={edit} />
          </div>
        </>
      )}
    </Rows>
  );
}

/** Shows what is to be done; it leads to where it is done, or to its card. */
function Words({ todo }: { todo: Todo }) {
  const go = useGo();
  const follow = useFollow();
  const open = () => {
    if (todo.link) follow(todo.link);
    else if (todo.card_id) go({ to: "/cards/$id", params: { id: todo.card_id } });
  };
  return (
    <div>
      <button type="button" className={`row-main trunc ${todo.status === "done" ? "c3" : ""}`} onClick={open}>
        {todo.description}
      </button>
    </div>
  );
}

function CardOf({ todo }: { todo: Todo }) {
  const types = useTypes();
  return (
    <div className="c2">
      {todo.card_id && (
        <>
          <TypeIcon type={types.get(todo.card_type ?? "")} size={14} />
          <span className="trunc">{todo.card_name}</span>
        </>
      )}
    </div>
  );
}

/** Shows the box that marks a todo as done; one of another area is done on its own page. */
function Box({ todo }: { todo: Todo }) {
  const { t } = useLingui();
  if (todo.is_system) return <Icon of={Shield} size={14} className="c3" />;
  if (todo.status === "scheduled")
    return (
      <button type="button" className="todo-box" aria-label={t`Open it now`} onClick={() => toggle(todo)}>
        <Icon of={CalendarClock} size={14} />
      </button>
    );
  const isDone = todo.status === "done";
  return (
    <button
      type="button"
      className="todo-box"
      aria-label={isDone ? t`Open again` : t`Done`}
      aria-pressed={isDone}
      onClick={() => toggle(todo)}
    >
      <Icon of={isDone ? SquareCheck : Square} size={14} />
    </button>
  );
}

type DueEditorProps = { todo: Todo; isOpen: boolean; edit: (id?: string) => void };

/** Shows the day, and takes another one in its place. */
function DueEditor({ todo, isOpen, edit }: DueEditorProps) {
  const { t } = useLingui();
  if (!hasDayHere(todo)) return <Due due={todo.due_date} />;
  if (!isOpen)
    return (
      <button type="button" className="due-button" title={t`Set the day`} onClick={() => edit(todo.id)}>
        <Due due={todo.due_date} />
      </button>
    );
  const save = (value: string) => {
    edit();
    if (value !== (todo.due_date ?? "")) void setDue(todo, value || null);
  };
  return (
    <input
      type="date"
      className="inp due-input"
      aria-label={t`Due`}
      defaultValue={todo.due_date ?? ""}
      // biome-ignore lint/a11y/noAutofocus: whoever opens the field wants to type into it
      autoFocus
      onBlur={({ target }) => save(target.value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter") save(event.currentTarget.value);
        if (event.key === "Escape") edit();
      }}
    />
  );
}
