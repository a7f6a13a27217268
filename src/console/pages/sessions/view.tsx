/** Sessions and sign-ins: where one is logged in, and who has tried it. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Sessions } from "../../sessions/session-list";
import { SignIns } from "../../sessions/sign-ins";
import { Foot, PageFrame } from "../../ui/bars";
import "../../style/admin.css";

export default function SessionsPage() {
  const { t } = useLingui();
  return (
    <PageFrame title={<Trans>Sessions</Trans>} subtitle={<Trans>where you are logged in</Trans>}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="scroll" tabIndex={0} aria-label={t`Sessions and sign-ins`}>
        <Sessions owner={undefined} />
        <SignIns />
      </section>
      <Foot>
        <span>
          <Trans>Another password ends all of them</Trans>
        </span>
      </Foot>
    </PageFrame>
  );
}
