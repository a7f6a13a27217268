/** The form of a new connection: it is tested as soon as it is there. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Plug } from "lucide-react";
import { useState } from "react";
import { createConnection, testConnection } from "../../servicenow/changes";
import { Button } from "../../ui/button";
import { Choice } from "../../ui/choice";
import { Field, PasswordField } from "../../ui/field";
import { Form } from "../../ui/form";
import { Popup } from "../../ui/popup";

/** Shows the button and its form. @param props.onCreated is called with the id */
export function NewConnection({ onCreated }: { onCreated: (id: string) => void }) {
  const { t } = useLingui();
  return (
    <Popup
      label={t`New connection`}
      trigger={
        <Button look="line" icon={Plug}>
          <Trans>Connect an instance</Trans>
        </Button>
      }
    >
      {(close) => (
        <ConnectionForm
          onCreated={(id) => {
            close();
            onCreated(id);
          }}
        />
      )}
    </Popup>
  );
}

function ConnectionForm({ onCreated }: { onCreated: (id: string) => void }) {
  const { t } = useLingui();
  const [values, setValues] = useState({ name: "", instance_url: "", user: "", secret: "" });
  const [auth, setAuth] = useState<"basic" | "oauth2">("basic");
  const set = (key: keyof typeof values) => (value: string) => setValues((before) => ({ ...before, [key]: value }));
  const isReady = Object.values(values).every((value) => value.trim() !== "");
  const create = async () => {
    const { name, instance_url: address, user, secret } = values;
    const instance_url = address.includes("://") ? address : `https://${address}`;
    const credentials =
      auth === "basic" ? { username: user, password: secret } : { client_id: user, client_secret: secret };
    const id = await createConnection({ name, instance_url, auth_type: auth, ...credentials });
    if (!id) return;
    onCreated(id);
    await testConnection(id);
  };
  return (
    <Form
      className="popup-form servicenow-form"
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <Field label={t`Name`} value={values.name} onChange={set("name")} autoFocus />
      <Field
        label={t`Address of the instance`}
        value={values.instance_url}
        onChange={set("instance_url")}
        placeholder="example.service-now.com"
      />
      <Choice
        label={t`Signs in by`}
        inForm
        value={auth}
        options={[
          { value: "basic", label: t`User and password` },
          { value: "oauth2", label: t`Client and secret` },
        ]}
        onChange={(value) => setAuth(value as "basic" | "oauth2")}
      />
      <Field label={auth === "basic" ? t`User` : t`Client`} value={values.user} onChange={set("user")} />
      <PasswordField
        label={auth === "basic" ? t`Password` : t`Secret`}
        value={values.secret}
        onChange={set("secret")}
        autoComplete="off"
      />
      <Button look="pri" type="submit" isDisabled={!isReady}>
        <Trans>Connect and test</Trans>
      </Button>
    </Form>
  );
}
