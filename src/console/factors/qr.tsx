/** A text as a picture that phones read. */
import { encode } from "uqr";

/** Modules of empty space around it, without which phones don't find it. */
const QUIET = 4;

/** Shows the picture: dark on light in every theme, as not every phone reads the inverse. @param props.label what it is */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 0, ecc: "M" });
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])),
  );
  const side = size + 2 * QUIET;
  return (
    <svg role="img" aria-label={label} className="qr" viewBox={`0 0 ${side} ${side}`} shapeRendering="crispEdges">
      <rect className="qr-paper" width={side} height={side} />
      <path className="qr-ink" d={dark.join("")} />
    </svg>
  );
}
