/** The to-dos of a card, and the line that makes one. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ListTodo } from "lucide-react";
import { useRef, useState } from "react";
import { useCardRights } from "../../cards/rights";
import { useCommands } from "../../commands/command";
import type { Schemas } from "../../server/client";
import { useMe } from "../../server/session";
import { createTodo } from "../../todos/changes";
import { cardTodosQuery } from "../../todos/queries";
import { TodoRows } from "../../todos/todo-rows";
import { Empty, Failed, LoadingRows } from "../../ui/states";

/** Shows the to-dos. */
export function CardTodos({ card }: { card: Schemas["Card"] }) {
  const { t } = useLingui();
  const me = useMe();
  const { data, error, refetch } = useQuery(cardTodosQuery(card.id));
  const mayMake = useCardRights(card.id)("can_edit");
  const line = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  useCommands([
    {
      id: "todo.new",
      label: t`New to-do`,
      icon: ListTodo,
      keys: ["n"],
      when: () => mayMake,
      run: () => line.current?.focus(),
    },
  ]);
  const send = () => {
    if (text.trim() === "") return;
    void createTodo(card.id, text.trim(), me.id);
    setText("");
  };
  return (
    <div className="card-tab">
      <h1 className="t20 w2">{t`To-dos`}</h1>
      {mayMake && (
        <form
          className="tab-line"
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
        >
          <input
            ref={line}
            className="inp"
            aria-label={t`What is to be done`}
            placeholder={t`What is to be done`}
            maxLength={2000}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <button type="submit" className="btn line">
            <Trans>Add</Trans>
          </button>
        </form>
      )}
      {error && <Failed error={error} retry={refetch} />}
      {!data && !error && <LoadingRows rows={4} />}
      {data?.length === 0 && <Empty title={<Trans>Nothing is to be done here</Trans>} />}
      {data && data.length > 0 && <TodoRows label={t`To-dos`} todos={data} isOfCard />}
    </div>
  );
}
