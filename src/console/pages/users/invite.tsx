/** Inviting a person: address, name, role, and a first password where no mail leaves. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { accountsQuery, invitationsQuery } from "../../people/queries";
import { rolesQuery } from "../../roles/queries";
import { change, shown, toast } from "../../server/changes";
import { asRefusal, type Refusal } from "../../server/refusal";
import { settingsQuery } from "../../server/session";
import { Button } from "../../ui/button";
import { Choice } from "../../ui/choice";
import { Field, PasswordField } from "../../ui/field";
import { Form } from "../../ui/form";
import { Popup } from "../../ui/popup";
import { invite } from "./changes";

/** Shows the button, and the form that it opens. */
export function Invite({ isOpen, open }: { isOpen: boolean; open: (isOpen: boolean) => void }) {
  const { t } = useLingui();
  return (
    <Popup
      label={t`Invite`}
      isOpen={isOpen}
      onOpenChange={open}
      trigger={
        <Button look="pri" icon={UserPlus}>
          <Trans>Invite</Trans>
        </Button>
      }
    >
      {(close) => <InviteForm close={close} />}
    </Popup>
  );
}

function InviteForm({ close }: { close: () => void }) {
  const { t } = useLingui();
  const { data: roles = [] } = useQuery(rolesQuery);
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const [email, setEmail] = useState("");
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [role, setRole] = useState(roles.find(({ is_default }) => is_default)?.key ?? "member");
  const [refusal, setRefusal] = useState<Refusal>();
  const isMailed = settings.smtp_configured;
  const send = async () => {
    try {
      const { data } = await change({
        show: [shown(accountsQuery, (list) => list), shown(invitationsQuery, (list) => list)],
        send: () =>
          invite({
            email: email.trim(),
            display_name: name.trim(),
            role,
            auth_provider: "local",
            send_email: isMailed,
            ...(!isMailed && { password }),
          }),
      });
      close();
      if (data?.email_sent === false) toast("failed", t`The account is made, but the mail: ${data.email_error ?? ""}`);
      else toast("done", isMailed ? t`${name} is invited` : t`${name} has an account`);
    } catch (error) {
      setRefusal(asRefusal(error));
    }
  };
  const isWhole = email.trim() !== "" && name.trim() !== "" && (isMailed || password !== "");
  return (
    <Form
      className="popup-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Field
        label={t`E-mail address`}
        type="email"
        value={email}
        onChange={setEmail}
        autoFocus
        error={refusal?.fields["email"]}
      />
      <Field label={t`Name`} value={name} onChange={setName} error={refusal?.fields["display_name"]} />
      <Choice
        inForm
        label={t`Role`}
        value={role}
        onChange={setRole}
        options={roles.map(({ key, label }) => ({ value: key, label }))}
      />
      {!isMailed && (
        <>
          <PasswordField
            label={t`First password`}
            value={password}
            onChange={setPassword}
            autoComplete="new-password"
            error={refusal?.fields["password"]}
          />
          <p className="c3 t12">
            <Trans>Mail is not set up, so that no link can be sent: pass the password on yourself.</Trans>
          </p>
        </>
      )}
      {refusal && Object.keys(refusal.fields).length === 0 && (
        <p className="fld-error" role="alert">
          {refusal.message}
        </p>
      )}
      <Button look="pri" type="submit" isDisabled={!isWhole}>
        {isMailed ? <Trans>Send the invitation</Trans> : <Trans>Make the account</Trans>}
      </Button>
    </Form>
  );
}
