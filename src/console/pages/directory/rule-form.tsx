/** A new rule: a group, the role that it gives, and who would get another role by it. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { rolesQuery } from "../../roles/queries";
import { Button } from "../../ui/button";
import { Choice } from "../../ui/choice";
import { Field } from "../../ui/field";
import { Form } from "../../ui/form";
import { Popup } from "../../ui/popup";
import { createRule } from "./changes";
import { type Rule, trialQuery } from "./queries";

/** People of a trial who are named. */
const NAMED = 5;

/** Shows the button, and the form that it opens. */
export function NewRule({ rules }: { rules: readonly Rule[] }) {
  const { t } = useLingui();
  return (
    <Popup
      label={t`New rule`}
      trigger={
        <Button look="line" icon={Plus}>
          <Trans>New rule</Trans>
        </Button>
      }
    >
      {(close) => <RuleForm rules={rules} close={close} />}
    </Popup>
  );
}

function RuleForm({ rules, close }: { rules: readonly Rule[]; close: () => void }) {
  const { t } = useLingui();
  const { data: roles = [] } = useQuery(rolesQuery);
  const [group, setGroup] = useState("");
  const [role, setRole] = useState("member");
  const rule = { group: group.trim(), role };
  return (
    <Form
      className="popup-form"
      onSubmit={(event) => {
        event.preventDefault();
        void createRule(rules, rule);
        close();
      }}
    >
      <Field label={t`Name of the group, or its id`} value={group} onChange={setGroup} autoFocus maxLength={500} />
      <Choice
        inForm
        label={t`Role`}
        value={role}
        onChange={setRole}
        options={roles.map(({ key, label }) => ({ value: key, label }))}
      />
      {rule.group !== "" && <TrialResult rules={[...rules, rule]} />}
      <Button look="pri" type="submit" isDisabled={rule.group === ""}>
        <Trans>Add the rule</Trans>
      </Button>
    </Form>
  );
}

/** Shows who would get another role by some rules, of the people whose groups are known. */
function TrialResult({ rules }: { rules: readonly Rule[] }) {
  const { data, error } = useQuery(trialQuery(rules));
  const { data: roles = [] } = useQuery(rolesQuery);
  const nameOf = (key: string) => roles.find((role) => role.key === key)?.label ?? key;
  if (error)
    return (
      <p className="fld-error" role="alert">
        {error.message}
      </p>
    );
  if (!data) return <p className="c3 t12">…</p>;
  const more = data.total - NAMED;
  return (
    <div className="t12" role="status">
      {data.total === 0 ? (
        <Trans>Nobody whose groups are known would get another role.</Trans>
      ) : (
        <Plural value={data.total} one="# person would get another role:" other="# people would get another role:" />
      )}
      {data.total > 0 && (
        <ul className="trial">
          {data.changes.slice(0, NAMED).map(({ user_id, display_name, role, becomes }) => (
            <li key={user_id}>
              {display_name}: {nameOf(role)} → {nameOf(becomes)}
            </li>
          ))}
          {more > 0 && (
            <li className="c3">
              <Trans>and {more} more</Trans>
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
