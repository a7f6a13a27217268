/** The day that something is due, and how far away it is. */
import { t } from "@lingui/core/macro";
import { day } from "../language/format";
import { Status } from "../ui/signs";

const DAY = 86_400_000;
/** Days within which something is due soon. */
export const SOON = 14;
/** Days from which on months are counted. */
const MONTHS = 60;

/** Returns the day that is so many days from now. */
export const dayIn = (days: number): string => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

/** Returns how far away a day is, in words. */
export function dueIn(due: string): { isLate: boolean; isSoon: boolean; words: string } {
  const days = Math.round((Date.parse(due) - Date.parse(dayIn(0))) / DAY);
  if (days < 0) return { isLate: true, isSoon: true, words: days === -1 ? t`1 day late` : t`${-days} days late` };
  if (days === 0) return { isLate: false, isSoon: true, words: t`today` };
  if (days < MONTHS)
    return { isLate: false, isSoon: days <= SOON, words: days === 1 ? t`in 1 day` : t`in ${days} days` };
  return { isLate: false, isSoon: false, words: t`in ${Math.round(days / 30.4)} months` };
}

/** Shows the day, and what is late with its shape. */
export function Due({ due }: { due: string | null }) {
  if (!due) return <span className="c3">–</span>;
  const { isLate, isSoon, words } = dueIn(due);
  return (
    <>
      <span>{day(due)}</span>
      <span className="sp" />
      {isLate ? <Status tone="bad">{words}</Status> : <span className={isSoon ? "w2 t12" : "c3 t12"}>{words}</span>}
    </>
  );
}
