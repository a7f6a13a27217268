/** Another password, by the link that was asked for. */
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { ChosenPassword } from "../../gate/chosen-password";
import { answered, api } from "../../server/client";
import { Button } from "../../ui/button";
import { Form } from "../../ui/form";
import { useForm } from "../../ui/sent-form";
import { otherPassword } from "./pages";
import { requesterQuery } from "./queries";
import { OldLink, Shell } from "./shell";

export default function OtherPasswordPage() {
  const { token = "" } = otherPassword.useSearch();
  const [isSaved, setSaved] = useState(false);
  const { data: requester, isError } = useQuery({ ...requesterQuery(token), enabled: !isSaved });
  return (
    <Shell title={<Trans>Choose another password</Trans>}>
      {isSaved && (
        <p className="c2">
          <Trans>It is saved. Sessions on other devices have ended.</Trans>
        </p>
      )}
      {!isSaved && isError && <OldLink />}
      {!isSaved && requester && (
        <>
          <p className="c2 under-title">
            <Trans>For {requester.email}.</Trans>
          </p>
          <PasswordForm token={token} saved={() => setSaved(true)} />
        </>
      )}
    </Shell>
  );
}

function PasswordForm({ token, saved }: { token: string; saved: () => void }) {
  const [password, setPassword] = useState("");
  const { isSending, refusal, onSubmit } = useForm(async () => {
    await answered(api.POST("/api/v1/auth/reset-password", { body: { token, password } }));
    saved();
  });
  return (
    <Form onSubmit={onSubmit}>
      <ChosenPassword
        value={password}
        onChange={setPassword}
        error={refusal?.fields["password"] ?? refusal?.message}
        autoFocus
      />
      <Button type="submit" look="pri" big wide isDisabled={isSending}>
        <Trans>Save</Trans>
      </Button>
    </Form>
  );
}
