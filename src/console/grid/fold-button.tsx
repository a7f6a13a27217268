/** The triangle that opens and closes a group or a branch. */
import { useLingui } from "@lingui/react/macro";
import { ChevronDown, ChevronRight } from "lucide-react";
import { Button } from "react-aria-components";
import { Icon } from "../ui/icon";
import type { Fold } from "./column";

/** Shows the triangle at the level of its row; the keys of the grid do the same, so it is no stop of the tab key. */
export function FoldButton({ fold: { indent, isOpen, toggle } }: { fold: Fold }) {
  const { t } = useLingui();
  return (
    <>
      {indent !== undefined && indent > 0 && (
        <span className="fold-room" style={{ "--indent": indent } as React.CSSProperties} />
      )}
      {isOpen !== undefined ? (
        <Button
          className="fold"
          aria-label={isOpen ? t`Close` : t`Open`}
          excludeFromTabOrder
          onPress={() => toggle?.()}
        >
          <Icon of={isOpen ? ChevronDown : ChevronRight} size={14} />
        </Button>
      ) : (
        indent !== undefined && <span className="fold" />
      )}
    </>
  );
}
