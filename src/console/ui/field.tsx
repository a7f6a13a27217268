/** Fields of forms. */

import { Trans } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import {
  TextField as AriaTextField,
  Button,
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
  type TextFieldProps,
} from "react-aria-components";

type FieldProps = Omit<TextFieldProps, "children" | "className"> & {
  label: string;
  /** At the right of the label: a link or a remark. */
  remark?: ReactNode;
  /** The fault of its text, in one sentence. */
  error?: string;
  /** A sentence below it. */
  description?: string;
  placeholder?: string;
  /** The number of lines; more than one makes it a text. */
  lines?: number;
};

/** Shows a line of text with its label. */
export function Field({ label, remark, error, description, placeholder, lines = 1, ...rest }: FieldProps) {
  return (
    <AriaTextField {...rest} isInvalid={error !== undefined} className="fld">
      <span className="fld-head">
        <Label>{label}</Label>
        {remark}
      </span>
      {lines > 1 ? (
        <TextArea className="inp area" rows={lines} placeholder={placeholder} />
      ) : (
        <Input className="inp" placeholder={placeholder} />
      )}
      {description && (
        <Text slot="description" className="t12 c3">
          {description}
        </Text>
      )}
      <FieldError className="fld-error">{error}</FieldError>
    </AriaTextField>
  );
}

/** Shows a password, which can be shown. */
export function PasswordField({ label, remark, error, ...rest }: FieldProps) {
  const [isShown, show] = useState(false);
  return (
    <AriaTextField {...rest} type={isShown ? "text" : "password"} isInvalid={error !== undefined} className="fld">
      <span className="fld-head">
        <Label>{label}</Label>
        {remark}
      </span>
      <span className="inp-with">
        <Input className="inp" />
        <Button className="c3 t12" aria-pressed={isShown} onPress={() => show(!isShown)} excludeFromTabOrder>
          {isShown ? <Trans>Hide</Trans> : <Trans>Show</Trans>}
        </Button>
      </span>
      <FieldError className="fld-error">{error}</FieldError>
    </AriaTextField>
  );
}
