/** Boxes to tick, and switches. */
import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { Switch as AriaSwitch, Checkbox, type CheckboxProps } from "react-aria-components";
import { Icon } from "./icon";

type TickProps = Omit<CheckboxProps, "children" | "className"> & {
  /** Its name, where no word stands next to it. */
  label?: string;
  children?: ReactNode;
};

/** A box to tick; half ticked when only a part of what it stands for is. */
export function Tick({ label, children, ...rest }: TickProps) {
  return (
    <Checkbox {...rest} aria-label={label} className="tick">
      {({ isSelected, isIndeterminate }) => (
        <>
          <span className={isSelected || isIndeterminate ? "cb on" : "cb"} aria-hidden>
            {isIndeterminate ? <Icon of={Minus} size={12} /> : isSelected && <Icon of={Check} size={12} />}
          </span>
          {children}
        </>
      )}
    </Checkbox>
  );
}

type SwitchProps = { isOn: boolean; onChange: (isOn: boolean) => void; isDisabled?: boolean; children: ReactNode };

/** A setting that is on or off, and holds at once. */
export function Switch({ isOn, onChange, isDisabled, children }: SwitchProps) {
  return (
    <AriaSwitch className="switch" isSelected={isOn} onChange={onChange} isDisabled={isDisabled}>
      <span className="switch-track" aria-hidden>
        <i />
      </span>
      {children}
    </AriaSwitch>
  );
}
