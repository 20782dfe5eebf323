/** An exact decimal number: `units` divided by ten to the power of `scale`. */
export interface Decimal {
  units: bigint;
  /** Digits after the point. */
  scale: number;
}

const shape = /^(-?)(\d{1,30})(?:\.(\d{1,30}))?$/;

/** Parses a decimal in plain notation with at most 30 digits on either side of the point; null for any other text. */
export function parseDecimal(text: string): Decimal | null {
  const match = shape.exec(text);
  if (match === null) return null;
  const [, sign, whole = '', fraction = ''] = match;
  return { units: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length };
}

/** Formats a decimal in plain notation with all digits of its scale: `12.50`. */
export function decimalText({ units, scale }: Decimal): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const sign = units < 0n ? '-' : '';
  return scale === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-scale)}`;
}

/** Returns -1, 0 or 1 if the first is less than, equal to or greater than the other. */
export function compareDecimals(one: Decimal, other: Decimal): number {
  const scale = Math.max(one.scale, other.scale);
  const difference = atScale(one, scale) - atScale(other, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Compares two amounts in plain notation as {@link compareDecimals} does; NaN if one of them is no decimal. */
export function compareAmounts(one: string, other: string): number {
  const [first, second] = [parseDecimal(one), parseDecimal(other)];
  return first === null || second === null ? Number.NaN : compareDecimals(first, second);
}

function atScale({ units, scale }: Decimal, newScale: number): bigint {
  return units * 10n ** BigInt(newScale - scale);
}

/**
 * Divides the product of decimals by `divisor` and rounds half to even (IEEE 754) to `digits` after the point. The
 * divisor must not be zero.
 */
export function divideRounded(product: readonly Decimal[], divisor: Decimal, digits: number): Decimal {
  const units = product.reduce((result, factor) => result * factor.units, 1n);
  const scale = product.reduce((sum, factor) => sum + factor.scale, 0);
  const shift = divisor.scale + digits - scale;
  const numerator = shift >= 0 ? units * 10n ** BigInt(shift) : units;
  const denominator = shift >= 0 ? divisor.units : divisor.units * 10n ** BigInt(-shift);
  return { units: divideHalfEven(numerator, denominator), scale: digits };
}

function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  const isNegative = numerator < 0n !== denominator < 0n;
  const top = numerator < 0n ? -numerator : numerator;
  const bottom = denominator < 0n ? -denominator : denominator;
  const whole = top / bottom;
  const twice = 2n * (top % bottom);
  const isUp = twice > bottom || (twice === bottom && whole % 2n === 1n);
  const rounded = isUp ? whole + 1n : whole;
  return isNegative ? -rounded : rounded;
}
