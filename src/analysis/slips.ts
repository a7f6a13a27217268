/** Slips of the pen: words that differ in one letter. */

/**
 * Says whether one letter is left out, put in, replaced, or exchanged with its neighbour. A letter more at the end makes another
 * name, as in JenkinsX.
 */
export function isOneSlip(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  let end = 0;
  while (end < short.length - start && short[short.length - 1 - end] === long[long.length - 1 - end]) end++;
  const left = short.length - start - end;
  const right = long.length - start - end;
  if (left === 0 && start === short.length) return false;
  if (right <= 1) return true;
  return left === 2 && right === 2 && short[start] === long[start + 1] && short[start + 1] === long[start];
}
