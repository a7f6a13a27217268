/** A form for a reason, in the place of the verbs that ask for it. */
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "./button";
import { Section } from "./section";

type ReasonFormProps = {
  /** The question, as in "Why is it accepted?". */
  question: string;
  verb: string;
  /** Is called with the reason, which isn't empty. */
  submit: (reason: string) => unknown;
  cancel: () => void;
};

/** Shows the form. ⌘↵ sends the reason, Esc cancels. */
export function ReasonForm({ question, verb, submit, cancel }: ReasonFormProps) {
  const [reason, setReason] = useState("");
  const isEmpty = reason.trim() === "";
  const send = () => void (isEmpty || submit(reason.trim()));
  return (
    <Section title={question}>
      <form
        className="reason-form"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <textarea
          className="inp area"
          aria-label={question}
          rows={3}
          // biome-ignore lint/a11y/noAutofocus: whoever is asked for a reason wants to write it
          autoFocus
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) send();
            if (event.key !== "Escape") return;
            event.stopPropagation();
            cancel();
          }}
        />
        <div className="reason-verbs">
          <Button look="pri" type="submit" isDisabled={isEmpty}>
            {verb}
          </Button>
          <Button onPress={cancel}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      </form>
    </Section>
  );
}
