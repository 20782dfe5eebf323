/** Latin letters that do not decompose into a letter and an accent, as people write them without a keyboard for them. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
};

/** Replaces the lower-case Latin letters that have no decomposition: `straße` becomes `strasse`. */
export function replaceSpecialLetters(text: string): string {
  return text.replace(/[ßıłøđðħþæœ]/g, (letter) => plainLetters[letter] ?? letter);
}
