/** Before and after: what was is struck through, what is stands on a tint. */
import { diffWordsWithSpace } from "diff";
import type { Difference } from "./history-words";

/** Letters from which on texts are compared by words. */
const LONG = 24;
/** Letters that are shown of what stayed the same, at either end. */
const AROUND = 24;

const shortened = (text: string, isFirst: boolean, isLast: boolean): string => {
  const start = isFirst ? "" : text.slice(0, AROUND);
  const end = isLast ? "" : text.slice(-AROUND);
  return text.length <= start.length + end.length + 3 ? text : `${start}…${end}`;
};

/** Shows a field with what it was and what it is; of long texts the words that differ. */
export function Change({ of }: { of: Difference }) {
  return (
    <span className="change">
      <span className="c3">{of.label}</span> <BeforeAfter {...of} />
    </span>
  );
}

/** Shows what was and what is. */
export function BeforeAfter({ before, after }: Pick<Difference, "before" | "after">) {
  if (before.length < LONG || after.length < LONG)
    return (
      <>
        {before !== "" && <del>{before}</del>} <ins>{after || "–"}</ins>
      </>
    );
  const parts = diffWordsWithSpace(before, after);
  return parts.map(({ value, added, removed }, at) => {
    const key = `${at} ${value.length}`;
    if (added) return <ins key={key}>{value}</ins>;
    if (removed) return <del key={key}>{value}</del>;
    return <span key={key}>{shortened(value, at === 0, at === parts.length - 1)}</span>;
  });
}
