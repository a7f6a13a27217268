/** The head of a page below an area: where one is. */
import { Trans } from "@lingui/react/macro";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "../navigation/link";
import type { Address } from "../navigation/page";
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

type AreaTrailProps<A extends Address> = { area: ReactNode; to?: A; children: ReactNode };

/** Shows the area of a page, as a link where it has a page of its own, and the name of the page. */
export function AreaTrail<A extends Address>({ area, to, children }: AreaTrailProps<A>) {
  return (
    <span className="crumb">
      {to ? (
        <Link to={to} className="crumb-link">
          {area}
        </Link>
      ) : (
        <span className="c3">{area}</span>
      )}
      <Icon of={ChevronRight} size={12} />
      <b>{children}</b>
    </span>
  );
}
