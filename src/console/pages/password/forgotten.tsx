/** A forgotten password: asks for a link, and shows the same whether there is an account or not. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { answered, api } from "../../server/client";
import { Button } from "../../ui/button";
import { Field } from "../../ui/field";
import { Form } from "../../ui/form";
import { useForm } from "../../ui/sent-form";
import { Shell } from "./shell";

export default function ForgottenPasswordPage() {
  const { t } = useLingui();
  const [email, setEmail] = useState("");
  const [isSent, setSent] = useState(false);
  const { isSending, refusal, onSubmit } = useForm(async () => {
    await answered(api.POST("/api/v1/auth/forgot-password", { body: { email } }));
    setSent(true);
  });
  return (
    <Shell title={<Trans>Forgotten password</Trans>}>
      {isSent ? (
        <p className="c2">
          <Trans>
            If there is an account with this address, a link is on its way to it. Without mail on this server an
            administrator can set a password, with <code>stoa user reset-password</code>.
          </Trans>
        </p>
      ) : (
        <Form onSubmit={onSubmit}>
          <Field
            label={t`E-mail`}
            name="email"
            type="email"
            value={email}
            onChange={setEmail}
            error={refusal?.message}
            autoFocus
            isRequired
          />
          <Button type="submit" look="pri" big wide isDisabled={isSending}>
            <Trans>Send a link</Trans>
          </Button>
        </Form>
      )}
    </Shell>
  );
}
