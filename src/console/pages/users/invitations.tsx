/** The invitations that nobody has followed yet, with the end of their links. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { fromNow } from "../../language/format";
import { accountsQuery, type Invitation, invitationsQuery } from "../../people/queries";
import { rolesQuery } from "../../roles/queries";
import { Button } from "../../ui/button";
import { Rows } from "../../ui/rows";
import { Missing, Status } from "../../ui/signs";
import { Failed } from "../../ui/states";
import { resend, withdraw } from "./changes";

const COLUMNS = "minmax(120px,1fr) 92px 128px 116px 172px 184px";

/** Shows the invitations; nothing without any. */
export function Invitations() {
  const { t } = useLingui();
  const { data: invitations = [], error, refetch } = useQuery(invitationsQuery);
  if (error) return <Failed error={error} retry={refetch} />;
  if (invitations.length === 0) return null;
  return (
    <section className="admin-list" aria-label={t`Invited`}>
      <div className="gh plain" style={{ "--cols": COLUMNS } as React.CSSProperties}>
        {[`${t`Invited`} ${invitations.length}`, t`Role`, t`By`, t`Sent`, t`Link ends`, ""].map((head) => (
          <div key={head}>
            <span className="l">{head}</span>
          </div>
        ))}
      </div>
      <Rows label={t`Invited`} items={invitations} keyOf={({ id }) => id} columns={COLUMNS}>
        {(one) => <InvitationRow invitation={one} />}
      </Rows>
    </section>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { t } = useLingui();
  const { data: accounts = [] } = useQuery(accountsQuery);
  const { data: roles = [] } = useQuery(rolesQuery);
  const { email, role, invited_by, created_at, expires_at } = invitation;
  const isOver = expires_at !== null && Date.parse(expires_at) < Date.now();
  return (
    <>
      <div>
        <Missing title={t`Not here yet`} />
        <span className="trunc">{email}</span>
      </div>
      <div>{roles.find(({ key }) => key === role)?.label ?? role}</div>
      <div className="c2">{accounts.find(({ id }) => id === invited_by)?.display_name ?? "—"}</div>
      <div className="c2">{fromNow(created_at)}</div>
      <div>
        {expires_at === null ? (
          <span className="c3">
            <Trans>no link</Trans>
          </span>
        ) : isOver ? (
          <Status tone="warn">{t`ended ${fromNow(expires_at)}`}</Status>
        ) : (
          fromNow(expires_at)
        )}
      </div>
      <div>
        <Button className="row-main lk" aria-label={t`Send again: ${email}`} onPress={() => void resend(invitation)}>
          <Trans>Send again</Trans>
        </Button>
        <Button className="lk" aria-label={t`Withdraw: ${email}`} onPress={() => void withdraw(invitation)}>
          <Trans>Withdraw</Trans>
        </Button>
      </div>
    </>
  );
}
