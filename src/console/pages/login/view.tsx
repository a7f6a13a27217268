/** The login: single sign-on first if there is any, then the password. It shows nothing of the landscape. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { KeyRound, OctagonX } from "lucide-react";
import { useRef, useState } from "react";

import { useForm } from "../../gate/form";
import { Gate } from "../../gate/gate";
import { useSecondsUntil } from "../../gate/waiting";
import { time } from "../../language/format";
import { Link } from "../../navigation/link";
import type { Refusal } from "../../server/refusal";
import { beginSignOn, logIn, settingsQuery, ssoQuery } from "../../server/session";
import { createRemembered } from "../../state/store";
import { Button } from "../../ui/button";
import { Field, PasswordField } from "../../ui/field";
import { Form } from "../../ui/form";
import { Icon } from "../../ui/icon";
import { LandscapeFacts } from "./facts";
import { login } from "./page";

/** The address of who has logged in on this device before. */
const lastAddress = createRemembered("stoa.email", "");

export default function LoginPage() {
  const { data: settings } = useSuspenseQuery(settingsQuery);
  return (
    <Gate brand={settings.app_title || "Stoa"} facts={<LandscapeFacts settings={settings} />}>
      <div className="fm narrow">
        <h1 className="t20 gate-title">
          <Trans>Log in</Trans>
        </h1>
        <SignOn />
        <PasswordForm />
      </div>
    </Gate>
  );
}

function SignOn() {
  const { data: sso } = useSuspenseQuery(ssoQuery);
  const { isSending, refusal, onSubmit } = useForm(beginSignOn);
  if (!sso.enabled) return null;
  return (
    <form onSubmit={onSubmit}>
      <Button type="submit" look="line" big wide icon={KeyRound} isDisabled={isSending}>
        <Trans>Continue with {sso.provider_name}</Trans>
      </Button>
      {refusal && <p className="fld-error">{refusal.message}</p>}
      <div className="or">
        <Trans>or with a password</Trans>
      </div>
    </form>
  );
}

function PasswordForm() {
  const { t } = useLingui();
  const router = useRouter();
  const { to } = login.useSearch();
  const [email, setEmail] = useState(lastAddress.value);
  const [password, setPassword] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const { isSending, refusal, onSubmit } = useForm(async () => {
    try {
      await logIn(email, password);
    } catch (error) {
      setPassword("");
      form.current?.querySelector<HTMLInputElement>("input[name=password]")?.focus();
      throw error;
    }
    lastAddress.update(() => email);
    // Only an address of this console: a path, and no other host.
    router.history.push(to && /^\/(?!\/)/.test(to) ? to : "/");
  });
  const seconds = useSecondsUntil(refusal?.retryAt);
  const isLocked = seconds > 0;
  const isWrong = refusal?.status === 401;
  return (
    <Form ref={form} onSubmit={onSubmit}>
      <Field
        label={t`E-mail`}
        name="email"
        type="email"
        autoComplete="username"
        value={email}
        onChange={setEmail}
        isDisabled={isLocked}
        autoFocus={email === ""}
        isRequired
      />
      <PasswordField
        label={t`Password`}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        isDisabled={isLocked}
        autoFocus={email !== ""}
        error={isWrong ? t`Address or password is wrong.` : undefined}
        remark={
          <Link to="/auth/forgot-password" className="lk">
            <Trans>Forgotten?</Trans>
          </Link>
        }
      />
      <Button
        type="submit"
        look="pri"
        big
        wide
        keys={isLocked ? undefined : "enter"}
        isDisabled={isLocked || isSending}
      >
        {isLocked ? <Trans>Log in again at {time(refusal?.retryAt ?? 0)}</Trans> : <Trans>Log in</Trans>}
      </Button>
      {refusal && !isWrong && <Obstacle refusal={refusal} seconds={seconds} />}
    </Form>
  );
}

/** Shows the reason why nobody gets in now: too many attempts, or another one in the server's words. */
function Obstacle({ refusal, seconds }: { refusal: Refusal; seconds: number }) {
  const left = `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return (
    <div className="callout gate-callout" role="alert">
      <span className="st bad">
        <Icon of={OctagonX} size={14} />
      </span>
      <span>
        {refusal.status === 423 && (
          <>
            <b>
              <Trans>Locked after too many wrong passwords.</Trans>
            </b>
            <br />
            <span className="c2">
              {seconds > 0 && <Trans>{left} to go.</Trans>}{" "}
              <Trans>
                Devices on which you have logged in before are not affected. An administrator can unlock it at once, or{" "}
                <code>stoa user unlock</code> on the server.
              </Trans>
            </span>
          </>
        )}
        {refusal.status === 429 && (
          <>
            <b>
              <Trans>Too many attempts from here.</Trans>
            </b>{" "}
            {seconds > 0 && <Trans>{left} to go.</Trans>}
          </>
        )}
        {refusal.status === 0 && <Trans>The server can't be reached.</Trans>}
        {![0, 423, 429].includes(refusal.status) && refusal.message}
      </span>
    </div>
  );
}
