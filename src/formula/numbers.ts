import { bitLength, decompose, nearestDouble } from "./decimal";
import { exceed, fail } from "./errors";
import { MAX_INTEGER_BITS, MAX_POWER_OPERAND, MAX_SHIFT } from "./limits";
import { Float, type Value } from "./values";

/** An integer or a float; booleans count as 1 and 0 and are turned into integers first. */
export type Num = number | bigint | Float;

const LARGEST_INTEGER = 1n << BigInt(MAX_INTEGER_BITS);

/** Returns a value as a number, or undefined when it is none. */
export function asNumber(value: Value): Num | undefined {
  if (typeof value === "number" || typeof value === "bigint" || value instanceof Float) return value;
  return typeof value === "boolean" ? Number(value) : undefined;
}

/** Returns the numbers among some values. */
export function numbersAmong(values: readonly Value[]): Num[] {
  return values.map(asNumber).filter((number) => number !== undefined);
}

/** Returns an integer in its usual form: a JavaScript number while that is exact. */
export function integer(value: bigint): number | bigint {
  if (value >= -MAX_SAFE && value <= MAX_SAFE) return Number(value);
  if (value >= LARGEST_INTEGER || value <= -LARGEST_INTEGER) exceed("An integer has too many digits");
  return value;
}

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** Returns a number as a double. */
export function toDouble(value: Num): number {
  if (typeof value === "number") return value;
  if (value instanceof Float) return value.value;
  const double = Number(value);
  return Number.isFinite(double) ? double : fail("The integer is too large for a float");
}

/** Returns the integer part of a float. */
export function truncate(value: number): number | bigint {
  if (!Number.isFinite(value)) fail("Infinity and NaN have no integer part");
  // `|| 0` here and below: an integer has no minus zero.
  return Number.isSafeInteger(Math.trunc(value)) ? Math.trunc(value) || 0 : integer(BigInt(Math.trunc(value)));
}

/** Returns a whole number as a bigint, or undefined for a float. */
export function asBigint(value: Num): bigint | undefined {
  return value instanceof Float ? undefined : BigInt(value);
}

/** `+`: exact for integers of any width, as are the operators below. */
export function add(a: Num, b: Num): Num {
  if (typeof a === "number" && typeof b === "number") {
    const sum = a + b;
    return Number.isSafeInteger(sum) ? sum : integer(BigInt(a) + BigInt(b));
  }
  if (a instanceof Float || b instanceof Float) return new Float(toDouble(a) + toDouble(b));
  return integer(BigInt(a) + BigInt(b));
}

/** `-` */
export function subtract(a: Num, b: Num): Num {
  if (typeof a === "number" && typeof b === "number") {
    const difference = a - b;
    return Number.isSafeInteger(difference) ? difference : integer(BigInt(a) - BigInt(b));
  }
  if (a instanceof Float || b instanceof Float) return new Float(toDouble(a) - toDouble(b));
  return integer(BigInt(a) - BigInt(b));
}

/** `*` */
export function multiply(a: Num, b: Num): Num {
  if (typeof a === "number" && typeof b === "number") {
    const product = a * b;
    return Number.isSafeInteger(product) ? product || 0 : integer(BigInt(a) * BigInt(b));
  }
  if (a instanceof Float || b instanceof Float) return new Float(toDouble(a) * toDouble(b));
  return integer(BigInt(a) * BigInt(b));
}

/** `/`: always a float. */
export function divide(a: Num, b: Num): Num {
  refuseZero(b);
  if (typeof a === "bigint" || typeof b === "bigint") {
    const left = asBigint(a);
    const right = asBigint(b);
    if (left !== undefined && right !== undefined) {
      const quotient = nearestDouble(magnitude(left), magnitude(right));
      if (!Number.isFinite(quotient)) fail("The quotient is too large for a float");
      return new Float(left < 0n === right < 0n ? quotient : -quotient);
    }
  }
  return new Float(toDouble(a) / toDouble(b));
}

/** `//` and `%` together: the quotient is rounded down, so the remainder has the sign of the divisor. */
export function divideFloor(a: Num, b: Num): { quotient: Num; remainder: Num } {
  refuseZero(b);
  if (typeof a === "number" && typeof b === "number") {
    const rest = a % b;
    const down = rest !== 0 && rest < 0 !== b < 0;
    const quotient = (a - rest) / b;
    return { quotient: (down ? quotient - 1 : quotient) || 0, remainder: (down ? rest + b : rest) || 0 };
  }
  if (a instanceof Float || b instanceof Float) return divideFloorDoubles(toDouble(a), toDouble(b));
  const left = BigInt(a);
  const right = BigInt(b);
  const rest = left % right;
  const down = rest !== 0n && rest < 0n !== right < 0n;
  return {
    quotient: integer(down ? left / right - 1n : left / right),
    remainder: integer(down ? rest + right : rest),
  };
}

function divideFloorDoubles(a: number, b: number): { quotient: Float; remainder: Float } {
  let remainder = a % b;
  let quotient = (a - remainder) / b;
  if (remainder === 0) {
    remainder = b < 0 ? -0 : 0;
  } else if (remainder < 0 !== b < 0) {
    remainder += b;
    quotient -= 1;
  }
  const floor = Math.floor(quotient);
  const nearest = quotient - floor > 0.5 ? floor + 1 : floor;
  // A zero keeps the sign of the exact quotient.
  return { quotient: new Float(nearest === 0 ? 0 * (a / b) : nearest), remainder: new Float(remainder) };
}

/** `**`: an integer power of an integer stays an integer, everything else is a float. */
export function power(a: Num, b: Num): Num {
  if (Math.abs(toDouble(a)) > MAX_POWER_OPERAND || Math.abs(toDouble(b)) > MAX_POWER_OPERAND) {
    exceed(`A side of ** is beyond ${MAX_POWER_OPERAND}`);
  }
  if (typeof a === "number" && typeof b === "number" && b >= 0) {
    if (Math.abs(a) > 1 && b * Math.log2(Math.abs(a)) > MAX_INTEGER_BITS) exceed("A power has too many digits");
    return integer(BigInt(a) ** BigInt(b));
  }
  return new Float(powerOfDoubles(toDouble(a), toDouble(b)));
}

function powerOfDoubles(a: number, b: number): number {
  if (a === 0 && b < 0) fail("Zero has no negative power");
  if (a < 0 && Number.isFinite(a) && Number.isFinite(b) && !Number.isInteger(b)) {
    fail("A negative number has no fractional power");
  }
  if (a === 1 || b === 0 || (a === -1 && Math.abs(b) === Number.POSITIVE_INFINITY)) return 1;
  const result = Number.isInteger(b) && Math.abs(b) <= 1024 ? integerPower(a, b) : a ** b;
  if (!Number.isFinite(result) && Number.isFinite(a) && Number.isFinite(b)) fail("The power is too large for a float");
  return result;
}

/** The host multiplies step by step and loses digits: 1.1 ** 10 would end in 002, not in 0023. This one is exact. */
function integerPower(a: number, b: number): number {
  if (a === 0 || !Number.isFinite(a)) return a ** b;
  const estimate = Math.log2(Math.abs(a)) * b;
  if (estimate > 1030) return Number.POSITIVE_INFINITY;
  if (estimate < -1080) return 0;
  let { mantissa, exponent } = decompose(Math.abs(a));
  while (mantissa % 2n === 0n) {
    mantissa /= 2n;
    exponent += 1;
  }
  const whole = mantissa ** BigInt(Math.abs(b));
  const result = b > 0 ? nearestDouble(whole, 1n, exponent * b) : nearestDouble(1n, whole, exponent * b);
  return a < 0 && b % 2 !== 0 ? -result : result;
}

/** `<<` and `>>`; integers only. */
export function shift(a: Num, b: Num, left: boolean): Num {
  const value = asBigint(a);
  const places = asBigint(b);
  if (value === undefined || places === undefined) return fail("Only integers can be shifted");
  if (places < 0n) fail("A shift cannot be negative");
  if (places > BigInt(MAX_SHIFT)) exceed(`A shift is beyond ${MAX_SHIFT} places`);
  if (!left) return integer(value >> places);
  if (bitLength(magnitude(value)) + Number(places) > MAX_INTEGER_BITS) exceed("A shifted integer has too many digits");
  return integer(value << places);
}

/** Negative as less than zero, positive as more, whichever kinds they are; NaN when one side is NaN. */
export function compareNumbers(a: Num, b: Num): number {
  const left = a instanceof Float ? a.value : a;
  const right = b instanceof Float ? b.value : b;
  // JavaScript compares a bigint with a number exactly.
  if (left < right) return -1;
  if (left > right) return 1;
  return Number.isNaN(left) || Number.isNaN(right) ? Number.NaN : 0;
}

/** Turns the sign of a number round. */
export function negate(value: Num): Num {
  if (typeof value === "number") return -value || 0;
  return value instanceof Float ? new Float(-value.value) : integer(-value);
}

/** Returns a number without its sign. */
export function absolute(value: Num): Num {
  if (typeof value === "number") return Math.abs(value);
  return value instanceof Float ? new Float(Math.abs(value.value)) : magnitude(value);
}

/**
 * Returns the sum of numbers, an integer when all are. Floats are added with compensation (Neumaier), so that the order of
 * the entries, which means nothing, does not show in the last digits: ten times 0.1 is 1.0.
 */
export function sum(values: readonly Num[], start: Num = 0): Num {
  let whole: Num = start;
  let index = 0;
  for (; index < values.length && !(whole instanceof Float); index++) {
    const value = values[index] ?? 0;
    if (value instanceof Float) break;
    whole = add(whole, value);
  }
  if (index === values.length) return whole;
  let total = toDouble(whole);
  let lost = 0;
  for (; index < values.length; index++) {
    const value = toDouble(values[index] ?? 0);
    const next = total + value;
    lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
    total = next;
  }
  return new Float(Number.isFinite(lost) ? total + lost : total);
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function refuseZero(divisor: Num): void {
  if ((divisor instanceof Float ? divisor.value : divisor) === 0) fail("Division by zero");
}
