import { removeMarks } from './pdf-marks.ts';

const unspacedScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Returns true if a line ends within a word that goes on in the next line. */
export function isHyphenated(above: string, below: string): boolean {
  return /\p{Ll}[-\u00ad\u2010]$/u.test(removeMarks(above)) && /^\p{Ll}/u.test(removeMarks(below));
}

/** Returns true if the first character of a text is in a script without spaces. */
export function isUnspaced(text: string): boolean {
  return unspacedScript.test(text.slice(0, 1));
}

/** Joins two lines: rejoins a hyphenated word, and adds no space in scripts without spaces. */
export function joinLines(above: string, below: string): string {
  if (isHyphenated(above, below)) return above.replace(/[-\u00ad\u2010](?=[\uFDD1-\uFDD5]*$)/u, '') + below;
  const needsNoSpace = isUnspaced(above.slice(-1)) && isUnspaced(below);
  return needsNoSpace ? above + below : `${above} ${below}`;
}

/** Bullets of lists; those of symbol fonts are in the private use area. */
const bullet = /^[•◦▪▫●○■□‣⁃∙·–\u{f0b7}\u{f0a7}\u{f0d8}\u{f076}\u{f0fc}\u{2756}\u{27a2}]$/u;
const numberMarker = /^\(?(\d{1,3}|[a-z])[.)]$/;

/** Returns the number of the marker of an entry in a list, 0 for a bullet; null for other texts. */
export function markerNumber(text: string): number | null {
  if (bullet.test(text)) return 0;
  const marker = numberMarker.exec(text)?.[1];
  if (marker === undefined) return null;
  return /\d/.test(marker) ? Number(marker) : null;
}

/** Splits the marker of an entry in a list from its text; null if the text begins with none. */
export function splitMarker(text: string): { number: number; text: string } | null {
  const match = /^(\S{1,5})\s+(?=\S)/u.exec(text);
  const number = markerNumber(match?.[1] ?? '');
  return match === null || number === null ? null : { number, text: text.slice(match[0].length) };
}
