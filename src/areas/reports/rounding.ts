/** A number to one decimal; exact ties go to the even digit. */
export function roundHalfEven(value: number): number {
  const tenths = value * 10;
  const below = Math.floor(tenths);
  if (tenths - below !== 0.5) return Math.round(tenths) / 10;
  return (below % 2 === 0 ? below : below + 1) / 10;
}
