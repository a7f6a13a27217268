/** A new passkey: its name, and the proof that it is oneself; the browser does the rest. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Form } from "../ui/form";
import { useForm } from "../ui/sent-form";
import { createPasskey } from "./changes";
import { ConfirmationField, confirmationOf, isConfirmed, OtherFault, type Protection } from "./confirm";

type NewPasskeyProps = {
  protection: Protection;
  /** Is called with the recovery codes, if it is the first factor. */
  added: (codes: string[] | null) => void;
  leave?: () => void;
};

/** Shows the form. */
export function NewPasskey({ protection, added, leave }: NewPasskeyProps) {
  const { t } = useLingui();
  const [name, setName] = useState(t`Passkey`);
  const [proof, setProof] = useState("");
  const { isSending, refusal, onSubmit } = useForm(async () => {
    const confirmation = await confirmationOf(protection, proof);
    added(await createPasskey(name.trim(), confirmation));
  });
  return (
    <Form className="factor-form" onSubmit={onSubmit}>
      <p className="c2">
        <Trans>
          A passkey is a key in this device, in your phone or in your password manager, which asks for your finger, your
          face or a PIN. With it you also log in without a password.
        </Trans>
      </p>
      <Field
        label={t`Name`}
        value={name}
        onChange={setName}
        maxLength={200}
        error={refusal?.fields["name"]}
        isRequired
      />
      <ConfirmationField protection={protection} value={proof} onChange={setProof} refusal={refusal} autoFocus />
      <OtherFault refusal={refusal} />
      <div className="form-verbs">
        <Button
          look="pri"
          type="submit"
          isDisabled={name.trim() === "" || !isConfirmed(protection, proof) || isSending}
        >
          <Trans>Make the passkey</Trans>
        </Button>
        {leave && (
          <Button look="line" onPress={leave}>
            <Trans>Leave it</Trans>
          </Button>
        )}
      </div>
    </Form>
  );
}
