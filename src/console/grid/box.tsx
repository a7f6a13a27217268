/** The box that selects a row, or all of them. */
import { Check, Minus } from "lucide-react";
import { Button } from "react-aria-components";
import { Icon } from "../ui/icon";

/** A box; it is no stop of the tab key, because the keys of the grid select. */
export function Box({ state, label, onPress }: { state: boolean | "mixed"; label: string; onPress: () => void }) {
  return (
    <Button
      className={state === false ? "cb" : "cb on"}
      aria-pressed={state === "mixed" ? "mixed" : state}
      aria-label={label}
      excludeFromTabOrder
      onPress={onPress}
    >
      {state !== false && <Icon of={state === "mixed" ? Minus : Check} size={12} />}
    </Button>
  );
}
