/** A switch, saved when it is turned. */
import type { ReactNode } from "react";
import { Switch as AriaSwitch } from "react-aria-components";

type SwitchProps = {
  /** Its name for readers of screens, where the words next to it don't say it. */
  label?: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isDisabled?: boolean;
  children?: ReactNode;
};

/** Shows a switch. @param props.children words next to it */
export function Switch({ label, isOn, onChange, isDisabled = false, children }: SwitchProps) {
  return (
    <AriaSwitch aria-label={label} className="switch" isSelected={isOn} onChange={onChange} isDisabled={isDisabled}>
      <span className={isOn ? "sw on" : "sw"} />
      {children && <span className="c2">{children}</span>}
    </AriaSwitch>
  );
}
