/** There is no decision of this id. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "../../navigation/link";
import { Gone } from "../../ui/states";

/** Shows that there is none, and the way to those that there are. */
export function NoDecision() {
  const { t } = useLingui();
  return (
    <Gone
      heading={t`Decision`}
      title={<Trans>There is no such decision</Trans>}
      actions={
        <Link to="/ea-delivery/adr" className="btn line">
          <Trans>Decisions</Trans>
        </Link>
      }
    />
  );
}
