/** The head of a page of the administration: where one is. */
import { Trans } from "@lingui/react/macro";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "./icon";

/** Shows the group of the page, and its name. */
export function AdministrationTrail({ children }: { children: ReactNode }) {
  return (
    <span className="crumb">
      <span className="c3">
        <Trans>Administration</Trans>
      </span>
      <Icon of={ChevronRight} size={12} />
      <b>{children}</b>
    </span>
  );
}
