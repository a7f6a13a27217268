/** Colours of drawings: as they are stored where they stand on their own ground, and legible in both themes where they stand on the page's. */

export const SURFACE = "var(--surface)";
export const INK = "var(--ink)";
export const LINE = "var(--ink-2)";

const HEX = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;

/** Returns how light a colour is, from 0 to 1; undefined for one that isn't written in digits. */
export function lightnessOf(color: string): number | undefined {
  const digits = HEX.exec(color)?.[1];
  if (!digits) return { black: 0, white: 1 }[color.toLowerCase()];
  const wide = digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits;
  const [red, green, blue] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(wide.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the colour of a text on a ground that has none of its own. */
export function textOn(ground: string): string {
  const lightness = lightnessOf(ground);
  return lightness === undefined || lightness > 0.18 ? "#14171c" : "#ffffff";
}

/** Returns a colour of a line or a text that stands on the page's ground: black is ink, and in the dark all is light. */
export function onPage(color: string, ink: string): string {
  const lightness = lightnessOf(color);
  if (lightness === undefined) return color;
  if (lightness < 0.005) return ink;
  return `oklch(from ${color} max(var(--least-l), l) c h)`;
}

/** Checks whether a fill is the paper's own. */
export const isPaper = (fill: string): boolean => (lightnessOf(fill) ?? 0) > 0.99;
