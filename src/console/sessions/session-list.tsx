/** Sessions of an account: the device, from where and when it was used last, and how to end it. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { fromNow, moment } from "../language/format";
import { asRefusal } from "../server/refusal";
import { AskingVerb } from "../ui/side";
import { Status } from "../ui/signs";
import { Failed, LoadingRows } from "../ui/states";
import { endSession, endSessions } from "./changes";
import { type Owner, type Session, sessionsQuery } from "./queries";
import { useDeviceName } from "./words";
import "../style/access.css";

/** Shows the sessions of an account. */
export function Sessions({ owner }: { owner: Owner }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(sessionsQuery(owner));
  // Nobody looks after the sessions of somebody who may do more.
  if (error && asRefusal(error).status === 403) return null;
  if (error) return <Failed error={error} retry={refetch} />;
  if (!data) return <LoadingRows rows={3} />;
  const endable = owner === undefined ? data.filter(({ is_current }) => !is_current) : data;
  return (
    <section aria-label={t`Sessions`} className="access">
      <div className="gsec">
        <h2>
          <b>
            <Trans>Sessions</Trans>
          </b>{" "}
          <span className="n num">{data.length}</span>
        </h2>
      </div>
      {data.length === 0 && (
        <p className="access-none c3">
          <Trans>Logged in nowhere, or by an earlier version that has not listed it.</Trans>
        </p>
      )}
      <ul aria-label={t`Sessions`} className="access-list">
        {data.map((session) => (
          <SessionRow key={session.id} session={session} owner={owner} />
        ))}
      </ul>
      {endable.length > 1 && (
        <div className="access-row">
          <AskingVerb
            verb={owner === undefined ? t`End all others` : t`End all`}
            question={t`Whoever works there has to log in again.`}
            run={() => endSessions(owner)}
          />
        </div>
      )}
    </section>
  );
}

function SessionRow({ session, owner }: { session: Session; owner: Owner }) {
  const { t } = useLingui();
  const name = useDeviceName(session);
  const { is_current: isCurrent, created_at, last_used_at: usedAt, last_used_from, address } = session;
  const from = last_used_from ?? address;
  return (
    <li className="access-row">
      <div className="access-facts">
        <span className="access-name">
          <b>{name}</b>
          {isCurrent && <Status tone="good">{t`This one`}</Status>}
        </span>
        <span className="c2 t12">
          {usedAt && (from ? t`used ${fromNow(usedAt)} from ${from}` : t`used ${fromNow(usedAt)}`)}
        </span>
        <span className="c3 t12">{t`since ${moment(created_at)}`}</span>
      </div>
      {!isCurrent && (
        <AskingVerb
          verb={t`End`}
          question={t`Whoever works there has to log in again.`}
          run={() => endSession(owner, session)}
        />
      )}
    </li>
  );
}
