/** The sums of an import, and the rows about which there is something to say. */
import { Trans, useLingui } from "@lingui/react/macro";
import { SignOf, useSignWords } from "../cards/paste/cells";
import { number } from "../language/format";
import type { ImportReport } from "./rows";

/** Rows that are named. */
const MAX_NAMED = 50;

/** Shows them. */
export function ImportSums({ report: { rows, unread } }: { report: ImportReport }) {
  const { t } = useLingui();
  const words = useSignWords();
  const remarked = rows.filter(({ remark }) => remark);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled with the keyboard
    <section className="ab" aria-label={t`Problems`} tabIndex={0}>
      {(["create", "change", "same", "refused"] as const).map((sign) => (
        <div key={sign} className="sumr">
          <SignOf sign={sign} />
          <span className="trunc" aria-hidden>
            {words[sign]}
          </span>
          <b className="num">{number(rows.filter((row) => row.sign === sign).length)}</b>
        </div>
      ))}
      {unread.length > 0 && (
        <p className="why t12 c2">
          <Trans>Nothing is read from the columns {unread.join(", ")}.</Trans>
        </p>
      )}
      {remarked.slice(0, MAX_NAMED).map((row) => (
        <div key={row.number} className="why">
          <div className="paste-problem">
            <SignOf sign={row.sign === "refused" ? "refused" : "ask"} />
            <b className="trunc">{row.name ? t`Row ${row.number} · ${row.name}` : t`Row ${row.number}`}</b>
          </div>
          <div className="paste-ways">
            <p>{row.remark}</p>
          </div>
        </div>
      ))}
    </section>
  );
}
