/** The first password of an invited account. */
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";

import { ChosenPassword } from "../../gate/chosen-password";
import { setFirstPassword } from "../../server/session";
import { Button } from "../../ui/button";
import { Form } from "../../ui/form";
import { useForm } from "../../ui/sent-form";
import { firstPassword } from "./pages";
import { inviteeQuery } from "./queries";
import { OldLink, Shell } from "./shell";

export default function FirstPasswordPage() {
  const { token = "" } = firstPassword.useSearch();
  const { data: invitee, isError } = useQuery(inviteeQuery(token));
  return (
    <Shell title={<Trans>Choose a password</Trans>}>
      {isError && <OldLink />}
      {invitee && (
        <>
          <p className="c2 under-title">
            <Trans>
              For {invitee.display_name}, {invitee.email}.
            </Trans>
          </p>
          <PasswordForm token={token} />
        </>
      )}
    </Shell>
  );
}

function PasswordForm({ token }: { token: string }) {
  const router = useRouter();
  const [password, setPassword] = useState("");
  const { isSending, refusal, onSubmit } = useForm(async () => {
    await setFirstPassword(token, password);
    router.history.replace("/");
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
        <Trans>Save and log in</Trans>
      </Button>
    </Form>
  );
}
