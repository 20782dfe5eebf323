/** Characters of the fonts Wingdings and Symbol, which have no Unicode characters of their own, by code. */
const wingdings: Readonly<Record<number, string>> = {
  34: '✂',
  40: '☎',
  42: '✉',
  74: '☺',
  76: '☹',
  108: '●',
  110: '■',
  111: '☐',
  113: '❑',
  114: '❒',
  117: '◆',
  167: '▪',
  168: '☐',
  216: '➢',
  223: '←',
  224: '→',
  225: '↑',
  226: '↓',
  232: '➔',
  240: '⇨',
  251: '✗',
  252: '✓',
  253: '☒',
  254: '☑',
};
/** Greek letters of the font Symbol at the places of Latin ones. */
const symbolUpper = 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ';
const symbolLower = 'αβχδεφγηιϕκλμνοπθρστυϖωξψζ';
const symbolOthers: Readonly<Record<number, string>> = {
  163: '≤',
  165: '∞',
  171: '↔',
  172: '←',
  174: '→',
  176: '°',
  177: '±',
  179: '≥',
  180: '×',
  183: '•',
  185: '≠',
  187: '≈',
  214: '√',
  229: '∑',
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
