/** Todos as rows: done by a touch or by X, with the day that each is due, which is set in its place. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Shield, Square, SquareCheck } from "lucide-react";
import { useState } from "react";
import { useTypes } from "../metamodel/queries";
import { useFollow, useGo } from "../navigation/link";
import { useSetPeek } from "../navigation/peek";
import type { Schemas } from "../server/client";
import { Icon, TypeIcon } from "../ui/icon";
import { Rows } from "../ui/rows";
import { closeTodo, reopenTodo, setDue } from "./changes";
import { Due } from "./due";

type Todo = Schemas["Todo"];

type TodoRowsProps = {
  label: string;
  todos: readonly Todo[];
  /** True on the page of a card, which needn't name it in each row. */
  isOfCard?: true;
};

const toggle = (todo: Todo): boolean => {
  if (todo.is_system) return false;
  void (todo.status === "done" ? reopenTodo(todo) : closeTodo(todo));
  return true;
};

/** Shows todos. */
export function TodoRows({ label, todos, isOfCard }: TodoRowsProps) {
  const setPeek = useSetPeek();
  return (
    <Rows
      label={label}
      items={todos}
      keyOf={({ id }) => id}
      columns={isOfCard ? "44px minmax(0,1fr) 140px 190px" : "44px minmax(0,1fr) 220px 190px"}
      onKey={(key, todo) => {
        if (key === "x") return toggle(todo);
        if (key !== "space" || !todo.card_id) return false;
        setPeek(todo.card_id);
        return true;
      }}
    >
      {(todo) => <TodoRow todo={todo} isOfCard={isOfCard === true} />}
    </Rows>
  );
}

function TodoRow({ todo, isOfCard }: { todo: Todo; isOfCard: boolean }) {
  const types = useTypes();
  const go = useGo();
  const follow = useFollow();
  const open = () => {
    if (todo.card_id) go({ to: "/cards/$id", params: { id: todo.card_id } });
    else if (todo.link) follow(todo.link);
  };
  return (
    <>
      <div className="ck">
        <Box todo={todo} />
      </div>
      <div>
        <button type="button" className={`row-main trunc ${todo.status === "done" ? "c3" : ""}`} onClick={open}>
          {todo.description}
        </button>
      </div>
      <div className="c2">
        {isOfCard ? (
          <span className="trunc t12">{todo.assignee_name ?? <Trans>nobody</Trans>}</span>
        ) : (
          todo.card_id && (
            <>
              <TypeIcon type={types.get(todo.card_type ?? "")} size={14} />
              <span className="trunc">{todo.card_name}</span>
            </>
          )
        )}
      </div>
      <div className="num">
        <DueEditor todo={todo} />
      </div>
    </>
  );
}

/** Shows the box that marks a todo as done; one of another area is done on its own page. */
function Box({ todo }: { todo: Todo }) {
  const { t } = useLingui();
  if (todo.is_system) return <Icon of={Shield} size={14} className="c3" />;
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

/** Shows the day, and takes another one in its place. */
function DueEditor({ todo }: { todo: Todo }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  if (todo.is_system || todo.status === "done") return <Due due={todo.due_date} />;
  if (!isOpen)
    return (
      <button type="button" className="due-button" title={t`Set the day`} onClick={() => setOpen(true)}>
        <Due due={todo.due_date} />
      </button>
    );
  const save = (value: string) => {
    setOpen(false);
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
        if (event.key === "Escape") setOpen(false);
      }}
    />
  );
}
