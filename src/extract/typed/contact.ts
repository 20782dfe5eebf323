import { decodePercent } from '../../domain/values/decode-percent.ts';
import { itemAt } from '../../domain/values/elements.ts';
import { normalizeDigits } from '../../page/text/number.ts';
import { PhoneShapes } from './phone-shape.ts';

const email = /(?<![\w.+-])[\w.+-]{1,64}@(?:[\p{L}\d-]{1,63}\.)+[\p{L}]{2,24}(?![\p{L}\d])/u;

/** A telephone number in a text. */
export interface PhoneNumber {
  /** The number as written. */
  text: string;
  /** The digits without an extension. */
  digits: string;
}

function isPhone(text: string, digits: string): boolean {
  if (digits.length < 7 || digits.length > 15) return false;
  // Dates, ranges of years and long plain numbers are not telephone numbers.
  if (/^\d{4}[-./]\d{1,2}[-./]\d{1,2}$|^\d{1,2}[-./]\d{1,2}[-./]\d{2,4}$/.test(text)) return false;
  if (/^\d{4}\s?[-–]\s?\d{4}$/.test(text)) return false;
  return /[\s().+\-–/]/.test(text) || text.startsWith('00') || digits.length === 10 || digits.length === 11;
}

/** Returns all telephone numbers of a text in order, with at most the 15 digits of E.164. */
export function findPhones(raw: string): PhoneNumber[] {
  const phones: PhoneNumber[] = [];
  for (const text of new PhoneShapes(normalizeDigits(raw.slice(0, 5_000))).all()) {
    const digits = itemAt(text.split(/x|ext|#/, 1), 0).replace(/\D/g, '');
    if (isPhone(text, digits)) phones.push({ text: text.replaceAll('–', '-'), digits });
  }
  return phones;
}

/** Returns the first telephone number of a text or of a `tel:` URL, or null. */
export function parsePhone(raw: string): PhoneNumber | null {
  const text = raw.replace(/^tel:/i, '');
  return findPhones(decodePercent(text))[0] ?? null;
}

/** Returns the first email address of a text or of a `mailto:` URL, or null. */
export function parseEmail(raw: string): string | null {
  return email.exec(decodePercent(raw.slice(0, 5_000)).replace(/^mailto:/i, ''))?.[0] ?? null;
}
