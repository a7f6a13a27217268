/** The set-up of a second factor that one's role demands; then the console opens. */
import { Trans } from "@lingui/react/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { unprotected } from "../../factors/confirm";
import { NewPasskey } from "../../factors/new-passkey";
import { NewTotp } from "../../factors/new-totp";
import { RecoveryCodes } from "../../factors/recovery-codes";
import { Gate } from "../../gate/gate";
import { Link } from "../../navigation/link";
import { passkeysWork } from "../../server/passkeys";
import { cache } from "../../server/queries";
import { logOut, meQuery, settingsQuery } from "../../server/session";
import { Button } from "../../ui/button";
import { secondFactor } from "./page";
import "../../style/access.css";

export default function SecondFactorPage() {
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const { data: me } = useSuspenseQuery(meQuery);
  return (
    <Gate brand={settings.app_title || "Stoa"}>
      <div className="fm narrow">
        <h1 className="t20 gate-title">
          <Trans>Set up a second factor</Trans>
        </h1>
        {me ? <SetUp role={me.role_label} /> : <Nobody />}
      </div>
    </Gate>
  );
}

function SetUp({ role }: { role: string }) {
  const router = useRouter();
  const { to } = secondFactor.useSearch();
  const [kind, setKind] = useState<"totp" | "passkey">("totp");
  const [codes, setCodes] = useState<readonly string[]>();
  const proceed = async () => {
    await cache.fetchQuery({ ...meQuery, staleTime: 0 });
    router.history.replace(to && /^\/(?!\/)/.test(to) ? to : "/");
  };
  const form = {
    protection: unprotected,
    added: (fresh: string[] | null) => (fresh ? setCodes(fresh) : void proceed()),
  };
  if (codes) return <RecoveryCodes codes={codes} stored={() => void proceed()} />;
  return (
    <>
      <p className="c2 under-title">
        <Trans>
          Your role, {role}, demands a second factor: something that you have, in addition to your password.
        </Trans>
      </p>
      {kind === "totp" ? <NewTotp {...form} /> : <NewPasskey {...form} />}
      <p className="gate-callout form-verbs">
        {passkeysWork() && (
          <Button onPress={() => setKind(kind === "totp" ? "passkey" : "totp")}>
            {kind === "totp" ? <Trans>Use a passkey instead</Trans> : <Trans>Use an authenticator app instead</Trans>}
          </Button>
        )}
        <Button
          onPress={async () => {
            await logOut();
            router.history.replace("/login");
          }}
        >
          <Trans>Log out</Trans>
        </Button>
      </p>
    </>
  );
}

function Nobody() {
  return (
    <p className="c2">
      <Link to="/login" className="lk">
        <Trans>Log in first</Trans>
      </Link>
    </p>
  );
}
