/** The directory: how it is connected, the roles that its groups give, and the groups themselves. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ArrowUp, Trash2 } from "lucide-react";
import { Link } from "../../navigation/link";
import { rolesQuery } from "../../roles/queries";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { IconButton } from "../../ui/button";
import { Choice } from "../../ui/choice";
import { Copied } from "../../ui/copied";
import { Failed, LoadingRows } from "../../ui/states";
import { Subject } from "../../ui/subject";
import { AdministrationTrail } from "../../ui/trail";
import "../../style/admin.css";
import "../../style/operations.css";
import "./directory.css";
import { changeRole, deleteRule, moveUp } from "./changes";
import { groupsQuery, type Rule, rulesQuery } from "./queries";
import { NewRule } from "./rule-form";

export default function DirectoryPage() {
  const { t } = useLingui();
  const { data: groups } = useQuery(groupsQuery);
  return (
    <PageFrame label={t`Directory`} title={<AdministrationTrail>{t`Directory`}</AdministrationTrail>}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="scroll" tabIndex={0} aria-label={t`Directory`}>
        <Connection />
        <Rules />
        <Groups />
      </section>
      <Foot>
        <span>
          <Plural value={groups?.length ?? 0} one="# group" other="# groups" />
        </span>
        <span className="sp" />
        <KeyHint keys={["z"]}>
          <Trans>undo</Trans>
        </KeyHint>
      </Foot>
    </PageFrame>
  );
}

function Connection() {
  const { t } = useLingui();
  const address = `${globalThis.location.origin}/api/v1/scim/v2`;
  return (
    <Subject
      title={t`Connection`}
      help={t`Entra ID, Okta and others send people and groups by SCIM 2.0: who leaves the company can't come in here either, within a second.`}
    >
      <dl className="directory-facts">
        <dt>
          <Trans>Address</Trans>
        </dt>
        <dd>
          <Copied text={address} label={t`Copy the address`} />
        </dd>
        <dt>
          <Trans>Token</Trans>
        </dt>
        <dd>
          <Trans>
            of a{" "}
            <Link to="/admin/users" className="lk">
              service account
            </Link>{" "}
            that may administer people, for the directory alone
          </Trans>
        </dd>
      </dl>
    </Subject>
  );
}

function Rules() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(rulesQuery);
  return (
    <Subject
      title={t`Roles of groups`}
      help={t`The first rule that names a group of somebody gives the role: at each single sign-on, and whenever the directory changes a group. Whoever no rule fits keeps their role.`}
    >
      {error && <Failed error={error} retry={refetch} />}
      {!data && !error && <LoadingRows rows={3} />}
      {data?.rules.length === 0 && (
        <p className="c3">
          <Trans>Groups give no roles yet.</Trans>
        </p>
      )}
      {data && data.rules.length > 0 && (
        <ol className="entries" aria-label={t`Rules in their order`}>
          {data.rules.map((rule, at) => (
            <RuleEntry key={`${rule.group} ${rule.role}`} rule={rule} at={at} rules={data.rules} />
          ))}
        </ol>
      )}
      {data && <NewRule rules={data.rules} />}
    </Subject>
  );
}

function RuleEntry({ rule: { group, role }, at, rules }: { rule: Rule; at: number; rules: readonly Rule[] }) {
  const { t } = useLingui();
  const { data: roles = [] } = useQuery(rolesQuery);
  return (
    <li className="directory-rule">
      <span className="c3 num">{at + 1}</span>
      <span className="trunc" title={group}>
        {group}
      </span>
      <Choice
        label={t`Role of ${group}`}
        value={role}
        onChange={(key) => void changeRole(rules, at, key)}
        options={roles.map(({ key, label }) => ({ value: key, label }))}
      />
      <span className="directory-verbs">
        {at > 0 && (
          <IconButton
            icon={ArrowUp}
            size={14}
            label={t`Move ${group} up`}
            writes
            onPress={() => void moveUp(rules, at)}
          />
        )}
        <IconButton
          icon={Trash2}
          size={14}
          label={t`Delete the rule for ${group}`}
          writes
          onPress={() => void deleteRule(rules, at)}
        />
      </span>
    </li>
  );
}

function Groups() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(groupsQuery);
  return (
    <Subject
      title={t`Groups`}
      help={t`What the directory has sent. Groups of a single sign-on stand at the person alone.`}
    >
      {error && <Failed error={error} retry={refetch} />}
      {!data && !error && <LoadingRows rows={3} />}
      {data?.length === 0 && (
        <p className="c3">
          <Trans>The directory has sent no groups yet.</Trans>
        </p>
      )}
      {data && data.length > 0 && (
        <ul className="entries">
          {data.map(({ id, display_name, members }) => (
            <li key={id} className="directory-group">
              <span className="trunc" title={display_name}>
                {display_name}
              </span>
              <span className="c2 num">
                <Plural value={members} one="# member" other="# members" />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Subject>
  );
}
