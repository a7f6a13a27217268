/** Making a scenario: its name, and the question that it is to answer. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useGo } from "../../navigation/link";
import { createScenario } from "../../scenarios/changes";
import { Button } from "../../ui/button";
import { Field } from "../../ui/field";
import { Form } from "../../ui/form";
import { Popup } from "../../ui/popup";

/** Shows the button, and the form that it opens. */
export function NewScenario({ isOpen, open }: { isOpen: boolean; open: (isOpen: boolean) => void }) {
  const { t } = useLingui();
  return (
    <Popup
      label={t`New scenario`}
      isOpen={isOpen}
      onOpenChange={open}
      trigger={
        <Button look="pri" icon={Plus} aria-label={t`New scenario`}>
          <Trans>Scenario</Trans>
        </Button>
      }
    >
      {() => <NewScenarioForm />}
    </Popup>
  );
}

function NewScenarioForm() {
  const { t } = useLingui();
  const go = useGo();
  const [name, setName] = useState("");
  const [question, setQuestion] = useState("");
  const make = async () => {
    if (name.trim() === "") return;
    const id = await createScenario(name.trim(), question.trim());
    if (id) go({ to: "/scenarios/$id", params: { id } });
  };
  return (
    <Form
      className="popup-form"
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <Field label={t`Name`} value={name} onChange={setName} autoFocus maxLength={200} />
      <Field
        label={t`What is it to answer?`}
        placeholder={t`What if we …?`}
        value={question}
        onChange={setQuestion}
        maxLength={2000}
      />
      <Button look="pri" type="submit" isDisabled={name.trim() === ""}>
        <Trans>Begin</Trans>
      </Button>
    </Form>
  );
}
