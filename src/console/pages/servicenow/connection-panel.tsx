/** A connection next to the lists: its address, how it signs in, its test, and its end. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Plug, RefreshCw } from "lucide-react";
import { useState } from "react";
import { moment } from "../../language/format";
import { deleteConnection, replaceSecrets, testConnection, updateConnection } from "../../servicenow/changes";
import type { Connection } from "../../servicenow/queries";
import { Button } from "../../ui/button";
import { EditedLine } from "../../ui/edited-line";
import { Field, PasswordField } from "../../ui/field";
import { Form } from "../../ui/form";
import { KeyValue, Section } from "../../ui/section";
import { AskingVerb, Side } from "../../ui/side";
import { Status } from "../../ui/signs";
import { Switch } from "../../ui/switch";

/** Shows the panel. */
export function ConnectionPanel({ connection, close }: { connection: Connection; close: () => void }) {
  const { t } = useLingui();
  return (
    <Side icon={Plug} kind={t`Connection`} label={connection.name} close={close}>
      <div className="pad peek-head">
        <h2 className="t20">{connection.name}</h2>
      </div>
      <Section>
        <KeyValue of={t`Name`}>
          <EditedLine
            label={t`Name`}
            value={connection.name}
            isNeeded
            save={(name) => updateConnection(connection, { name })}
          />
        </KeyValue>
        <KeyValue of={t`Instance`}>
          <EditedLine
            label={t`Address of the instance`}
            value={connection.instance_url}
            isNeeded
            save={(instance_url) => updateConnection(connection, { instance_url })}
          />
        </KeyValue>
        <KeyValue of={t`In use`}>
          <Switch
            label={t`In use`}
            isOn={connection.is_active}
            onChange={(is_active) => void updateConnection(connection, { is_active })}
          />
        </KeyValue>
      </Section>
      <ConnectionTest connection={connection} />
      <Secrets key={connection.auth_type} connection={connection} />
      <Section>
        <AskingVerb
          verb={t`Delete the connection`}
          question={t`Delete it with ${connection.mapping_count} mappings and their runs? Cards stay.`}
          run={async () => {
            if (await deleteConnection(connection)) close();
          }}
        />
      </Section>
    </Side>
  );
}

/** Shows the test, whose answer stays. */
export function ConnectionTest({ connection }: { connection: Connection }) {
  const { t } = useLingui();
  const [isTesting, setTesting] = useState(false);
  const [answer, setAnswer] = useState<{ success: boolean; message: string }>();
  const test = async () => {
    setTesting(true);
    setAnswer(await testConnection(connection.id));
    setTesting(false);
  };
  return (
    <Section title={t`Test`}>
      <div className="servicenow-test">
        <Button look="line" icon={RefreshCw} isDisabled={isTesting} onPress={() => void test()}>
          {isTesting ? t`It is asked…` : t`Test the connection`}
        </Button>
        {answer ? (
          <p role="status">
            <Status tone={answer.success ? "good" : "bad"}>{answer.message}</Status>
          </p>
        ) : (
          connection.last_tested_at && (
            <p>
              <Status tone={connection.test_status === "success" ? "good" : "bad"}>
                {connection.test_status === "success"
                  ? t`Answered on ${moment(connection.last_tested_at)}`
                  : t`Failed on ${moment(connection.last_tested_at)}`}
              </Status>
            </p>
          )
        )}
      </div>
    </Section>
  );
}

/** Replaces the credentials, which are never shown. */
function Secrets({ connection }: { connection: Connection }) {
  const { t } = useLingui();
  const isBasic = connection.auth_type === "basic";
  const [user, setUser] = useState("");
  const [secret, setSecret] = useState("");
  const replace = async () => {
    const secrets = isBasic ? { username: user, password: secret } : { client_id: user, client_secret: secret };
    if (!(await replaceSecrets(connection, secrets))) return;
    setUser("");
    setSecret("");
  };
  return (
    <Section title={t`Credentials`} remark={isBasic ? t`user and password` : t`client and secret`}>
      <Form
        className="servicenow-secrets"
        onSubmit={(event) => {
          event.preventDefault();
          void replace();
        }}
      >
        <Field label={isBasic ? t`User` : t`Client`} value={user} onChange={setUser} placeholder="••••••" />
        <PasswordField
          label={isBasic ? t`Password` : t`Secret`}
          value={secret}
          onChange={setSecret}
          autoComplete="off"
        />
        <Button look="line" type="submit" isDisabled={user === "" || secret === ""}>
          <Trans>Replace them</Trans>
        </Button>
      </Form>
    </Section>
  );
}
