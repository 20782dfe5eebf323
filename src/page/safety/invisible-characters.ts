/**
 * Characters without a visible form: soft hyphens, zero-width and fill characters, bidirectional controls, variation selectors,
 * interlinear annotations, invisible musical controls, and the tag characters and selectors of plane 14.
 */
const invisible =
  /[\u00AD\u061C\u115F\u1160\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]|[\uFE00-\uFE0F]|\u034F|\u17B4|\u17B5|[\u180B-\u180F]|\uD834[\uDD73-\uDD7A]|[\uDB40-\uDB43][\uDC00-\uDFFF]/g;

/** Scripts whose letters change their form at a joiner or non-joiner (Unicode 23.2). */
const joiningScript =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
const rightToLeftScript =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const pictograph = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\uFE0F/u;
const ideograph = /\p{Script=Han}/u;
/** Characters that have standardized variants: symbols, digits of keycaps, ideographs and letters of some scripts. */
const hasVariants = /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Z}\p{C}\p{Mn}]/u;

/** The flags of England, Scotland and Wales, the only recommended sequences of tag characters (UTS 51, annex C). */
const flags = new Set(['gbeng', 'gbsct', 'gbwls'].map((region) => `\u{1F3F4}${tagsOf(region)}\u{E007F}`));
/** Length of such a sequence in UTF-16 code units. */
const flagLength = 14;
/** Distance in UTF-16 code units up to which a bidirectional mark belongs to text that is written from right to left. */
const markDistance = 3;

function tagsOf(text: string): string {
  return [...text].map((character) => String.fromCodePoint(0xe0000 + character.charCodeAt(0))).join('');
}

/**
 * Removes the characters that a person cannot see and a model reads. Keeps those that change visible text: joiners in scripts
 * and emoji that need them, one variation selector per character, bidirectional marks beside text written from right to
 * left, and the tags of flags.
 */
export function removeInvisibleCharacters(text: string): string {
  if (text.search(invisible) === -1) return text;
  return text.replace(invisible, (found, at: number) => (isNeeded(text, at, found) ? found : ''));
}

function isNeeded(text: string, at: number, found: string): boolean {
  const code = found.codePointAt(0) as number;
  if (code === 0x200c || code === 0x200d) return isNeededJoiner(text, at, code);
  if (code === 0x200e || code === 0x200f || code === 0x061c) return isBesideRightToLeft(text, at);
  if (code >= 0xfe00 && code <= 0xfe0f) return hasVariants.test(characterBefore(text, at));
  if (code >= 0x180b && code <= 0x180f) return /\p{Script=Mongolian}/u.test(characterBefore(text, at));
  if (code >= 0xe0100 && code <= 0xe01ef) return ideograph.test(characterBefore(text, at));
  return code >= 0xe0020 && code <= 0xe007f && isInFlag(text, at);
}

/** Returns the code point before an index, or ''. */
function characterBefore(text: string, at: number): string {
  const low = text.charCodeAt(at - 1);
  return text.slice(low >= 0xdc00 && low <= 0xdfff ? at - 2 : at - 1, at);
}

function isNeededJoiner(text: string, at: number, code: number): boolean {
  const before = characterBefore(text, Math.max(at, 1));
  if (joiningScript.test(before)) return true;
  if (code !== 0x200d || !pictograph.test(before)) return false;
  return pictograph.test(String.fromCodePoint(text.codePointAt(at + 1) ?? 0));
}

function isBesideRightToLeft(text: string, at: number): boolean {
  const around = text.slice(Math.max(0, at - markDistance), at + 1 + markDistance);
  // Of a run of marks, the first one is enough.
  return !/[\u200E\u200F\u061C]/.test(text.charAt(at - 1)) && rightToLeftScript.test(around);
}

function isInFlag(text: string, at: number): boolean {
  const from = Math.max(0, at - flagLength);
  const start = text.slice(from, at).lastIndexOf('\uD83C\uDFF4');
  return start !== -1 && flags.has(text.slice(from + start, from + start + flagLength));
}
