import { parseDate } from './date.ts';

/** Parts of a postal address; null for those that it does not state. */
export interface PostalAddress {
  /** Name in front of the street in the same line, or null. */
  name: string | null;
  street: string | null;
  /** Street and place as the line has them. */
  text: string;
  postalCode: string;
  city: string;
  /** State or province, as its code. */
  region: string | null;
}

const maxLineLength = 160;

/** Forms of the line with the postal code, each for several countries. */
const placeForms: readonly RegExp[] = [
  // Portland, OR 97205; Toronto, ON M5V 2T6; Sydney NSW 2000
  /^(?<city>\p{L}[\p{L} .'’-]{1,40}?),? (?<region>[A-Z]{2,3}),? (?<code>\d{5}-\d{4}|\d{4,5}|[A-Z]\d[A-Z] ?\d[A-Z]\d)$/u,
  // Leeds LS1 4XY
  /^(?<city>\p{L}[\p{L} .'’-]{1,40}?),? (?<code>[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})$/u,
  // 3512 LS Utrecht
  /^(?<code>\d{4} ?[A-Z]{2}) (?<city>\p{Lu}[\p{L} .'’-]{1,40})$/u,
  // 50674 Köln; D-50674 Köln; 110 00 Praha 1; 00-950 Warszawa; 1100-148 Lisboa
  /^(?:[A-Z]{1,2}-)?(?<code>\d{4,5}|\d{3} \d{2}|\d{2}-\d{3}|\d{4}-\d{3}) (?<city>\p{Lu}[\p{L} .'’/-]{1,40}(?: \d{1,2})?)$/u,
];

/** A name with a number before or behind it. */
const streetForm =
  /^(?:\d{1,5}[a-z]?(?:[-/]\d{1,4})?,? \p{L}.{2,60}|\p{L}.{2,60} \d{1,5} ?[a-z]?(?:[-–/]\d{1,4} ?[a-z]?)?)$/iu;

function streetIn(text: string | undefined): string | null {
  const street = text?.trim() ?? '';
  return streetForm.test(street) && parseDate(street, null) === null ? street : null;
}

function placeIn(text: string): Omit<PostalAddress, 'street' | 'name' | 'text'> | null {
  if (parseDate(text, null) !== null) return null;
  for (const form of placeForms) {
    const { city, code, region } = form.exec(text)?.groups ?? {};
    // "2026 March" is a month with its year.
    if (city !== undefined && parseDate(`1 ${city} 2026`, null) !== null) return null;
    if (city !== undefined && code !== undefined) return { city, postalCode: code, region: region ?? null };
  }
  return null;
}

/** Returns a text in front of a street if it is one name without digits. */
function nameIn(text: string): string | null {
  return /^\p{Lu}[\p{L}\p{M} .&'’-]{1,60}$/u.test(text) ? text : null;
}

/** Returns the beginning and the rest of a text at each of its commas, and the whole as a rest. */
function splitAtCommas(text: string): { ahead: string; rest: string }[] {
  const splits = [{ ahead: '', rest: text }];
  for (let at = text.indexOf(','); at !== -1 && splits.length < 6; at = text.indexOf(',', at + 1))
    splits.push({ ahead: text.slice(0, at), rest: text.slice(at + 1).trim() });
  return splits;
}

/**
 * Reads the postal address that ends in a line: the postal code and the place, with the street in front of them or in the line
 * before, as in most of Europe, North America and Australia. Null if the line ends in no postal code and place, or no street
 * is near: numbers in front of a name are dates and counts, too.
 */
export function parsePostalAddress(line: string, before: string | undefined): PostalAddress | null {
  if (line.length > maxLineLength || !/\d/.test(line)) return null;
  for (const { ahead, rest } of splitAtCommas(line)) {
    const place = placeIn(rest);
    if (place === null) continue;
    const comma = ahead.lastIndexOf(',');
    const street = streetIn(ahead === '' ? before : ahead.slice(comma + 1));
    if (street !== null)
      return {
        name: nameIn(ahead.slice(0, Math.max(0, comma))),
        street,
        text: `${street}, ${rest}`,
        ...place,
      };
  }
  return null;
}
