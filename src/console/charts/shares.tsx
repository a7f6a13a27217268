/** Shares of a whole as one bar. */
import "./charts.css";

/** A part of the whole: how much it is, and how it looks. */
export type Share = { key: string; value: number; tone: "good" | "warn" | "bad" | "plain" | "strong" | "none" };

type SharesProps = {
  shares: readonly Share[];
  /** The amount that fills the bar; the sum of the shares without it. */
  whole?: number;
};

/** Shows the bar. Readers of screens skip it, as its figures stand next to it. */
export function Shares({ shares, whole }: SharesProps) {
  const all = Math.max(1, whole ?? shares.reduce((sum, { value }) => sum + value, 0));
  const starts = shares.map((_, at) => shares.slice(0, at).reduce((sum, { value }) => sum + value, 0));
  return (
    <svg className="shares" width="100%" height={8} aria-hidden>
      <rect className="room" width="100%" height={8} />
      {shares.map(
        ({ key, value, tone }, at) =>
          value > 0 && (
            <rect
              key={key}
              className={tone}
              x={`${(100 * (starts[at] ?? 0)) / all}%`}
              width={`${(100 * value) / all}%`}
              height={8}
            />
          ),
      )}
    </svg>
  );
}
