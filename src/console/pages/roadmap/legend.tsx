/** The marks of a life cycle in words. */
import { useLingui } from "@lingui/react/macro";

/** Shows the marks: dots for plan, a light bar for phase in, and so on. */
export function LifeLegend() {
  const { t } = useLingui();
  const marks = [
    { of: "plan", word: t`plan` },
    { of: "in", word: t`phase in` },
    { of: "active", word: t`active` },
    { of: "open", word: t`no end planned` },
    { of: "out", word: t`phase out` },
    { of: "end", word: t`end` },
  ];
  return (
    <span className="rm-legend">
      {marks.map(({ of, word }) => (
        <span key={of}>
          <svg className="lc" width={of === "end" ? 4 : 20} height={12} aria-hidden>
            {of === "plan" ? (
              <line className="plan" x1={0} x2={20} y1={6} y2={6} />
            ) : of === "end" ? (
              <rect className="end" x={1} y={0} width={2} height={12} />
            ) : (
              <rect className={of} x={0} y={of === "open" ? 5 : 3} width={20} height={of === "open" ? 1.5 : 7} />
            )}
          </svg>
          {word}
        </span>
      ))}
    </span>
  );
}
