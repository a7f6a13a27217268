/** The bars of a page: its head, and its foot, which is the truth about what is shown. */
import type { ReactNode } from "react";
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

/** Shows the foot of a list or a panel. */
export function Foot({ children }: { children: ReactNode }) {
  return <footer className="foot num">{children}</footer>;
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
