/** One's access tokens: made, shown once, and revoked. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Tokens } from "../../tokens/token-list";
import { Foot, PageFrame } from "../../ui/bars";
import "../../style/admin.css";

export default function TokensPage() {
  const { t } = useLingui();
  return (
    <PageFrame title={<Trans>Access tokens</Trans>} subtitle={<Trans>with what programs call Stoa in your name</Trans>}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="scroll" tabIndex={0} aria-label={t`Access tokens`}>
        <Tokens
          owner={undefined}
          mayMake
          empty={t`No token yet. A script or a spreadsheet logs in with one instead of your password.`}
        />
      </section>
      <Foot>
        <span>
          <Trans>Never more than you may do yourself</Trans>
        </span>
      </Foot>
    </PageFrame>
  );
}
