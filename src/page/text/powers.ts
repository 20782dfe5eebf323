/** Exponents outside of this range are no amounts that a page states. */
const maxExponent = 30;
/** Maximum number of digits of a base; a longer number with a raised one behind it has a note. */
const maxBaseDigits = 2;

const raisedBehind = /^\^([-–]?)(\d{1,3})(?!\d)/;
const factorBehind = /^ ?[×x·⋅*] ?10\^([-–]?)(\d{1,3})(?!\d)/;

/** What stands raised behind a number: the amount with it, or null for a power that is not of ten; `end` is behind it. */
export interface Power {
  amount: string | null;
  end: number;
}

/** Moves the decimal point of a number in decimal notation. Null if the exponent is out of range. */
function shiftPoint(amount: string, exponent: number): string | null {
  if (Math.abs(exponent) > maxExponent) return null;
  const [whole = '', rest = ''] = amount.split('.');
  if (exponent >= 0) {
    const digits = rest.padEnd(exponent, '0');
    const fraction = digits.slice(exponent);
    const moved = `${whole}${digits.slice(0, exponent)}`.replace(/^0+(?=\d)/, '');
    return fraction === '' ? moved : `${moved}.${fraction}`;
  }
  const digits = whole.padStart(1 - exponent, '0');
  return `${digits.slice(0, exponent)}.${digits.slice(exponent)}${rest}`;
}

/**
 * Returns the power that a number, which ends at `to`, is a part of: `10^6`, and `6 × 10^24`. A raised number behind a longer one
 * refers to a note: `12,345^2`. Null if nothing is raised behind the number.
 */
export function readPower(text: string, amount: string, to: number): Power | null {
  const rest = text.slice(to, to + 12);
  const factor = factorBehind.exec(rest);
  const raised = factor ?? raisedBehind.exec(rest);
  if (raised === null) return null;
  const [all, sign = '', digits = ''] = raised;
  const end = to + all.length;
  const exponent = Number(digits) * (sign === '' ? 1 : -1);
  if (factor !== null) return { amount: shiftPoint(amount, exponent), end };
  if (amount === '10') return { amount: shiftPoint('1', exponent), end };
  const isNote = sign === '' && amount.replace('.', '').length > maxBaseDigits;
  return { amount: isNote ? amount : null, end };
}
