/** The parts of panels and of cards: sections with a heading, and facts as words with values. */
import type { ReactNode } from "react";

/** Shows a section of a panel. @param count of what it lists @param remark at the right of the heading */
export function Section({
  title,
  count,
  remark,
  children,
}: {
  title?: ReactNode;
  count?: number;
  remark?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="sec">
      {title !== undefined && (
        <h3>
          {title} {count !== undefined && <span className="n num">{count}</span>}
          <span className="sp" />
          {remark && <span className="n t12">{remark}</span>}
        </h3>
      )}
      {children}
    </section>
  );
}

/** Shows a fact: its name, and its value. */
export function KeyValue({ of, children }: { of: ReactNode; children: ReactNode }) {
  return (
    <div className="kv">
      <span>{of}</span>
      <span>{children}</span>
    </div>
  );
}

/** Shows a fact in a strip: its name above its value. */
export function StripFact({ of, children }: { of: string; children: ReactNode }) {
  return (
    <div>
      <span className="k">{of}</span>
      <span className="v">{children}</span>
    </div>
  );
}
