/** There is no statement of this id. */
import { Trans } from "@lingui/react/macro";
import { Link } from "../../navigation/link";
import { Empty } from "../../ui/states";

/** Shows that there is none, and the way to those that there are. */
export function NoStatement() {
  return (
    <>
      <h1 className="aloud">
        <Trans>Statement of architecture work</Trans>
      </h1>
      <Empty
        title={<Trans>There is no such statement</Trans>}
        actions={
          <Link to="/ea-delivery/soaw" className="btn line">
            <Trans>Architecture work</Trans>
          </Link>
        }
      >
        <Trans>It was deleted, or the link was cut off.</Trans>
      </Empty>
    </>
  );
}
