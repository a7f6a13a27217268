/** The login: single sign-on first if there is any, then the password. It shows nothing of the landscape. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { KeyRound } from "lucide-react";
import { useRef, useState } from "react";
import { Gate } from "../../gate/gate";
import { useSecondsUntil } from "../../gate/waiting";
import { time } from "../../language/format";
import { Link } from "../../navigation/link";
import { passkeysWork } from "../../server/passkeys";
import { beginSignOn, logIn, logInWithPasskey, type SecondStep, settingsQuery, ssoQuery } from "../../server/session";
import { createRemembered } from "../../state/store";
import { Button } from "../../ui/button";
import { Field, PasswordField } from "../../ui/field";
import { Form } from "../../ui/form";
import { useForm } from "../../ui/sent-form";
import { LandscapeFacts } from "./facts";
import { Obstacle } from "./obstacle";
import { login } from "./page";
import { PasskeyWay } from "./passkey-way";
import { SecondStepForm } from "./second-step";

/** The address of who has logged in on this device before. */
const lastAddress = createRemembered("stoa.email", "");

export default function LoginPage() {
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const router = useRouter();
  const { to } = login.useSearch();
  const [step, setStep] = useState<SecondStep>();
  // Only an address of this console: a path, and no other host.
  const enter = () => router.history.push(to && /^\/(?!\/)/.test(to) ? to : "/");
  return (
    <Gate brand={settings.app_title || "Stoa"} facts={<LandscapeFacts settings={settings} />}>
      <div className="fm narrow">
        <h1 className="t20 gate-title">{step ? <Trans>Is it you?</Trans> : <Trans>Log in</Trans>}</h1>
        {step ? (
          <SecondStepForm step={step} entered={enter} restart={() => setStep(undefined)} />
        ) : (
          <>
            <WithoutPassword entered={enter} />
            <PasswordForm entered={enter} halfway={setStep} />
          </>
        )}
      </div>
    </Gate>
  );
}

/** Shows the ways in without a password, if there are any. */
function WithoutPassword({ entered }: { entered: () => void }) {
  const { data: sso } = useSuspenseQuery(ssoQuery);
  const hasPasskeys = passkeysWork();
  if (!sso.enabled && !hasPasskeys) return null;
  return (
    <>
      {sso.enabled && <SignOn provider={sso.provider_name ?? ""} />}
      {hasPasskeys && (
        <PasskeyWay send={logInWithPasskey} entered={entered}>
          <Trans>Log in with a passkey</Trans>
        </PasskeyWay>
      )}
      <div className="or">
        <Trans>or with a password</Trans>
      </div>
    </>
  );
}

function SignOn({ provider }: { provider: string }) {
  const { isSending, refusal, onSubmit } = useForm(beginSignOn);
  return (
    <form onSubmit={onSubmit} className="gate-way">
      <Button type="submit" look="line" big wide icon={KeyRound} isDisabled={isSending}>
        <Trans>Continue with {provider}</Trans>
      </Button>
      {refusal && <p className="fld-error">{refusal.message}</p>}
    </form>
  );
}

type PasswordFormProps = {
  entered: () => void;
  /** Is called when a second factor is asked for, too. */
  halfway: (step: SecondStep) => void;
};

function PasswordForm({ entered, halfway }: PasswordFormProps) {
  const { t } = useLingui();
  const [email, setEmail] = useState(lastAddress.value);
  const [password, setPassword] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const { isSending, refusal, onSubmit } = useForm(async () => {
    try {
      const step = await logIn(email, password);
      lastAddress.update(() => email);
      return step ? halfway(step) : entered();
    } catch (error) {
      setPassword("");
      form.current?.querySelector<HTMLInputElement>("input[name=password]")?.focus();
      throw error;
    }
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
