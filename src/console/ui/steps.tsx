/** The steps of a transfer in a strip: those that are done, the one that is at work, and those that come. */
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "./icon";

export type Step = { name: string; remark: ReactNode };

/** Shows the steps. @param props.at the place of the one that is at work; as many as there are when all are done */
export function Steps({ label, steps, at }: { label: string; steps: readonly Step[]; at: number }) {
  return (
    <ol className="steps" aria-label={label}>
      {steps.map(({ name, remark }, place) => (
        <li key={name} className={place === at ? "step on" : "step"} aria-current={place === at ? "step" : undefined}>
          <span className={place === at ? "step-name w2" : place < at ? "step-name c2" : "step-name c3"}>
            {place < at ? <Icon of={Check} size={14} className="c3" /> : <span className="num">{place + 1}</span>}
            {name}
          </span>
          <span className="t11 c3 trunc">{remark}</span>
        </li>
      ))}
    </ol>
  );
}

/** Shows how far the server is. @param props.total undefined while that is unknown */
export function Progress({
  title,
  remark,
  done,
  total,
}: {
  title: string;
  remark: string;
  done: number;
  total?: number;
}) {
  const share = total ? Math.min(1, done / total) : undefined;
  return (
    <div className="transfer-progress" role="status">
      <div className="transfer-progress-words">
        <b>{title}</b>
        <span className="c3 t12">{remark}</span>
      </div>
      <div
        className={share === undefined ? "pbar waits" : "pbar"}
        role="progressbar"
        aria-label={title}
        aria-valuenow={share === undefined ? undefined : Math.round(share * 100)}
      >
        <i style={{ width: `${(share ?? 1) * 100}%` }} />
      </div>
    </div>
  );
}
