/** The first run: the first account becomes the administrator. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { ChosenPassword } from "../../gate/chosen-password";
import { Fact, Gate } from "../../gate/gate";
import { useGo } from "../../navigation/link";
import { meQuery, register } from "../../server/session";
import { Button } from "../../ui/button";
import { Field } from "../../ui/field";
import { Form } from "../../ui/form";
import { useForm } from "../../ui/sent-form";
import { LandscapeStep } from "./landscape";
import { welcome } from "./page";

export default function WelcomePage() {
  const { data: me } = useQuery(meQuery);
  const { step } = welcome.useSearch();
  return step === "landscape" && me ? <LandscapeStep name={me.display_name} email={me.email} /> : <AccountStep />;
}

function AccountStep() {
  return (
    <Gate brand="Stoa" facts={<Places />}>
      <div className="fm">
        <p className="c3 t12">
          <Trans>Step 1 of 2</Trans>
        </p>
        <h1 className="t20">
          <Trans>Who looks after this server?</Trans>
        </h1>
        <p className="c2 under-title">
          <Trans>
            The first account becomes its administrator. Others can be invited later, or come by single sign-on.
          </Trans>
        </p>
        <AccountForm />
        <p className="t12 c3 gate-callout">
          <Trans>
            Forgotten later? <code>stoa user reset-password</code> on the server.
          </Trans>
        </p>
      </div>
    </Gate>
  );
}

function AccountForm() {
  const { t } = useLingui();
  const go = useGo();
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const { isSending, refusal, onSubmit } = useForm(async () => {
    await register({ display_name: name, email, password });
    go({ to: "/welcome", search: { step: "landscape" }, replace: true });
  });
  const fields = refusal?.fields ?? {};
  const isOther = refusal && !fields["email"] && !fields["display_name"];
  return (
    <Form onSubmit={onSubmit}>
      <Field
        label={t`Name`}
        name="name"
        autoComplete="name"
        value={name}
        onChange={setName}
        error={fields["display_name"]}
        autoFocus
        isRequired
      />
      <Field
        label={t`E-mail`}
        name="email"
        type="email"
        autoComplete="username"
        value={email}
        onChange={setEmail}
        error={fields["email"]}
        isRequired
      />
      <ChosenPassword
        value={password}
        onChange={setPassword}
        error={isOther ? (fields["password"] ?? refusal.message) : undefined}
      />
      <Button type="submit" look="pri" big wide keys="enter" isDisabled={isSending}>
        <Trans>Make the account</Trans>
      </Button>
    </Form>
  );
}

/** Where things are, for whoever looks after the server. */
function Places() {
  return (
    <>
      <h2 className="t15 w2 facts-title">
        <Trans>Where things are</Trans>
      </h2>
      <Fact of={<Trans>Data</Trans>}>
        <Trans>one file: cards, files, history, settings</Trans>
      </Fact>
      <Fact of={<Trans>Copies</Trans>}>
        <Trans>stoa backup FILE, whether the server runs or not</Trans>
      </Fact>
      <Fact of={<Trans>Address</Trans>}>
        <Trans>{location.host}; HOST=127.0.0.1 closes the server to other machines</Trans>
      </Fact>
    </>
  );
}
