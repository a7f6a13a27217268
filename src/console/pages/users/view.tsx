/** People: those with an account, then those who are invited. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useMemo, useState } from "react";
import { useCommands } from "../../commands/command";
import type { Column } from "../../grid/column";
import { Grid } from "../../grid/grid";
import { fromNow } from "../../language/format";
import { type Account, accountsQuery, invitationsQuery } from "../../people/queries";
import { rolesQuery } from "../../roles/queries";
import { useMe } from "../../server/session";
import { heightOf, useDensity } from "../../state/look";
import { Avatar } from "../../ui/avatar";
import { PageFrame } from "../../ui/bars";
import { ExportMenu } from "../../ui/export-menu";
import { Status } from "../../ui/signs";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { AdministrationTrail } from "../../ui/trail";
import "../../style/admin.css";
import { PeopleFoot } from "./foot";
import { Invitations } from "./invitations";
import { Invite } from "./invite";
import { users } from "./page";
import { PeopleFilter } from "./people-filter";
import { isNamed, isShown } from "./people-kinds";
import { Person } from "./person";
import { PeopleSelection } from "./selection";
import { ServiceAccount } from "./service-account";
import { mailOf, signInOf } from "./sign-in";

const HEAD = 33;

export default function UsersPage() {
  const { t } = useLingui();
  const { show = "active", role, name = "", person } = users.useSearch();
  const setSearch = users.useSetSearch();
  const [isInviting, setInviting] = useState(false);
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const { data: accounts, error, refetch } = useQuery(accountsQuery);
  const { data: invitations = [] } = useQuery(invitationsQuery);
  const rowHeight = heightOf(useDensity());
  const columns = useColumns();
  const { id: me } = useMe();
  const listed = useMemo(
    () =>
      (accounts ?? []).filter(
        (one) => isShown(one, show, me) && (role === undefined || one.role === role) && isNamed(one, name),
      ),
    [accounts, show, role, name, me],
  );
  const selected = listed.filter(({ id }) => chosen.has(id));
  const toggle = (from: number, to: number) => {
    const ids = listed.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ id }) => id);
    const isOn = !chosen.has(listed[to]?.id ?? "");
    choose(new Set(isOn ? [...chosen, ...ids] : [...chosen].filter((id) => !ids.includes(id))));
  };
  useCommands([{ id: "people.invite", label: t`Invite`, icon: UserPlus, keys: ["i"], run: () => setInviting(true) }]);
  const opened = accounts?.find(({ id }) => id === person);
  const admins = accounts?.filter((one) => one.role === "admin" && one.is_active) ?? [];
  return (
    <PageFrame
      label={t`People`}
      title={<AdministrationTrail>{t`People`}</AdministrationTrail>}
      actions={
        <>
          <ExportMenu
            address={(format) => `/api/v1/users/export?format=${format}&include_inactive=${show === "all"}`}
          />
          <ServiceAccount made={(id) => setSearch({ show: undefined, role: undefined, name: undefined, person: id })} />
          <Invite isOpen={isInviting} open={setInviting} />
        </>
      }
    >
      <PeopleFilter />
      <div className="work">
        <section className="col" aria-label={t`People`}>
          {error && <Failed error={error} retry={refetch} />}
          {!accounts && !error && <LoadingRows />}
          {accounts && listed.length === 0 && (
            <Empty title={<Trans>Nobody is like that</Trans>}>
              <Trans>Take a filter away, or invite somebody.</Trans>
            </Empty>
          )}
          {listed.length > 0 && (
            <div
              className="grid-room"
              style={{ flex: `0 1 ${HEAD + listed.length * rowHeight + 24}px`, minHeight: HEAD + 3 * rowHeight }}
            >
              <Grid
                label={t`People`}
                columns={columns}
                total={listed.length}
                rowAt={(at) => listed[at]}
                idOf={({ id }) => id}
                current={person}
                onOpen={({ id }) => setSearch({ person: id })}
                onPeek={({ id }) => setSearch({ person: id }, { replace: true })}
                peeksOnPress
                selection={chosen}
                onSelect={toggle}
                onSelectAll={() => choose(new Set(selected.length > 0 ? [] : listed.map(({ id }) => id)))}
              />
            </div>
          )}
          <Invitations />
        </section>
        {opened && (
          <Person
            key={opened.id}
            account={opened}
            isLastAdmin={admins.length === 1 && admins[0]?.id === opened.id}
            close={() => setSearch({ person: undefined }, { replace: true })}
          />
        )}
      </div>
      {selected.length > 0 ? (
        <PeopleSelection accounts={selected} clear={() => choose(new Set())} />
      ) : (
        <PeopleFoot accounts={accounts ?? []} listed={listed.length} invited={invitations.length} />
      )}
    </PageFrame>
  );
}

/** Returns the columns of the list. */
function useColumns(): Column<Account>[] {
  const { t, i18n } = useLingui();
  const me = useMe();
  const { data: roles = [] } = useQuery(rolesQuery);
  return [
    {
      key: "name",
      label: t`Name`,
      cell: ({ display_name, locked_until, is_active }) => (
        <>
          <Avatar name={display_name} />
          <span className="trunc">{display_name}</span>
          <span className="sp" />
          {locked_until && <Status tone="warn">{t`Locked`}</Status>}
          {!is_active && <Status tone="mut">{t`Not active`}</Status>}
        </>
      ),
    },
    {
      key: "email",
      label: t`Mail`,
      width: 248,
      cell: (account) => <span className="trunc c2">{mailOf(account)}</span>,
    },
    {
      key: "role",
      label: t`Role`,
      width: 112,
      cell: ({ role }) => <span className="trunc">{roles.find(({ key }) => key === role)?.label ?? role}</span>,
    },
    {
      key: "provider",
      label: t`Signs in with`,
      width: 116,
      cell: (account) => <span className="c2 trunc">{i18n._(signInOf(account))}</span>,
    },
    {
      key: "seen",
      label: t`Last seen`,
      width: 116,
      cell: ({ id, last_login }) =>
        id === me.id ? t`now` : last_login ? fromNow(last_login) : <span className="c3">{t`never`}</span>,
    },
  ];
}
