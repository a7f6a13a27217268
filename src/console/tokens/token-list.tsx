/** Access tokens of an account: what each opens, when it ended or ends, its last use, and how to revoke it. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { day, fromNow } from "../language/format";
import { asRefusal } from "../server/refusal";
import { Copied } from "../ui/copied";
import { AskingVerb } from "../ui/side";
import { Status } from "../ui/signs";
import { Failed, LoadingRows } from "../ui/states";
import { revokeToken } from "./changes";
import { areaNames, scopeNames } from "./names";
import { NewToken } from "./new-token";
import { type Owner, type Token, tokensQuery } from "./queries";
import "../style/access.css";

type TokensProps = {
  owner: Owner;
  /** True when a token can be made here. */
  mayMake: boolean;
  /** Stands in the place of a list without tokens. */
  empty: string;
};

/** Shows the tokens of an account; a new one once, before all others. */
export function Tokens({ owner, mayMake, empty }: TokensProps) {
  const { t } = useLingui();
  const [made, setMade] = useState<string>();
  const { data, error, refetch } = useQuery(tokensQuery(owner));
  // Nobody looks after the tokens of somebody who may do more.
  if (error && asRefusal(error).status === 403) return null;
  if (error) return <Failed error={error} retry={refetch} />;
  if (!data) return <LoadingRows rows={3} />;
  return (
    <section aria-label={t`Tokens`} className="access">
      <div className="gsec">
        <h2>
          <b>
            <Trans>Tokens</Trans>
          </b>{" "}
          <span className="n num">{data.length}</span>
        </h2>
        <span className="sp" />
        {mayMake && <NewToken owner={owner} made={setMade} />}
      </div>
      {made !== undefined && (
        <div className="callout warn" role="status">
          <span>
            <Trans>This is the token. It is not shown again: whoever has it may do what it opens.</Trans>
            <Copied text={made} label={t`Copy the token`} />
          </span>
        </div>
      )}
      {data.length === 0 && <p className="access-none c3">{empty}</p>}
      <ul aria-label={t`Tokens`} className="access-list">
        {data.map((token) => (
          <TokenRow key={token.id} token={token} owner={owner} />
        ))}
      </ul>
    </section>
  );
}

function TokenRow({ token, owner }: { token: Token; owner: Owner }) {
  const { t, i18n } = useLingui();
  const { name, scope, areas, last_four, expires_at, last_used_at: usedAt, last_used_from: from } = token;
  const isOver = expires_at !== null && Date.parse(expires_at) <= Date.now();
  const places = areas?.map((area) => (areaNames[area] ? i18n._(areaNames[area]) : area)).join(", ");
  return (
    <li className="access-row">
      <div className="access-facts">
        <span className="access-name">
          <b className="trunc">{name}</b>
          {last_four && <code className="c3">…{last_four}</code>}
          {token.is_connection && <Status tone="mut">{t`Assistant`}</Status>}
          {isOver && <Status tone="mut">{t`Expired`}</Status>}
        </span>
        <span className="c2 t12">
          {i18n._(scopeNames[scope])}
          {places && `: ${places}`}
        </span>
        <span className="c3 t12">
          {expires_at === null ? t`without an end` : isOver ? t`ended ${day(expires_at)}` : t`until ${day(expires_at)}`}
          {" · "}
          {!usedAt ? t`never used` : from ? t`used ${fromNow(usedAt)} from ${from}` : t`used ${fromNow(usedAt)}`}
        </span>
      </div>
      <AskingVerb
        icon={X}
        verb={t`Revoke`}
        question={t`What uses it is refused from now on.`}
        run={() => revokeToken(owner, token)}
      />
    </li>
  );
}
