/** The sign of a box that is ticked or not; what is around it takes the presses. */
import { Check, Minus } from "lucide-react";
import { Icon } from "./icon";

/** Ticked, not ticked, or ticked in part. */
export type CheckState = boolean | "mixed";

/** Shows the sign in a ticked box; nothing in one that isn't. */
export const CheckSign = ({ state }: { state: CheckState }) =>
  state !== false && <Icon of={state === "mixed" ? Minus : Check} size={12} />;

/** Returns the classes of a box. */
export const checkClass = (state: CheckState): string => (state === false ? "cb" : "cb on");

/** Shows a box within something that is chosen. */
export function CheckMark({ state }: { state: CheckState }) {
  return (
    <span className={checkClass(state)} aria-hidden>
      <CheckSign state={state} />
    </span>
  );
}
