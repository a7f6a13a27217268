/** A new service account: the account of a program, with a name and a role. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Bot } from "lucide-react";
import { useState } from "react";
import { rolesQuery } from "../../roles/queries";
import { asRefusal, type Refusal } from "../../server/refusal";
import { Button } from "../../ui/button";
import { Choice } from "../../ui/choice";
import { Field } from "../../ui/field";
import { Form } from "../../ui/form";
import { Popup } from "../../ui/popup";
import { createServiceAccount } from "./changes";

/** Shows the button, and the form that it opens. @param props.made is called with the id of the account */
export function ServiceAccount({ made }: { made: (id: string) => void }) {
  const { t } = useLingui();
  return (
    <Popup
      label={t`Service account`}
      trigger={
        <Button look="line" icon={Bot}>
          <Trans>Service account</Trans>
        </Button>
      }
    >
      {(close) => (
        <ServiceAccountForm
          made={(id) => {
            close();
            made(id);
          }}
        />
      )}
    </Popup>
  );
}

function ServiceAccountForm({ made }: { made: (id: string) => void }) {
  const { t } = useLingui();
  const { data: roles = [] } = useQuery(rolesQuery);
  const [name, setName] = useState("");
  const [role, setRole] = useState("viewer");
  const [refusal, setRefusal] = useState<Refusal>();
  const make = async () => {
    try {
      made(await createServiceAccount(name.trim(), role));
    } catch (error) {
      setRefusal(asRefusal(error));
    }
  };
  return (
    <Form
      className="popup-form"
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <Field label={t`Name of the program`} value={name} onChange={setName} autoFocus maxLength={200} />
      <Choice
        inForm
        label={t`Role`}
        value={role}
        onChange={setRole}
        options={roles.map(({ key, label }) => ({ value: key, label }))}
      />
      <p className="c3 t12">
        <Trans>It can't log in: you make the tokens with which the program calls.</Trans>
      </p>
      {refusal && (
        <p className="fld-error" role="alert">
          {refusal.message}
        </p>
      )}
      <Button look="pri" type="submit" isDisabled={name.trim() === ""}>
        <Trans>Make the account</Trans>
      </Button>
    </Form>
  );
}
