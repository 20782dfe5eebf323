import { plainDigits } from './number.ts';

const phone =
  /(?<![\p{L}\d.,/-])(?:\+|00)?(?:\(?\d{1,5}\)?[\s.\-–/]*){2,8}\d(?:\s?(?:x|ext\.?|#)\s?\d{1,6})?(?![\p{L}\d])/gu;
const email = /(?<![\w.+-])[\w.+-]{1,64}@(?:[\p{L}\d-]{1,63}\.)+[\p{L}]{2,24}(?![\p{L}\d])/u;

/** A telephone number in a text. */
export interface FoundPhone {
  /** As written. */
  text: string;
  /** Its digits, without an extension. */
  digits: string;
}

function isPhone(text: string, digits: string): boolean {
  if (digits.length < 7 || digits.length > 15) return false;
  // Dates, prices, years in a row and long plain numbers are written with digits too.
  if (/^\d{4}[-./]\d{1,2}[-./]\d{1,2}$|^\d{1,2}[-./]\d{1,2}[-./]\d{2,4}$/.test(text)) return false;
  if (/^\d{4}\s?[-–]\s?\d{4}$/.test(text)) return false;
  return /[\s().+\-–/]/.test(text) || text.startsWith('00') || digits.length === 10 || digits.length === 11;
}

/** All telephone numbers of a text (the digits of E.164 at most), in order. */
export function phonesIn(raw: string): FoundPhone[] {
  const found: FoundPhone[] = [];
  for (const match of plainDigits(raw.slice(0, 5_000)).matchAll(phone)) {
    const text = match[0].trim();
    const digits = text.replace(/(?:x|ext\.?|#).*$/, '').replace(/\D/g, '');
    if (isPhone(text, digits)) found.push({ text: text.replaceAll('–', '-'), digits });
  }
  return found;
}

/** The first telephone number of a text or of a `tel:` address, or null. */
export function parsePhone(raw: string): FoundPhone | null {
  const text = raw.replace(/^tel:/i, '');
  return phonesIn(decoded(text))[0] ?? null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The first e-mail address of a text or of a `mailto:` address, or null. */
export function parseEmail(raw: string): string | null {
  return email.exec(decoded(raw.slice(0, 5_000)).replace(/^mailto:/i, ''))?.[0] ?? null;
}
