/** The form for a mitigation task. */
import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { PersonField } from "../people/person-field";
import { useMe } from "../server/session";
import { Button } from "../ui/button";
import { Choice } from "../ui/choice";
import { createTask } from "./changes";
import type { Task } from "./queries";
import type { RiskProps } from "./sections";
import { choicesOf, unitWords } from "./words";

/** Shows the form. */
export function NewTask({ risk, close }: { risk: RiskProps["risk"]; close: () => void }) {
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
