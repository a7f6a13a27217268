/** Returns a number to one decimal; a tie, which only a quarter can be, goes to the even digit. */
export const oneDecimal = (value: number): number =>
  Number((Math.abs(value % 1) === 0.25 ? Math.trunc(value * 10) / 10 : value).toFixed(1));
