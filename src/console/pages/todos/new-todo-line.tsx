/** The line in which a to-do is made: what, about which card, and when it is due. */
import { Trans, useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { CardField } from "../../cards/card-field";
import { useMe } from "../../server/session";
import { createTodo } from "../../todos/changes";
import { Button, IconButton } from "../../ui/button";
import { Icon } from "../../ui/icon";

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
      {card ? (
        <ChosenCard card={card} clear={() => setCard(undefined)} />
      ) : (
        <CardField label={t`Card`} choose={setCard} />
      )}
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

function ChosenCard({ card, clear }: { card: ChosenCard; clear: () => void }) {
  const { t } = useLingui();
  return (
    <span className="chip">
      <span className="trunc">{card.name}</span>
      <button type="button" className="x" aria-label={t`Another card`} onClick={clear}>
        <Icon of={X} size={12} />
      </button>
    </span>
  );
}
