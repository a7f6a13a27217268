/** The line in which a to-do is made: what, about which card, and when it is due. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTypes } from "../../metamodel/queries";
import { searchQuery } from "../../search/queries";
import { useMe } from "../../server/session";
import { createTodo } from "../../todos/changes";
import { Button, IconButton } from "../../ui/button";
import { Icon, TypeIcon } from "../../ui/icon";
import { TypeAhead } from "../../ui/type-ahead";

type ChosenCard = { id: string; name: string };

/** Shows the line. It stays open for the next one. */
export function NewTodoLine({ close }: { close: () => void }) {
  const { t } = useLingui();
  const me = useMe();
  const [words, setWords] = useState("");
  const [due, setDue] = useState("");
  const [card, setCard] = useState<ChosenCard>();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (words.trim() === "" || !card) return;
    const isSaved = await createTodo(card.id, words.trim(), me.id, due || null);
    if (isSaved) setWords("");
  };
  return (
    <form
      className="todo-new"
      aria-label={t`New to-do`}
      onSubmit={(event) => void save(event)}
      onKeyDown={({ key }) => key === "Escape" && close()}
    >
      <input
        className="inp"
        aria-label={t`What is to be done`}
        placeholder={t`What is to be done`}
        maxLength={2000}
        // biome-ignore lint/a11y/noAutofocus: whoever opens the line wants to type
        autoFocus
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <CardField chosen={card} choose={setCard} />
      <input
        className="inp"
        type="date"
        aria-label={t`Due on`}
        value={due}
        onChange={({ target }) => setDue(target.value)}
      />
      <Button type="submit" look="line" isDisabled={words.trim() === "" || !card}>
        <Trans>Make it</Trans>
      </Button>
      <IconButton icon={X} label={t`Close the line`} size={14} onPress={close} />
    </form>
  );
}

type CardFieldProps = { chosen: ChosenCard | undefined; choose: (card?: ChosenCard) => void };

function CardField({ chosen, choose }: CardFieldProps) {
  const { t } = useLingui();
  const types = useTypes();
  const [text, setText] = useState("");
  const wanted = text.trim();
  const { data } = useQuery({
    ...searchQuery(wanted, ["card"]),
    enabled: wanted !== "",
    placeholderData: (before) => before,
  });
  if (chosen)
    return (
      <span className="chip">
        <span className="trunc">{chosen.name}</span>
        <button type="button" className="x" aria-label={t`Another card`} onClick={() => choose()}>
          <Icon of={X} size={12} />
        </button>
      </span>
    );
  const found = wanted === "" ? [] : (data ?? []);
  return (
    <TypeAhead
      label={t`Card`}
      placeholder={t`Card`}
      empty={wanted === "" ? t`Type a name` : t`No card of this name`}
      suggestions={found.map(({ id, name, card_type }) => ({
        id,
        label: name,
        sign: <TypeIcon type={types.get(card_type ?? "")} />,
      }))}
      onType={setText}
      onChoose={(id) => {
        const one = found.find((result) => result.id === id);
        if (one) choose({ id, name: one.name });
      }}
    />
  );
}
