/** Scripts that are written without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;
const unspacedCharacter =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー、。！？「」（）・]';
const spaceBetween = new RegExp(`(?<=${unspacedCharacter}) (?=${unspacedCharacter})`, 'gu');
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
const longestRun = 2_000;

function separated(run: string): string {
  if (run.length > longestRun) return run;
  const words = [...segmenter.segment(run)].map(({ segment }) => segment);
  return ` ${words.join(' ')} `;
}

/** The text with spaces between the words of scripts that have none, so that they can be found one by one. */
export function separateWords(text: string): string {
  return text.replace(unspaced, separated);
}

/** The text without the spaces that {@link separateWords} put in. */
export function joinWords(text: string): string {
  return text.replace(spaceBetween, '').trim();
}

/** A text as it is compared: lower case, without accents and compatibility forms (Unicode NFKD). */
export function foldWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}
