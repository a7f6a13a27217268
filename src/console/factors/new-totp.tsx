/** The set-up of an authenticator app: its picture, the code that it shows, and the proof that it is oneself. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../ui/button";
import { Copied } from "../ui/copied";
import { Field } from "../ui/field";
import { Form } from "../ui/form";
import { useForm } from "../ui/sent-form";
import { Failed, LoadingRows } from "../ui/states";
import { createTotp } from "./changes";
import { ConfirmationField, confirmationOf, isConfirmed, OtherFault, type Protection } from "./confirm";
import { QrCode } from "./qr";
import { totpSetupQuery } from "./queries";

type NewTotpProps = {
  protection: Protection;
  /** Is called with the recovery codes, if it is the first factor. */
  added: (codes: string[] | null) => void;
  leave?: () => void;
};

/** Shows the set-up. */
export function NewTotp({ protection, added, leave }: NewTotpProps) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery({ ...totpSetupQuery, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 });
  const [name, setName] = useState(t`Authenticator app`);
  const [code, setCode] = useState("");
  const [proof, setProof] = useState("");
  const { isSending, refusal, onSubmit } = useForm(async () => {
    if (!data) return;
    const confirmation = await confirmationOf(protection, proof);
    added(await createTotp({ setup: data.setup, code, name: name.trim(), confirmation }));
  });
  if (error) return <Failed error={error} retry={refetch} />;
  if (!data) return <LoadingRows rows={4} />;
  const isWhole = code.trim() !== "" && isConfirmed(protection, proof) && name.trim() !== "";
  return (
    <Form className="factor-form" onSubmit={onSubmit}>
      <p className="c2">
        <Trans>
          Scan the picture with an authenticator app, such as the one of your password manager. Or type the secret into
          it.
        </Trans>
      </p>
      <QrCode text={data.address} label={t`Picture for the authenticator app`} />
      <Copied text={data.secret} label={t`Copy the secret`} />
      <Field
        label={t`The code that the app shows`}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        value={code}
        onChange={setCode}
        error={refusal?.fields["code"] ? t`This is not the code that the app shows now.` : undefined}
        autoFocus
        isRequired
      />
      <Field
        label={t`Name`}
        value={name}
        onChange={setName}
        maxLength={200}
        error={refusal?.fields["name"]}
        isRequired
      />
      <ConfirmationField protection={protection} value={proof} onChange={setProof} refusal={refusal} />
      <OtherFault refusal={refusal} />
      <div className="form-verbs">
        <Button look="pri" type="submit" isDisabled={!isWhole || isSending}>
          <Trans>Add the app</Trans>
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
