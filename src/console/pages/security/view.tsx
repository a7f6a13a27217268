/** One's second factors, and the recovery codes for when they are lost. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Fingerprint, RotateCw, Smartphone } from "lucide-react";
import { useState } from "react";
import { renewCodes } from "../../factors/changes";
import { Confirmed, type Protection, protectionBy } from "../../factors/confirm";
import { FactorList } from "../../factors/factor-list";
import { NewPasskey } from "../../factors/new-passkey";
import { NewTotp } from "../../factors/new-totp";
import { type Factor, factorsQuery } from "../../factors/queries";
import { RecoveryCodes } from "../../factors/recovery-codes";
import { passkeysWork } from "../../server/passkeys";
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
      subtitle={<Trans>what you have, in addition to your password</Trans>}
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
  const [adding, add] = useState<Factor["kind"]>();
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
  const protection = protectionBy(factors);
  const { isProtected } = protection;
  const form = {
    protection,
    leave: () => add(undefined),
    added(fresh: string[] | null) {
      add(undefined);
      setCodes(fresh ?? undefined);
    },
  };
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
        {!adding && !codes && (
          <>
            <Button look="line" icon={Smartphone} onPress={() => add("totp")}>
              <Trans>Add an authenticator app</Trans>
            </Button>
            {passkeysWork() && (
              <Button look="line" icon={Fingerprint} onPress={() => add("passkey")}>
                <Trans>Add a passkey</Trans>
              </Button>
            )}
          </>
        )}
      </div>
      {codes && <RecoveryCodes codes={codes} stored={() => setCodes(undefined)} />}
      {adding === "totp" && <NewTotp {...form} />}
      {adding === "passkey" && <NewPasskey {...form} />}
      {!isProtected && !adding && (
        <p className="access-none c3">
          <Trans>
            None yet: whoever knows your password gets in. With a second factor, something that you have is needed, too:
            a code of an app on your phone, or a passkey.
          </Trans>
        </p>
      )}
      {!passkeysWork() && (
        <p className="access-none c3 t12">
          <Trans>Passkeys are only to be had at an address with HTTPS and a name, in a browser that knows them.</Trans>
        </p>
      )}
      <FactorList factors={factors} isDemanded={isDemanded} />
      {isProtected && !codes && <Codes left={left} protection={protection} show={setCodes} />}
    </section>
  );
}

type CodesProps = { left: number; protection: Protection; show: (codes: readonly string[]) => void };

/** Shows how many recovery codes are left, and replaces them. */
function Codes({ left, protection, show }: CodesProps) {
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
          protection={protection}
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
