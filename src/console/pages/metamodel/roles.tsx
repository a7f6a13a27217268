/** The roles that people may have on cards of a type; their rights are on the page of roles. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus, User } from "lucide-react";
import type { CSSProperties } from "react";
import { withText } from "../../metamodel/names";
import { labelOf } from "../../metamodel/queries";
import { Link, useGo } from "../../navigation/link";
import { useMay } from "../../server/session";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { NamePopup } from "../../ui/name-form";
import { RowName } from "../../ui/row-name";
import { archiveRole, createRole, updateRole } from "./changes";
import { type CardType, rolesOfTypeQuery, type StakeholderRole } from "./queries";

const COLUMNS = "28px minmax(150px,1fr) 160px 118px";

/** Returns a key for a role: small letters, digits and underscores, at least three. */
export function roleKeyFor(name: string, taken: ReadonlySet<string>): string {
  const words = name
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^[_0-9]+|_+$/g, "")
    .slice(0, 40);
  const plain = words.length < 3 ? `role${words}` : words;
  let key = plain;
  for (let count = 2; taken.has(key); count++) key = `${plain}${count}`;
  return key;
}

/** Shows the roles; those in use come first. */
export function Roles({ type }: { type: CardType }) {
  const { t } = useLingui();
  const { data: all = [] } = useQuery(rolesOfTypeQuery(type.key));
  const shown = all.filter(({ is_archived }) => !is_archived);
  const archived = all.filter(({ is_archived }) => is_archived);
  const mayGrant = useMay("admin.roles");
  return (
    <section className="admin-list" id="roles" aria-label={t`Roles`}>
      <div className="gsec">
        <b>
          <Trans>Roles</Trans>
        </b>
        <span className="c3 num">{shown.length}</span>
        {mayGrant && (
          <Link to="/admin/roles" search={{ type: type.key }} className="lk">
            <Trans>What they may do</Trans>
          </Link>
        )}
        <span className="sp" />
        <NamePopup
          label={t`New role`}
          trigger={
            <Button icon={Plus} aria-label={t`New role`}>
              <Trans>Role</Trans>
            </Button>
          }
          field={t`Name of the role`}
          verb={t`Create`}
          make={(label) => createRole(type.key, roleKeyFor(label, new Set(all.map(({ key }) => key))), label)}
        />
      </div>
      <ul aria-label={t`Roles`} className="rows" style={{ "--cols": COLUMNS } as CSSProperties}>
        {[...shown, ...archived].map((role) => (
          <RoleRow key={role.key} type={type} role={role} />
        ))}
      </ul>
    </section>
  );
}

function RoleRow({ type, role }: { type: CardType; role: StakeholderRole }) {
  const { t, i18n } = useLingui();
  const go = useGo();
  const mayGrant = useMay("admin.roles");
  const name = labelOf(role);
  return (
    <li className={role.is_archived ? "gr faded" : "gr"}>
      <div className="ck c3">
        <Icon of={User} size={14} />
      </div>
      <div className="name">
        <RowName
          name={name}
          label={t`Name of the role`}
          open={() => mayGrant && go({ to: "/admin/roles", search: { type: type.key, role: role.key } })}
          rename={(text) => {
            const { label, translations } = withText(role, "label", text, i18n.locale);
            return updateRole(role, { label, translations }, t`${name} is called ${text} now`);
          }}
        />
      </div>
      <div className="c3 t12 trunc">{role.key}</div>
      <div className="r">
        <Button
          className="lk"
          aria-label={role.is_archived ? t`Restore ${name}` : t`Archive ${name}`}
          onPress={() =>
            void archiveRole(
              role,
              !role.is_archived,
              role.is_archived
                ? t`The role ${name} is there again`
                : t`The role ${name} is archived; whoever has it may no longer do anything by it`,
            )
          }
        >
          {role.is_archived ? <Trans>Restore</Trans> : <Trans>Archive</Trans>}
        </Button>
      </div>
    </li>
  );
}
