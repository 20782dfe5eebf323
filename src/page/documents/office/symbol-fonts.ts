/** Characters of the fonts Wingdings and Symbol, which have no Unicode characters of their own, by code. */
const wingdings: Readonly<Record<number, string>> = {
  0x22: '✂',
  0x28: '☎',
  0x2a: '✉',
  0x4a: '☺',
  0x4c: '☹',
  0x6c: '●',
  0x6e: '■',
  0x6f: '☐',
  0x71: '❑',
  0x72: '❒',
  0x75: '◆',
  0xa7: '▪',
  0xa8: '☐',
  0xd8: '➢',
  0xdf: '←',
  0xe0: '→',
  0xe1: '↑',
  0xe2: '↓',
  0xe8: '➔',
  0xf0: '⇨',
  0xfb: '✗',
  0xfc: '✓',
  0xfd: '☒',
  0xfe: '☑',
};
/** Greek letters of the font Symbol at the places of Latin ones. */
const symbolUpper = 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ';
const symbolLower = 'αβχδεφγηιϕκλμνοπθρστυϖωξψζ';
const symbolOthers: Readonly<Record<number, string>> = {
  0xa3: '≤',
  0xa5: '∞',
  0xab: '↔',
  0xac: '←',
  0xae: '→',
  0xb0: '°',
  0xb1: '±',
  0xb3: '≥',
  0xb4: '×',
  0xb7: '•',
  0xb9: '≠',
  0xbb: '≈',
  0xd6: '√',
  0xe5: '∑',
};

/** Returns the character of a font with a code in hexadecimal, which may be in the private use area; empty if unknown. */
export function symbolCharacter(font: string, hexadecimal: string): string {
  const code = Number.parseInt(hexadecimal, 16);
  if (Number.isNaN(code) || code > 0xffff) return '';
  const place = code & 0xff;
  if (/^wingdings$/i.test(font)) return wingdings[place] ?? '';
  const isPrivate = code >= 0xf000 && code <= 0xf0ff;
  if (!/^symbol$/i.test(font)) return isPrivate ? '' : String.fromCharCode(code);
  const letter = symbolUpper[place - 0x41] ?? symbolLower[place - 0x61];
  return letter ?? symbolOthers[place] ?? (place >= 0x20 && place < 0x7f ? String.fromCharCode(place) : '');
}
