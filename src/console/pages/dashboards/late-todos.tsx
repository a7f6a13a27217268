/** The tasks that are late for longest, of everybody. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "../../navigation/link";
import { Due } from "../../todos/due";
import { Missing } from "../../ui/signs";
import { Part } from "./board";
import type { Administration } from "./queries";

/** Shows them. */
export function LateTodos({ todos }: { todos: Administration["oldest_overdue_todos"] }) {
  const { t } = useLingui();
  return (
    <Part title={t`Late for longest`}>
      {todos.length === 0 ? (
        <p className="dash-nothing c2">
          <Trans>No task is late.</Trans>
        </p>
      ) : (
        <ul className="dash-people">
          {todos.map(({ id, title, due_date: due, card_id: card, assignee_name: name }) => (
            <li key={id} className="dash-todo">
              {card ? (
                <Link to="/cards/$id" params={{ id: card }} search={{ tab: "todos" }} className="lk trunc">
                  {title}
                </Link>
              ) : (
                <span className="trunc">{title}</span>
              )}
              <span className="c3 t12 num dash-due">
                {name ?? <Missing title={t`Nobody`} />} <Due due={due} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}
