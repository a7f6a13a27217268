/** The second step of the login: a code of the authenticator app, or a recovery code. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useSecondsUntil } from "../../gate/waiting";
import { passkeysWork } from "../../server/passkeys";
import { enterCode, enterPasskey, type SecondStep } from "../../server/session";
import { Button } from "../../ui/button";
import { Field } from "../../ui/field";
import { Form } from "../../ui/form";
import { useForm } from "../../ui/sent-form";
import { Obstacle } from "./obstacle";
import { PasskeyWay } from "./passkey-way";

type SecondStepProps = {
  step: SecondStep;
  entered: () => void;
  /** Begins the login again. */
  restart: () => void;
};

/** Shows the second step: the passkey first, if there is one that works here. */
export function SecondStepForm({ step, entered, restart }: SecondStepProps) {
  const hasPasskey = step.passkey_options !== undefined && passkeysWork();
  const hasCode = step.methods.some((method) => method !== "passkey");
  return (
    <>
      {hasPasskey && (
        <PasskeyWay send={() => enterPasskey(step)} entered={entered}>
          <Trans>Use your passkey</Trans>
        </PasskeyWay>
      )}
      {hasPasskey && hasCode && (
        <div className="or">
          <Trans>or with a code</Trans>
        </div>
      )}
      {hasCode && <CodeForm step={step} entered={entered} />}
      <p className="gate-callout">
        <Button onPress={restart}>
          <Trans>Begin again</Trans>
        </Button>
      </p>
    </>
  );
}

type FormProps = Omit<SecondStepProps, "restart">;

function CodeForm({ step, entered }: FormProps) {
  const { t } = useLingui();
  const [code, setCode] = useState("");
  const { isSending, refusal, onSubmit } = useForm(async () => {
    try {
      await enterCode(step, code);
    } catch (error) {
      setCode("");
      throw error;
    }
    entered();
  });
  const seconds = useSecondsUntil(refusal?.retryAt);
  const isWrong = refusal?.body["code"] === "wrong_code";
  const isOver = refusal?.body["code"] === "challenge_expired";
  return (
    <Form onSubmit={onSubmit}>
      <Field
        label={t`Code`}
        name="code"
        autoComplete="one-time-code"
        value={code}
        onChange={setCode}
        isDisabled={seconds > 0 || isOver}
        error={isWrong ? t`The code is wrong, or was used before.` : undefined}
        description={t`Of your authenticator app, or one of your recovery codes`}
        autoFocus
        isRequired
      />
      <Button
        type="submit"
        look="pri"
        big
        wide
        keys="enter"
        isDisabled={seconds > 0 || isOver || isSending || code.trim() === ""}
      >
        <Trans>Log in</Trans>
      </Button>
      {isOver && (
        <p className="fld-error" role="alert">
          <Trans>This has taken too long.</Trans>
        </p>
      )}
      {refusal && !isWrong && !isOver && <Obstacle refusal={refusal} seconds={seconds} />}
    </Form>
  );
}
