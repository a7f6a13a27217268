/** One's latest sign-ins, and those that failed. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { moment } from "../language/format";
import type { Schemas } from "../server/client";
import { Status } from "../ui/signs";
import { Failed, LoadingRows } from "../ui/states";
import { signInsQuery } from "./queries";
import { useDeviceName, useManner } from "./words";

/** Shows the sign-ins. */
export function SignIns() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(signInsQuery);
  if (error) return <Failed error={error} retry={refetch} />;
  if (!data) return <LoadingRows rows={3} />;
  return (
    <section aria-label={t`Sign-ins`} className="access">
      <div className="gsec">
        <h2>
          <b>
            <Trans>Sign-ins</Trans>
          </b>
        </h2>
      </div>
      {data.length === 0 && (
        <p className="access-none c3">
          <Trans>None in the last 90 days.</Trans>
        </p>
      )}
      <ul aria-label={t`Sign-ins`} className="access-list">
        {data.map((one) => (
          <SignInRow key={one.id} signIn={one} />
        ))}
      </ul>
    </section>
  );
}

function SignInRow({ signIn }: { signIn: Schemas["SignIn"] }) {
  const { t } = useLingui();
  const name = useDeviceName(signIn);
  const manner = useManner(signIn);
  const { succeeded, address, created_at } = signIn;
  return (
    <li className="access-row">
      <div className="access-facts">
        <span className="access-name">
          <span>{moment(created_at)}</span>
          {!succeeded && <Status tone="warn">{t`Failed`}</Status>}
        </span>
        <span className="c2 t12">{[name, address, manner].filter(Boolean).join(" · ")}</span>
      </div>
    </li>
  );
}
