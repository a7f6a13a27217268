/** The form for a new risk: what threatens, and how grave it is. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { createRisk } from "../../risks/changes";
import { type MatrixCell, MatrixGrid } from "../../risks/matrix";
import { type Category, riskMatrixQuery } from "../../risks/queries";
import { categoryWords, choicesOf } from "../../risks/words";
import { Button } from "../../ui/button";
import { Choice } from "../../ui/choice";
import { Field } from "../../ui/field";
import { Form } from "../../ui/form";
import { Popup } from "../../ui/popup";

type NewRiskProps = { isOpen: boolean; open: (isOpen: boolean) => void; onCreated: (id: string) => void };

/** Shows the button, and the form that it opens. */
export function NewRisk({ isOpen, open, onCreated }: NewRiskProps) {
  const { t } = useLingui();
  return (
    <Popup
      label={t`New risk`}
      isOpen={isOpen}
      onOpenChange={open}
      trigger={
        <Button look="pri" icon={Plus}>
          <Trans>Risk</Trans>
        </Button>
      }
    >
      {(close) => (
        <NewRiskForm
          onCreated={(id) => {
            close();
            onCreated(id);
          }}
        />
      )}
    </Popup>
  );
}

function NewRiskForm({ onCreated }: Pick<NewRiskProps, "onCreated">) {
  const { t } = useLingui();
  const { data: matrix } = useQuery(riskMatrixQuery);
  const [title, setTitle] = useState("");
  const [category, setCategory] = useState<Category>("operational");
  const [cell, setCell] = useState<MatrixCell>({ probability: "medium", impact: "medium" });
  const save = async () => {
    if (title.trim() === "") return;
    const id = await createRisk({
      title: title.trim(),
      category,
      initial_probability: cell.probability,
      initial_impact: cell.impact,
    });
    if (id) onCreated(id);
  };
  return (
    <Form
      className="popup-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field label={t`What may happen`} value={title} onChange={setTitle} maxLength={500} autoFocus />
      <Choice
        inForm
        label={t`Category`}
        value={category}
        options={choicesOf(categoryWords())}
        onChange={(value) => setCategory(value as Category)}
      />
      {matrix && (
        <div className="fld">
          <span className="fld-head">
            <span className="label">{t`How grave it is, before anything is done`}</span>
          </span>
          <MatrixGrid label={t`Before mitigation`} matrix={matrix} chosen={cell} onChoose={setCell} />
        </div>
      )}
      <Button look="pri" type="submit" isDisabled={title.trim() === ""}>
        <Trans>Add to the register</Trans>
      </Button>
    </Form>
  );
}
