/** A step of the builder: its name and what it is for at the left, its content at the right. */
import type { ReactNode } from "react";

/** Shows a step. */
export function Step({ title, remark, children }: { title: string; remark: string; children: ReactNode }) {
  return (
    <section className="stp" aria-label={title}>
      <h2>
        {title}
        <span>{remark}</span>
      </h2>
      <div>{children}</div>
    </section>
  );
}
