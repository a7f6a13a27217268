/** The words and signs of recommendations, in the language of the page. */
import { t } from "@lingui/core/macro";
import { Signal, Status } from "../../ui/signs";

export const PRIORITIES = ["critical", "high", "medium", "low"] as const;

/** Returns the words of priorities and efforts. */
export const levelWords = (): Record<string, string> => ({
  critical: t`Critical`,
  high: t`High`,
  medium: t`Medium`,
  low: t`Low`,
});

/** Returns the words of what is advised. */
export const adviceWords = (): Record<string, string> => ({
  retire: t`Retire`,
  replace: t`Replace`,
  upgrade: t`Upgrade`,
  replatform: t`Move`,
  refactor: t`Renew`,
  review: t`Review`,
});

const EFFORTS: Record<string, number> = { low: 1, medium: 2, high: 4 };

/** Shows a priority; the usual ones are words alone. */
export function Priority({ priority }: { priority: string }) {
  const word = levelWords()[priority] ?? priority;
  if (priority === "critical") return <Status tone="bad">{word}</Status>;
  if (priority === "high") return <Status tone="warn">{word}</Status>;
  return <span className="c2">{word}</span>;
}

/** Shows an effort as signal bars with its word. */
export const Effort = ({ effort }: { effort: string }) => (
  <>
    {EFFORTS[effort] && <Signal step={EFFORTS[effort]} />}
    <span className="word trunc">{levelWords()[effort] ?? effort}</span>
  </>
);
