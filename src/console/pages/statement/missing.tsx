/** There is no statement of this id. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "../../navigation/link";
import { Gone } from "../../ui/states";

/** Shows that there is none, and the way to those that there are. */
export function NoStatement() {
  const { t } = useLingui();
  return (
    <Gone
      heading={t`Statement of architecture work`}
      title={<Trans>There is no such statement</Trans>}
      actions={
        <Link to="/ea-delivery/soaw" className="btn line">
          <Trans>Architecture work</Trans>
        </Link>
      }
    />
  );
}
