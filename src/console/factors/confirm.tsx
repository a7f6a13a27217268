/** The proof that is asked for before a change: the password, or one of the factors where there are some. */
import { useLingui } from "@lingui/react/macro";
import { type ReactElement, useState } from "react";
import type { Refusal } from "../server/refusal";
import { Button } from "../ui/button";
import { Field, PasswordField } from "../ui/field";
import { Form } from "../ui/form";
import { Popup } from "../ui/popup";
import { useForm } from "../ui/sent-form";
import type { Confirmation } from "./queries";

type FieldProps = {
  isProtected: boolean;
  value: string;
  onChange: (value: string) => void;
  refusal: Refusal | undefined;
  autoFocus?: boolean;
};

/** Returns a confirmation with what was typed. */
export const confirmationOf = (isProtected: boolean, typed: string): Confirmation =>
  isProtected ? { code: typed } : { password: typed };

/** Shows the field of the proof. */
export function ConfirmationField({ isProtected, value, onChange, refusal, autoFocus }: FieldProps) {
  const { t } = useLingui();
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
      autoFocus={autoFocus}
      isRequired
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
  isProtected: boolean;
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

function ConfirmForm({ verb, question, isProtected, run, close }: ConfirmFormProps) {
  const [typed, setTyped] = useState("");
  const { isSending, refusal, onSubmit } = useForm(async () => {
    await run(confirmationOf(isProtected, typed));
    close();
  });
  return (
    <Form className="popup-form" onSubmit={onSubmit}>
      <p className="t12 c2">{question}</p>
      <ConfirmationField isProtected={isProtected} value={typed} onChange={setTyped} refusal={refusal} autoFocus />
      <OtherFault refusal={refusal} />
      <Button look="pri" type="submit" isDisabled={typed.trim() === "" || isSending}>
        {verb}
      </Button>
    </Form>
  );
}
