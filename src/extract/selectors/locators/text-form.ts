/** Maximum length of a text with a form. */
const maxLength = 60;
/** Minimum number of digits of a text that consists of digits only. */
const minBareDigits = 5;
/** Maximum length of a word that is part of a form, such as a unit. */
const maxWordLength = 4;
const piecePattern = /\d+|\p{L}+|[^\p{L}\d]/gu;

/**
 * Returns the form of a text with digits: "(325) 674-2000" is `(0) 0-0`, "205 lbs." is `0 lbs.`. Runs of digits become 0,
 * long words `a`. Returns null for texts without digits, and for short bare numbers, whose form says nothing.
 */
export function getTextForm(text: string): string | null {
  if (text.length === 0 || text.length > maxLength || !/\d/.test(text)) return null;
  if (/^\d+$/.test(text)) return text.length < minBareDigits ? null : `0{${text.length}}`;
  let form = '';
  for (const [piece] of text.matchAll(piecePattern)) {
    if (/^\d/.test(piece)) form += '0';
    else if (!/^\p{L}/u.test(piece)) form += /\s/.test(piece) ? ' ' : piece;
    else form += piece.length <= maxWordLength ? piece.toLowerCase() : 'a';
  }
  return form;
}

/** Returns with what a text begins: `0` for a digit, `a` for a letter, else the sign itself. */
export function getFirstKind(text: string): string {
  const [first = ''] = text.trimStart();
  return /\p{L}/u.test(first) ? 'a' : /\p{Nd}/u.test(first) ? '0' : first;
}
