/** The form for a finding that somebody enters. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Plus, X } from "lucide-react";
import { useState } from "react";
import { Button as PlainButton } from "react-aria-components";
import { CardField } from "../../cards/card-field";
import { createFinding } from "../../compliance/changes";
import type { Finding, Regulation } from "../../compliance/queries";
import { findingStatusWords, severityWords } from "../../compliance/words";
import { choicesOf } from "../../risks/words";
import { Button } from "../../ui/button";
import { Choice } from "../../ui/choice";
import { Field } from "../../ui/field";
import { Form } from "../../ui/form";
import { Icon } from "../../ui/icon";
import { Popup } from "../../ui/popup";

type NewFindingProps = {
  regulations: readonly Regulation[];
  isOpen: boolean;
  open: (isOpen: boolean) => void;
  onCreated: (id: string) => void;
};

/** Shows the button, and the form that it opens. */
export function NewFinding({ regulations, isOpen, open, onCreated }: NewFindingProps) {
  const { t } = useLingui();
  return (
    <Popup
      label={t`New finding`}
      isOpen={isOpen}
      onOpenChange={open}
      trigger={
        <Button look="pri" icon={Plus}>
          <Trans>Finding</Trans>
        </Button>
      }
    >
      {(close) => (
        <NewFindingForm
          regulations={regulations}
          onCreated={(id) => {
            close();
            onCreated(id);
          }}
        />
      )}
    </Popup>
  );
}

function NewFindingForm({ regulations, onCreated }: Pick<NewFindingProps, "regulations" | "onCreated">) {
  const { t } = useLingui();
  const known = regulations.filter(({ is_known }) => is_known);
  const [regulation, setRegulation] = useState(known[0]?.regulation ?? "");
  const [requirement, setRequirement] = useState("");
  const [gap, setGap] = useState("");
  const [status, setStatus] = useState<Finding["status"]>("non_compliant");
  const [severity, setSeverity] = useState<Finding["severity"]>("medium");
  const [card, setCard] = useState<{ id: string; name: string }>();
  const save = async () => {
    if (requirement.trim() === "") return;
    const id = await createFinding({
      ...{ regulation, status, severity, card_id: card?.id ?? null },
      ...{ requirement: requirement.trim(), gap_description: gap.trim() },
    });
    if (id) onCreated(id);
  };
  return (
    <Form
      className="popup-form finding-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Choice
        inForm
        label={t`Regulation`}
        value={regulation}
        options={known.map((one) => ({ value: one.regulation, label: one.label ?? one.regulation }))}
        onChange={setRegulation}
      />
      <Field label={t`What is required`} value={requirement} onChange={setRequirement} lines={2} autoFocus />
      <Field label={t`What is lacking`} value={gap} onChange={setGap} lines={2} />
      {card ? (
        <div className="fld">
          <span className="fld-head">
            <span className="label">{t`Card`}</span>
          </span>
          <span className="chip">
            <span className="trunc">{card.name}</span>
            <PlainButton className="x" aria-label={t`Another card`} onPress={() => setCard(undefined)}>
              <Icon of={X} size={12} />
            </PlainButton>
          </span>
        </div>
      ) : (
        <CardField inForm label={t`Card`} choose={setCard} />
      )}
      <Choice
        inForm
        label={t`State`}
        value={status}
        options={choicesOf(findingStatusWords())}
        onChange={(value) => setStatus(value as Finding["status"])}
      />
      <Choice
        inForm
        label={t`Severity`}
        value={severity}
        options={choicesOf(severityWords())}
        onChange={(value) => setSeverity(value as Finding["severity"])}
      />
      <Button look="pri" type="submit" isDisabled={requirement.trim() === "" || regulation === ""}>
        <Trans>Enter it</Trans>
      </Button>
    </Form>
  );
}
