/** A panel that opens at a button and floats: a small form or a list. */
import type { ReactElement, ReactNode } from "react";
import { Dialog, DialogTrigger, Popover } from "react-aria-components";

type PopupProps = {
  label: string;
  trigger: ReactElement;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** @param close closes it */
  children: (close: () => void) => ReactNode;
};

/** Shows a panel that opens at its button. Esc, and a press outside, close it. */
export function Popup({ label, trigger, isOpen, onOpenChange, children }: PopupProps) {
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      {trigger}
      <Popover className="pop" offset={4}>
        <Dialog aria-label={label} className="popup">
          {({ close }) => children(close)}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
