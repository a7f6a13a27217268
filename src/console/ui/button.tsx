/** Buttons, as `.btn` of the styles has them. */
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton, type ButtonProps as AriaProps } from "react-aria-components";
import { away } from "../server/live";
import { shownMoment } from "../server/moment";
import { useStore } from "../state/store";
import { Hint } from "./hint";
import { Icon } from "./icon";
import { Keys } from "./keys";

type Look = "plain" | "line" | "pri" | "bad";

export type ButtonProps = Omit<AriaProps, "children" | "className" | "style"> & {
  /** `pri` for the one thing that a page is for, `line` for what stands alone, plain in bars. */
  look?: Look;
  icon?: LucideIcon;
  /** Its key, which stands in it. */
  keys?: string;
  /** True in forms: 36 px high. */
  big?: boolean;
  wide?: boolean;
  /** True for one that changes something, as `pri` and those of forms do: it can't be pressed while the server is away, and in the past. */
  writes?: boolean;
  className?: string;
  children: ReactNode;
};

/** Checks whether a button can't be pressed. */
function useDisabled({ isDisabled, look, type, writes = look === "pri" || type === "submit" }: ButtonFacts): boolean {
  const isAway = useStore(away) !== null;
  return isDisabled === true || (writes && (isAway || shownMoment !== undefined));
}

type ButtonFacts = Pick<ButtonProps, "isDisabled" | "look" | "type" | "writes">;

/** Shows a button with a word. */
export function Button({
  look = "plain",
  icon,
  keys,
  big,
  wide,
  writes,
  className = "",
  children,
  ...rest
}: ButtonProps) {
  const isDisabled = useDisabled({ ...rest, look, writes });
  const classes = ["btn", look === "plain" ? "" : look, big ? "big" : "", wide ? "wide" : "", className];
  return (
    <AriaButton {...rest} isDisabled={isDisabled} className={classes.filter(Boolean).join(" ")}>
      {icon && <Icon of={icon} size={14} />}
      {children}
      {keys && <Keys of={keys} inButton={look === "pri"} />}
    </AriaButton>
  );
}

type IconButtonProps = Omit<ButtonProps, "children" | "look" | "icon"> & {
  icon: LucideIcon;
  label: string;
  size?: 14 | 16;
};

/** Shows a button that is only an icon; its name and its key are shown when one points at it. */
export function IconButton({ icon, label, keys, size = 16, writes, className = "", ...rest }: IconButtonProps) {
  const isDisabled = useDisabled({ ...rest, writes });
  return (
    <Hint text={label} keys={keys}>
      <AriaButton {...rest} isDisabled={isDisabled} aria-label={label} className={`btn ico ${className}`}>
        <Icon of={icon} size={size} />
      </AriaButton>
    </Hint>
  );
}
