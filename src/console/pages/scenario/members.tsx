/** The people and roles that see a scenario in addition to its owner, and which of them may change it. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { UserPlus, X } from "lucide-react";
import { PersonField } from "../../people/person-field";
import { accountsQuery } from "../../people/queries";
import { rolesQuery } from "../../roles/queries";
import { setMembers } from "../../scenarios/changes";
import type { Member, Scenario } from "../../scenarios/queries";
import { Button, IconButton } from "../../ui/button";
import { Choice } from "../../ui/choice";
import { Popup } from "../../ui/popup";
import { Section } from "../../ui/section";
import { Switch } from "../../ui/switch";

type MembersProps = { scenario: Scenario; mayEdit: boolean };

const keyOf = ({ user_id, role }: Member) => user_id ?? `role ${role}`;

/** Gives the name of a member. */
function useNames(): (member: Member) => string {
  const { data: accounts = [] } = useQuery(accountsQuery);
  const { data: roles = [] } = useQuery(rolesQuery);
  return ({ user_id, role }) =>
    user_id
      ? (accounts.find(({ id }) => id === user_id)?.display_name ?? "…")
      : (roles.find(({ key }) => key === role)?.label ?? role ?? "");
}

/** Shows who they are, and the popup in which they are set. */
export function MembersOf({ scenario, mayEdit }: MembersProps) {
  const { t } = useLingui();
  const nameOf = useNames();
  const { members } = scenario;
  return (
    <Section title={t`Who sees it`} count={members.length || undefined}>
      {members.length === 0 && (
        <p className="c3">
          <Trans>Its owner, and who manages all scenarios</Trans>
        </p>
      )}
      {members.map((member) => (
        <p key={keyOf(member)} className="scenario-member">
          <span className="trunc">
            {member.role ? <Trans>Everybody with the role {nameOf(member)}</Trans> : nameOf(member)}
          </span>
          {member.may_change && <span className="c3 t12 e">{t`may change it`}</span>}
        </p>
      ))}
      {mayEdit && (
        <Popup
          label={t`Who sees it`}
          trigger={
            <Button icon={UserPlus} className="verb">
              <Trans>Share it</Trans>
            </Button>
          }
        >
          {() => <MemberForm scenario={scenario} />}
        </Popup>
      )}
    </Section>
  );
}

const NONE = "";

function MemberForm({ scenario }: { scenario: Scenario }) {
  const { t } = useLingui();
  const nameOf = useNames();
  const { data: roles = [] } = useQuery(rolesQuery);
  const { members } = scenario;
  const add = (added: Pick<Member, "user_id" | "role">) => {
    const member = { ...added, may_change: false };
    if (!members.some((one) => keyOf(one) === keyOf(member))) void setMembers(scenario, [...members, member]);
  };
  const turn = (member: Member, may_change: boolean) =>
    void setMembers(
      scenario,
      members.map((one) => (one === member ? { ...one, may_change } : one)),
    );
  return (
    <div className="popup-form">
      {members.map((member) => (
        <div key={keyOf(member)} className="scenario-member">
          <span className="trunc">{nameOf(member)}</span>
          <span className="e">
            <Switch
              label={t`${nameOf(member)} may change it`}
              isOn={member.may_change}
              onChange={(isOn) => turn(member, isOn)}
            >
              {t`may change it`}
            </Switch>
          </span>
          <IconButton
            icon={X}
            size={14}
            label={t`Take ${nameOf(member)} away`}
            onPress={() =>
              void setMembers(
                scenario,
                members.filter((one) => one !== member),
              )
            }
          />
        </div>
      ))}
      <PersonField label={t`Somebody`} inForm autoFocus choose={({ id }) => add({ user_id: id, role: null })} />
      <Choice
        inForm
        label={t`Everybody with a role`}
        value={NONE}
        options={[{ value: NONE, label: t`Choose a role` }, ...roles.map(({ key, label }) => ({ value: key, label }))]}
        onChange={(role) => role !== NONE && add({ user_id: null, role })}
      />
    </div>
  );
}
