/** Making a survey: its name, and the type of the cards that it is about. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { labelOf, typesQuery } from "../../metamodel/queries";
import { useGo } from "../../navigation/link";
import { createDraft } from "../../surveys/changes";
import { Button } from "../../ui/button";
import { Choice } from "../../ui/choice";
import { Field } from "../../ui/field";
import { Form } from "../../ui/form";
import { TypeIcon } from "../../ui/icon";
import { Popup } from "../../ui/popup";

/** Shows the button, and the form that it opens. */
export function NewSurvey({ isOpen, open }: { isOpen: boolean; open: (isOpen: boolean) => void }) {
  const { t } = useLingui();
  return (
    <Popup
      label={t`New survey`}
      isOpen={isOpen}
      onOpenChange={open}
      trigger={
        <Button look="pri" icon={Plus} aria-label={t`New survey`}>
          <Trans>Survey</Trans>
        </Button>
      }
    >
      {() => <NewSurveyForm />}
    </Popup>
  );
}

const USUAL = "Application";

function NewSurveyForm() {
  const { t } = useLingui();
  const go = useGo();
  const { data: types = [] } = useQuery(typesQuery);
  const [name, setName] = useState("");
  const [chosen, setType] = useState<string>();
  const type = chosen ?? types.find(({ key }) => key === USUAL)?.key ?? types[0]?.key ?? "";
  const make = async () => {
    if (name.trim() === "") return;
    const id = await createDraft(name.trim(), type);
    if (id) go({ to: "/surveys/$id", params: { id } });
  };
  return (
    <Form
      className="popup-form"
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <Field label={t`Name`} value={name} onChange={setName} autoFocus maxLength={500} />
      <Choice
        inForm
        label={t`About cards of the type`}
        value={type}
        onChange={setType}
        options={types.map((one) => ({ value: one.key, label: labelOf(one), sign: <TypeIcon type={one} size={14} /> }))}
      />
      <Button look="pri" type="submit" isDisabled={name.trim() === ""}>
        <Trans>Begin</Trans>
      </Button>
    </Form>
  );
}
