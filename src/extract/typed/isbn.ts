/** Returns true if the check digit of an ISBN with 10 or 13 digits is right (ISO 2108). */
function hasCheckDigit(digits: string): boolean {
  const values = [...digits].map((digit) => (digit === 'X' ? 10 : Number(digit)));
  const sum = values.reduce(
    (total, value, at) => total + value * (digits.length === 10 ? 10 - at : at % 2 === 0 ? 1 : 3),
    0,
  );
  return sum % (digits.length === 10 ? 11 : 10) === 0;
}

const isbnShape = /(?<![\d-])(?:97[89][- ]?)?(?:\d[- ]?){9}[\dXx](?![\d-])/g;

/** Returns the ISBNs of a text as written, with 10 or 13 digits and a right check digit. */
export function findIsbns(text: string): { text: string; length: 10 | 13 }[] {
  return [...text.slice(0, 500).matchAll(isbnShape)].flatMap(([written]) => {
    const digits = written.replace(/[- ]/g, '').toUpperCase();
    const length = digits.length;
    return (length === 10 || length === 13) && hasCheckDigit(digits)
      ? [{ text: written.trim(), length }]
      : [];
  });
}

/** Returns the number of digits that the name of a field asks for, or null if both are right. */
export function isbnLengthOf(words: readonly string[]): 10 | 13 | null {
  if (words.includes('13') || words.includes('isbn13')) return 13;
  return words.includes('10') || words.includes('isbn10') ? 10 : null;
}
