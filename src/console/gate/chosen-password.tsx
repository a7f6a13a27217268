/** The field of a password that is being chosen, with what is asked of it. */
import { useLingui } from "@lingui/react/macro";
import { Check, CircleDashed } from "lucide-react";
import { PasswordField } from "../ui/field";
import { Icon } from "../ui/icon";

/** The shortest password that the server takes. */
const SHORTEST = 10;

type ChosenPasswordProps = {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  autoFocus?: boolean;
};

/** Shows a new password; what is asked of it is ticked off while it is typed. The server decides. */
export function ChosenPassword({ value, onChange, error, autoFocus }: ChosenPasswordProps) {
  const { t } = useLingui();
  const length = [...value].length;
  const rules = [
    { label: t`${length} characters; ${SHORTEST} are asked for`, isMet: length >= SHORTEST },
    { label: t`a capital letter`, isMet: /\p{Lu}/u.test(value) },
    { label: t`a digit`, isMet: /\p{Nd}/u.test(value) },
  ];
  return (
    <>
      <PasswordField
        label={t`Password`}
        name="password"
        autoComplete="new-password"
        value={value}
        onChange={onChange}
        error={error}
        autoFocus={autoFocus}
        isRequired
      />
      <ul className="password-rules t12 c2">
        {rules.map(({ label, isMet }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: always the same rules
          <li key={at}>
            <span className={isMet ? "st good" : "st mut"}>
              <Icon of={isMet ? Check : CircleDashed} size={14} />
            </span>
            {label}
          </li>
        ))}
      </ul>
    </>
  );
}
