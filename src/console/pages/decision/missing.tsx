/** There is no decision of this id. */
import { Trans } from "@lingui/react/macro";
import { Link } from "../../navigation/link";
import { Empty } from "../../ui/states";

/** Shows that there is none, and the way to those that there are. */
export function NoDecision() {
  return (
    <>
      <h1 className="aloud">
        <Trans>Decision</Trans>
      </h1>
      <Empty
        title={<Trans>There is no such decision</Trans>}
        actions={
          <Link to="/ea-delivery/adr" className="btn line">
            <Trans>Decisions</Trans>
          </Link>
        }
      >
        <Trans>It was deleted, or the link was cut off.</Trans>
      </Empty>
    </>
  );
}
