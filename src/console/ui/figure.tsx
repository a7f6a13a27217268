/** A large figure in a row of them, with one line that compares it. */
import type { ReactNode } from "react";

type FigureProps = {
  name: ReactNode;
  /** Undefined while it is read. */
  value: ReactNode;
  unit?: ReactNode;
  /** The line that compares it; what is blue in it leads to what it counts. */
  children?: ReactNode;
};

/** Shows a figure. */
export function Figure({ name, value, unit, children }: FigureProps) {
  return (
    <div>
      <span className="k">{name}</span>
      <div className="v num">
        {value ?? <span className="sk figure-skeleton" />}
        {unit && value !== undefined && <small>{unit}</small>}
      </div>
      <div className="d c3">{children}</div>
    </div>
  );
}
