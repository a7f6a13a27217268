/** The pages before the frame: login, first run, passwords. A form at the left, facts at the right. */
import type { ReactNode } from "react";
import { Mark } from "../ui/mark";

/** Shows a page before the frame. @param brand the name of the installation */
export function Gate({
  brand,
  facts,
  below,
  children,
}: {
  brand: string;
  facts?: ReactNode;
  below?: ReactNode;
  children: ReactNode;
}) {
  return (
    <main className="gate">
      <div className="brand">
        <Mark />
        <b>{brand}</b>
      </div>
      <section>{children}</section>
      <section className="pic">
        <div className="facts">{facts}</div>
      </section>
      <div className="below t11 c3">{below ?? "Stoa"}</div>
    </main>
  );
}

/** Shows a line of facts: a word, and what there is to it. */
export function Fact({ of, children }: { of: ReactNode; children: ReactNode }) {
  return (
    <div className="layer">
      <span>{of}</span>
      <span className="c2">{children}</span>
    </div>
  );
}
