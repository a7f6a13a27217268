/** The proof that is asked for before a change: the password, or one of the factors where there are some. */
import { useLingui } from "@lingui/react/macro";
import { type ReactElement, useState } from "react";
import { confirmWithPasskey, passkeysWork } from "../server/passkeys";
import type { Refusal } from "../server/refusal";
import { Button } from "../ui/button";
import { Field, PasswordField } from "../ui/field";
import { Form } from "../ui/form";
import { Popup } from "../ui/popup";
import { useForm } from "../ui/sent-form";
import type { Confirmation, Factor } from "./queries";

/** The proof that somebody can give: a factor if there is one, also a passkey that works here, and else the password. */
export type Protection = { isProtected: boolean; hasPasskey: boolean };

/** The protection of an account without a factor. */
export const unprotected: Protection = { isProtected: false, hasPasskey: false };

/** Returns the protection that factors give. */
export const protectionBy = (factors: readonly Factor[]): Protection => ({
  isProtected: factors.length > 0,
  hasPasskey: passkeysWork() && factors.some(({ host }) => host === location.hostname),
});

type FieldProps = {
  protection: Protection;
  value: string;
  onChange: (value: string) => void;
  refusal: Refusal | undefined;
  autoFocus?: boolean;
};

/** Checks whether a change can be confirmed: by what was typed, or by a passkey. */
export const isConfirmed = ({ hasPasskey }: Protection, typed: string): boolean => typed.trim() !== "" || hasPasskey;

/** Returns the confirmation with what was typed; where nothing was, the browser asks for a passkey. @throws Refusal */
export async function confirmationOf({ isProtected }: Protection, typed: string): Promise<Confirmation> {
  if (!isProtected) return { password: typed };
  return typed.trim() === "" ? confirmWithPasskey() : { code: typed };
}

/** Shows the field of the proof. */
export function ConfirmationField({ protection, value, onChange, refusal, autoFocus }: FieldProps) {
  const { t } = useLingui();
  const { isProtected, hasPasskey } = protection;
  const isWrong = refusal?.body["code"] === "not_confirmed";
  if (!isProtected)
    return (
      <PasswordField
        label={t`Your password`}
        name="password"
        autoComplete="current-password"
        value={value}
        onChange={onChange}
        error={isWrong ? t`The password is wrong.` : undefined}
        autoFocus={autoFocus}
        isRequired
      />
    );
  return (
    <Field
      label={t`A code of your app, or a recovery code`}
      name="confirmation"
      autoComplete="one-time-code"
      value={value}
      onChange={onChange}
      error={isWrong ? t`The code is wrong, or was used before.` : undefined}
      description={hasPasskey ? t`Leave it empty to be asked for your passkey.` : undefined}
      autoFocus={autoFocus}
      isRequired={!hasPasskey}
    />
  );
}

/** Shows the fault that belongs to no field. */
export function OtherFault({ refusal }: { refusal: Refusal | undefined }) {
  if (!refusal || refusal.body["code"] === "not_confirmed" || Object.keys(refusal.fields).length > 0) return null;
  return (
    <p className="fld-error" role="alert">
      {refusal.message}
    </p>
  );
}

type ConfirmedProps = {
  label: string;
  verb: string;
  /** A sentence about what follows. */
  question: string;
  protection: Protection;
  trigger: ReactElement;
  /** Makes the change. @throws Refusal */
  run: (confirmation: Confirmation) => Promise<unknown>;
};

/** Shows a button whose change is confirmed in a panel. */
export function Confirmed({ label, trigger, ...form }: ConfirmedProps) {
  return (
    <Popup label={label} trigger={trigger}>
      {(close) => <ConfirmForm {...form} close={close} />}
    </Popup>
  );
}

type ConfirmFormProps = Omit<ConfirmedProps, "label" | "trigger"> & { close: () => void };

function ConfirmForm({ verb, question, protection, run, close }: ConfirmFormProps) {
  const [typed, setTyped] = useState("");
  const { isSending, refusal, onSubmit } = useForm(async () => {
    await run(await confirmationOf(protection, typed));
    close();
  });
  return (
    <Form className="popup-form" onSubmit={onSubmit}>
      <p className="t12 c2">{question}</p>
      <ConfirmationField protection={protection} value={typed} onChange={setTyped} refusal={refusal} autoFocus />
      <OtherFault refusal={refusal} />
      <Button look="pri" type="submit" isDisabled={!isConfirmed(protection, typed) || isSending}>
        {verb}
      </Button>
    </Form>
  );
}
