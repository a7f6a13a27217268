import { fail } from "./errors";

// Exact work on the binary value of a double: everything that rounds goes through here, so that 2.675 at two places is
// 2.67 (the double lies below the tie) and a true tie goes to the even neighbour.

const MANTISSA_BITS = 52n;
const bits = new DataView(new ArrayBuffer(8));

/** Returns a finite, non-negative double as mantissa × 2^exponent. */
export function decompose(value: number): { mantissa: bigint; exponent: number } {
  bits.setFloat64(0, value);
  const raw = bits.getBigUint64(0);
  const fraction = raw & ((1n << MANTISSA_BITS) - 1n);
  const exponent = Number((raw >> MANTISSA_BITS) & 0x7ffn);
  if (exponent === 0) return { mantissa: fraction, exponent: -1074 };
  return { mantissa: fraction | (1n << MANTISSA_BITS), exponent: exponent - 1075 };
}

/** Returns the integer nearest to numerator ÷ denominator, ties to even. Both are non-negative. */
export function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  const twice = (numerator % denominator) * 2n;
  const up = twice > denominator || (twice === denominator && quotient % 2n === 1n);
  return up ? quotient + 1n : quotient;
}

/** Returns the integer nearest to value × 10^digits, ties to even, for a finite, non-negative double. */
export function scaleHalfEven(value: number, digits: number): bigint {
  const { mantissa, exponent } = decompose(value);
  let numerator = mantissa;
  let denominator = 1n;
  if (digits >= 0) numerator *= 10n ** BigInt(digits);
  else denominator *= 10n ** BigInt(-digits);
  if (exponent >= 0) numerator <<= BigInt(exponent);
  else denominator <<= BigInt(-exponent);
  return divideHalfEven(numerator, denominator);
}

/** Returns the double nearest to value rounded at `digits` places after the point. */
export function roundFloat(value: number, digits: number): number {
  // Outside of these no double has a digit there to round, or none is left.
  if (!Number.isFinite(value) || value === 0 || digits > 323) return value;
  const magnitude = digits < -308 ? 0 : Number(`${scaleHalfEven(Math.abs(value), digits)}e${-digits}`);
  if (!Number.isFinite(magnitude)) fail("The rounded value is too large");
  return value < 0 ? -magnitude : magnitude;
}

/** Returns an integer rounded at 10^places, ties to even. */
export function roundInteger(value: bigint, places: number): bigint {
  const magnitude = value < 0n ? -value : value;
  if (places > magnitude.toString().length) return 0n;
  const unit = 10n ** BigInt(places);
  const rounded = divideHalfEven(magnitude, unit) * unit;
  return value < 0n ? -rounded : rounded;
}

/** Returns number of binary digits of a non-negative integer. */
export function bitLength(value: bigint): number {
  const hex = value.toString(16);
  return (hex.length - 1) * 4 + Number.parseInt(hex.charAt(0), 16).toString(2).length;
}

/**
 * Returns the double nearest to numerator ÷ denominator × 2^exponent; infinite when it is too large. Both are non-negative.
 */
export function nearestDouble(numerator: bigint, denominator: bigint, exponent = 0): number {
  if (numerator === 0n) return 0;
  // A quotient of at least 66 bits, its last one set when a remainder is left, rounds as the exact quotient does.
  const shift = 66 + bitLength(denominator) - bitLength(numerator);
  const [top, bottom] =
    shift >= 0 ? [numerator << BigInt(shift), denominator] : [numerator, denominator << BigInt(-shift)];
  let quotient = top / bottom;
  if (top % bottom !== 0n) quotient |= 1n;
  const power = exponent - shift;
  // In two steps, because 2^power alone may lie outside of the range of doubles.
  const half = Math.trunc(power / 2);
  return Number(quotient) * 2 ** half * 2 ** (power - half);
}
