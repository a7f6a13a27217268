/** A new relation between two types. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { useState } from "react";
import { labelOf } from "../../metamodel/queries";
import { change } from "../../server/changes";
import { asRefusal } from "../../server/refusal";
import { Button } from "../../ui/button";
import { Choice } from "../../ui/choice";
import { Field } from "../../ui/field";
import { Form } from "../../ui/form";
import { Popup } from "../../ui/popup";
import { relationTypeCreation } from "./changes";
import { metamodel } from "./page";
import type { CardType, RelationType } from "./queries";

/** Returns a key for a relation type between two types, unlike all others. */
export function relationKeyFor(source: string, target: string, taken: ReadonlySet<string>): string {
  const plain = `rel${source}To${target}`.slice(0, 90);
  let key = plain;
  for (let count = 2; taken.has(key); count++) key = `${plain}${count}`;
  return key;
}

type NewRelationProps = { type: CardType; types: readonly CardType[]; relations: readonly RelationType[] };

/** Shows the button, and the form that it opens. */
export function NewRelation(props: NewRelationProps) {
  const { t } = useLingui();
  return (
    <Popup
      label={t`New relation`}
      trigger={
        <Button icon={Plus} aria-label={t`New relation`}>
          <Trans>Relation</Trans>
        </Button>
      }
    >
      {(close) => <RelationForm {...props} close={close} />}
    </Popup>
  );
}

function RelationForm({ type, types, relations, close }: NewRelationProps & { close: () => void }) {
  const { t } = useLingui();
  const setSearch = metamodel.useSetSearch();
  const [label, setLabel] = useState("");
  const [reverse, setReverse] = useState("");
  const [target, setTarget] = useState(types.find(({ key }) => key !== type.key)?.key ?? type.key);
  const [cardinality, setCardinality] = useState<"1:1" | "1:n" | "n:m">("n:m");
  const [fault, setFault] = useState<string>();
  const cardinalities = useCardinalities();
  const send = async () => {
    const key = relationKeyFor(type.key, target, new Set(relations.map((one) => one.key)));
    const body = {
      key,
      label: label.trim(),
      reverse_label: reverse.trim() || null,
      source_type_key: type.key,
      target_type_key: target,
      cardinality,
    };
    try {
      await change(relationTypeCreation(body));
      close();
      setSearch({ relation: key, field: undefined, subtype: undefined, about: undefined });
    } catch (error) {
      setFault(asRefusal(error).message);
    }
  };
  return (
    <Form
      className="popup-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Field
        label={t`${labelOf(type)} …`}
        placeholder={t`uses`}
        value={label}
        onChange={setLabel}
        error={fault}
        autoFocus
        isRequired
      />
      <Choice
        label={t`To`}
        inForm
        value={target}
        options={types.filter(({ is_hidden }) => !is_hidden).map((one) => ({ value: one.key, label: labelOf(one) }))}
        onChange={setTarget}
      />
      <Field label={t`Read from the other end`} placeholder={t`is used by`} value={reverse} onChange={setReverse} />
      <Choice
        label={t`How many`}
        inForm
        value={cardinality}
        options={Object.entries(cardinalities).map(([value, word]) => ({ value, label: word }))}
        onChange={(value) => setCardinality(value as typeof cardinality)}
      />
      <Button look="pri" type="submit" isDisabled={label.trim() === ""}>
        <Trans>Create</Trans>
      </Button>
    </Form>
  );
}

/** Returns how many cards of one end there may be for one of the other, in words. */
export function useCardinalities(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return { "n:m": t`many to many`, "1:n": t`one to many`, "1:1": t`one to one` };
}
