/** The foot of the list of people: how many there are, and those whom one may want to look at. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { Account } from "../../people/queries";
import { useMe } from "../../server/session";
import { Foot, KeyHint } from "../../ui/bars";
import { users } from "./page";
import { isShown } from "./people-kinds";

type FootProps = { accounts: readonly Account[]; listed: number; invited: number };

/** Shows the foot. @param props.listed the number of those in the list @param props.invited that of invitations */
export function PeopleFoot({ accounts, listed, invited }: FootProps) {
  const { t } = useLingui();
  const { id: me } = useMe();
  const setSearch = users.useSetSearch();
  const counted = (kind: "locked" | "never" | "unseen") => accounts.filter((one) => isShown(one, kind, me)).length;
  return (
    <Foot>
      <span>
        <b>{listed}</b> <Trans>people</Trans>
      </span>
      <span>
        <b>{invited}</b> <Trans>invited</Trans>
      </span>
      {(["locked", "never", "unseen"] as const).map(
        (kind) =>
          counted(kind) > 0 && (
            <button key={kind} type="button" className="lk" onClick={() => setSearch({ show: kind })}>
              {counted(kind)} {{ locked: t`locked`, never: t`never seen`, unseen: t`not seen for 90 days` }[kind]}
            </button>
          ),
      )}
      <span className="sp" />
      <KeyHint keys={["i"]}>
        <Trans>invite</Trans>
      </KeyHint>
      <KeyHint keys={["x"]}>
        <Trans>select</Trans>
      </KeyHint>
      <KeyHint keys={["space"]}>
        <Trans>peek</Trans>
      </KeyHint>
    </Foot>
  );
}
