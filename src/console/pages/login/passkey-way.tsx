/** A button of the login that asks for a passkey, and what became of it. */
import { Trans } from "@lingui/react/macro";
import { Fingerprint } from "lucide-react";
import type { ReactNode } from "react";
import { useSecondsUntil } from "../../gate/waiting";
import { Button } from "../../ui/button";
import { useForm } from "../../ui/sent-form";
import { Obstacle } from "./obstacle";

type PasskeyWayProps = {
  children: ReactNode;
  /** Asks for the passkey and logs in with it. @throws Refusal */
  send: () => Promise<void>;
  entered: () => void;
};

/** Shows the button. */
export function PasskeyWay({ children, send, entered }: PasskeyWayProps) {
  const { isSending, refusal, onSubmit } = useForm(async () => {
    await send();
    entered();
  });
  const seconds = useSecondsUntil(refusal?.retryAt);
  const isPlain = refusal && [400, 401].includes(refusal.status);
  return (
    <form onSubmit={onSubmit} className="gate-way">
      <Button type="submit" look="line" big wide icon={Fingerprint} isDisabled={isSending || seconds > 0}>
        {children}
      </Button>
      {isPlain && (
        <p className="fld-error" role="alert">
          {refusal.status === 401 ? <Trans>This passkey doesn't log in here.</Trans> : refusal.message}
        </p>
      )}
      {refusal && !isPlain && <Obstacle refusal={refusal} seconds={seconds} />}
    </form>
  );
}
