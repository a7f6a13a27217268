/** A role next to the matrix: who has it, how much it may, and what the focused right would mean. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Archive, Check, Eye, Minus, Shield } from "lucide-react";
import { Link, useGo } from "../../navigation/link";
import { grants, type Role } from "../../roles/queries";
import { seeAs, useMay, useMe } from "../../server/session";
import { Button } from "../../ui/button";
import { EditedLine } from "../../ui/edited-line";
import { KeyValue, Section } from "../../ui/section";
import { AskingVerb, Consequence, Side } from "../../ui/side";
import { Switch } from "../../ui/switch";
import { archiveRole, updateRole } from "./changes";
import type { RightGroup } from "./matrix";

type RoleProps = {
  role: Role;
  groups: readonly RightGroup[];
  /** The right that has the focus. */
  right: { key: string; label: string } | undefined;
  close: () => void;
};

/** Shows a role. */
export function RolePanel({ role, groups, right, close }: RoleProps) {
  const { t } = useLingui();
  const me = useMe();
  const go = useGo();
  const maySeeAs = useMay("admin.impersonate") && role.key !== "admin" && role.key !== me.role;
  const rights = groups.flatMap((group) => group.rights);
  const granted = rights.filter(({ key }) => grants(role, key)).length;
  const isFixed = role.key === "admin";
  const name = (
    <EditedLine
      className="inp bare"
      label={t`Name of the role`}
      value={role.label}
      isNeeded
      save={(label) => updateRole(role, { label }, t`The role is called ${label} now`)}
    />
  );
  return (
    <Side icon={Shield} kind={t`Role`} label={role.label} close={close}>
      <div className="side-head">
        <div>
          <h2 className="t15 w2">{isFixed ? role.label : name}</h2>
          {role.description && <p className="c2 t12">{role.description}</p>}
        </div>
      </div>
      <Section>
        <KeyValue of={t`People`}>
          {role.user_count}
          <span className="sp" />
          <Link to="/admin/users" search={{ role: role.key }} className="lk">
            <Trans>Show</Trans>
          </Link>
        </KeyValue>
        <KeyValue of={t`May`}>
          <span>
            <Trans>
              <b>{granted}</b> of {rights.length}
            </Trans>
          </span>
        </KeyValue>
        <KeyValue of={t`Key`}>{role.key}</KeyValue>
        <KeyValue of={t`New people`}>
          {isFixed || role.is_default ? (
            <span>{role.is_default ? t`get this role` : t`get another role`}</span>
          ) : (
            <Switch
              isOn={false}
              onChange={() => void updateRole(role, { is_default: true }, t`New people get the role ${role.label}`)}
            >
              {t`get another role`}
            </Switch>
          )}
        </KeyValue>
        <KeyValue of={t`Second factor`}>
          <Switch
            label={t`Second factor`}
            isOn={role.requires_second_factor}
            onChange={(isDemanded) =>
              void updateRole(
                role,
                { requires_second_factor: isDemanded },
                isDemanded
                  ? t`${role.label} demands a second factor`
                  : t`${role.label} demands no second factor any more`,
              )
            }
          >
            {role.requires_second_factor ? t`demanded after a password` : t`left to each`}
          </Switch>
        </KeyValue>
      </Section>
      <Section title={t`In plain words`}>
        <PlainWords role={role} groups={groups} />
      </Section>
      {right && !isFixed && (
        <Section title={grants(role, right.key) ? t`If “${right.label}” is taken` : t`If “${right.label}” is granted`}>
          <p className="c2 t12">
            {grants(role, right.key) ? (
              <Trans>{role.user_count} people can't do it any more, but for what their parts in cards allow.</Trans>
            ) : (
              <Trans>{role.user_count} people can do it at once.</Trans>
            )}
          </p>
        </Section>
      )}
      <Section>
        {maySeeAs && (
          <Button
            icon={Eye}
            className="verb"
            onPress={async () => {
              await seeAs(role.key);
              go({ to: "/" });
            }}
          >
            {t`See Stoa as ${role.label}`}
          </Button>
        )}
        {!role.is_system && !role.is_default && (
          <AskingVerb
            icon={Archive}
            verb={t`Archive the role`}
            question={t`${role.user_count} people keep it; it can't be given any more.`}
            run={async () => {
              if (await archiveRole(role)) close();
            }}
          />
        )}
      </Section>
    </Side>
  );
}

/** Shows the groups of rights that a role has whole, in part, or not at all. */
function PlainWords({ role, groups }: { role: Role; groups: readonly RightGroup[] }) {
  const { t } = useLingui();
  const shareOf = ({ rights }: RightGroup) => rights.filter(({ key }) => grants(role, key)).length / rights.length;
  const named = (fits: (share: number) => boolean) =>
    groups
      .filter((group) => fits(shareOf(group)))
      .map(({ label }) => label)
      .join(", ");
  const whole = named((share) => share === 1);
  const part = named((share) => share > 0 && share < 1);
  const none = named((share) => share === 0);
  return (
    <>
      {whole && <Consequence icon={Check}>{t`Everything of ${whole}.`}</Consequence>}
      {part && <Consequence icon={Check}>{t`Some of ${part}.`}</Consequence>}
      {none && <Consequence icon={Minus}>{t`Nothing of ${none}.`}</Consequence>}
    </>
  );
}
