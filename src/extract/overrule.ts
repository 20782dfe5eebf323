import type { FoundValue } from '../domain/pages/extraction.ts';
import type { Field } from './schema/field.ts';

/** Minimum confidence with which a later method overrules data that the page does not show. */
const minOverruleConfidence = 0.93;
/** Kinds whose values pages often show as images; only a label beside another value says that the data is wrong. */
const graphicKinds: ReadonlySet<string> = new Set(['rating', 'number', 'image', 'date']);
const labelledKinds: ReadonlySet<string> = new Set(['number', 'date']);
const labelLocator = /\(label "/;
const range = /\d\s?[-–—]\s?\d/;
const boundStart = /^\p{L}/u;
const dayMs = 86_400_000;
/** Maximum relative difference of a number that a page shows rounded. */
const maxRounding = 0.5;

/** Returns the number of digits of a number in front of its zeros at the end, 1 to 15: 2 for 4,700. */
function significantDigits(number: number): number {
  const [mantissa = ''] = Math.abs(number).toExponential().split('e');
  return Math.max(1, Math.min(15, mantissa.replace('.', '').length));
}

/** Returns true if a shown value is the value of the data in less detail: `1,200` of 1234, or the day of another time zone. */
function isCoarser(shown: FoundValue['value'], known: FoundValue['value']): boolean {
  if (typeof shown === 'number' && typeof known === 'number') {
    const rounded = Number(known.toPrecision(significantDigits(shown)));
    return rounded === shown || Math.abs(shown - known) <= maxRounding;
  }
  const [one, other] = [Date.parse(String(shown)), Date.parse(String(known))];
  return Number.isNaN(one) || Number.isNaN(other) || Math.abs(one - other) <= dayMs;
}

/** Returns true if a value that the page shows contradicts the value of its data, which it does not show. */
export function overrules(field: Field, known: readonly FoundValue[], shown: FoundValue): boolean {
  if (!shown.isGrounded || shown.confidence < minOverruleConfidence) return false;
  // A range or bound that a page shows does not contradict one value of it: "10 - 20 min", "over 60 min".
  const { quote } = shown.evidence;
  if (typeof shown.value === 'number' && (range.test(quote) || boundStart.test(quote))) return false;
  if (!graphicKinds.has(field.kind)) return true;
  if (!labelledKinds.has(field.kind) || shown.evidence.weak === true) return false;
  return (
    labelLocator.test(shown.evidence.locator) && known.every(({ value }) => !isCoarser(shown.value, value))
  );
}
