/** The console's own 404. */
import { Trans } from "@lingui/react/macro";
import { Link } from "../../navigation/link";
import { Empty } from "../../ui/states";

/** Shows the page at an address that is none. */
export function MissingPage() {
  return (
    <Empty
      title={<Trans>There is no page at this address</Trans>}
      actions={
        <Link to="/" className="btn line">
          <Trans>Home</Trans>
        </Link>
      }
    >
      <Trans>It may have moved, or the link was cut off.</Trans>
    </Empty>
  );
}
