/** The bars of a page: its head, and its foot, which is the truth about what is shown. */
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { time } from "../language/format";
import { away } from "../server/live";
import { useStore } from "../state/store";
import { Keys } from "./keys";

/** Shows a page: the head, and below it what fills the rest. */
export function PageFrame({
  title,
  subtitle,
  children,
  actions,
  label,
}: {
  title: ReactNode;
  subtitle?: ReactNode;
  /** At the right of the head. */
  actions?: ReactNode;
  /** The title as text, when it isn't text. */
  label?: string;
  children: ReactNode;
}) {
  return (
    <>
      <header className="topbar">
        <h1 className="page-title" aria-label={label}>
          {title}
        </h1>
        {subtitle && <span className="c3 t12 page-subtitle">{subtitle}</span>}
        <span className="sp" />
        {actions}
      </header>
      {children}
    </>
  );
}

/** Shows the foot of a list or a panel; while the server is away, it says of when everything is. */
export function Foot({ children }: { children: ReactNode }) {
  const loss = useStore(away);
  return (
    <footer className="foot num">
      {loss && (
        <span>
          <Trans>
            as of <b>{time(loss.since)}</b>
          </Trans>
        </span>
      )}
      {children}
    </footer>
  );
}

/** Shows a key with what it does, in a foot. */
export function KeyHint({ keys, children }: { keys: readonly string[]; children: ReactNode }) {
  return (
    <span className="hint">
      {keys.map((one) => (
        <Keys key={one} of={one} />
      ))}{" "}
      {children}
    </span>
  );
}
