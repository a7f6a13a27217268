/** The box that selects a row, or all of them. */
import { Button } from "react-aria-components";
import { CheckSign, type CheckState, checkClass } from "../ui/check-mark";

/** Shows a box; it is no stop of the tab key, because the keys of the grid select. */
export function Box({ state, label, onPress }: { state: CheckState; label: string; onPress: () => void }) {
  return (
    <Button
      className={checkClass(state)}
      aria-pressed={state === "mixed" ? "mixed" : state}
      aria-label={label}
      excludeFromTabOrder
      onPress={onPress}
    >
      <CheckSign state={state} />
    </Button>
  );
}
