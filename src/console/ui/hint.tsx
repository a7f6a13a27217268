/** The name that is shown when one points at something or focuses it. */
import type { ReactNode } from "react";
import { Tooltip, TooltipTrigger } from "react-aria-components";
import { Keys } from "./keys";

/** Shows a name and a key for what is inside, which must be a button or a link of this folder. */
export function Hint({ text, keys, children }: { text: string; keys?: string; children: ReactNode }) {
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      {children}
      <Tooltip className="pop hint-pop" offset={4}>
        {text}
        {keys && <Keys of={keys} />}
      </Tooltip>
    </TooltipTrigger>
  );
}
