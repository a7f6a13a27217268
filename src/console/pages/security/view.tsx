/** One's second factors, and the recovery codes for when they are lost. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { RotateCw, Smartphone } from "lucide-react";
import { useState } from "react";
import { renewCodes } from "../../factors/changes";
import { Confirmed } from "../../factors/confirm";
import { FactorList } from "../../factors/factor-list";
import { NewTotp } from "../../factors/new-totp";
import { factorsQuery } from "../../factors/queries";
import { RecoveryCodes } from "../../factors/recovery-codes";
import { Foot, PageFrame } from "../../ui/bars";
import { Button } from "../../ui/button";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import "../../style/admin.css";
import "../../style/access.css";

export default function SecurityPage() {
  const { t } = useLingui();
  return (
    <PageFrame
      title={<Trans>Second factors</Trans>}
      subtitle={<Trans>what you are asked for after your password</Trans>}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="scroll" tabIndex={0} aria-label={t`Second factors and recovery codes`}>
        <Factors />
      </section>
      <Foot>
        <span>
          <Trans>Another password leaves them as they are</Trans>
        </span>
      </Foot>
    </PageFrame>
  );
}

/** Shows the factors; a new one, and the codes that come with it, stand before them. */
function Factors() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(factorsQuery);
  const [isAdding, add] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  if (error) return <Failed error={error} retry={refetch} />;
  if (!data) return <LoadingRows rows={3} />;
  const { factors, recovery_codes_left: left, is_demanded: isDemanded, is_available: isAvailable } = data;
  if (!isAvailable)
    return (
      <Empty title={t`Your identity provider asks for its own factors`}>
        <Trans>You log in by single sign-on, so that there is nothing to set up here.</Trans>
      </Empty>
    );
  const isProtected = factors.length > 0;
  return (
    <section aria-label={t`Second factors`} className="access">
      <div className="gsec">
        <h2>
          <b>
            <Trans>Second factors</Trans>
          </b>{" "}
          <span className="n num">{factors.length}</span>
        </h2>
        <span className="sp" />
        {!isAdding && !codes && (
          <Button look="line" icon={Smartphone} onPress={() => add(true)}>
            <Trans>Add an authenticator app</Trans>
          </Button>
        )}
      </div>
      {codes && <RecoveryCodes codes={codes} stored={() => setCodes(undefined)} />}
      {isAdding && (
        <NewTotp
          isProtected={isProtected}
          leave={() => add(false)}
          added={(fresh) => {
            add(false);
            setCodes(fresh ?? undefined);
          }}
        />
      )}
      {!isProtected && !isAdding && (
        <p className="access-none c3">
          <Trans>
            None yet: whoever knows your password gets in. With an authenticator app on your phone, a code of it is
            needed, too.
          </Trans>
        </p>
      )}
      <FactorList factors={factors} isDemanded={isDemanded} />
      {isProtected && !codes && <Codes left={left} show={setCodes} />}
    </section>
  );
}

/** Shows how many recovery codes are left, and replaces them. */
function Codes({ left, show }: { left: number; show: (codes: readonly string[]) => void }) {
  const { t } = useLingui();
  return (
    <>
      <div className="gsec">
        <h2>
          <b>
            <Trans>Recovery codes</Trans>
          </b>{" "}
          <span className="n num">{left}</span>
        </h2>
      </div>
      <div className="access-row">
        <span className={left < 3 ? "st warn" : "c2"}>
          <Plural
            value={left}
            _0="None is left: make new ones."
            one="# is left, for when a factor is lost."
            other="# are left, for when a factor is lost."
          />
        </span>
        <Confirmed
          label={t`New recovery codes`}
          verb={t`Make new ones`}
          question={t`Those that you have get nobody in any more.`}
          isProtected
          trigger={
            <Button icon={RotateCw}>
              <Trans>New codes…</Trans>
            </Button>
          }
          run={async (confirmation) => show(await renewCodes(confirmation))}
        />
      </div>
    </>
  );
}
