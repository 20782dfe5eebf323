/**
 * Text in scripts written without spaces between words. The time of the segmenter grows faster than the length of such a text, so
 * that longer ones are cut; only a word at a cut is lost.
 */
const unspacedRuns =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]{1,1000}/gu;
const unspacedCharacter =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー、。！？「」（）・]';
const spaceBetween = new RegExp(`(?<=${unspacedCharacter}) (?=${unspacedCharacter})`, 'gu');
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

function separateRun(run: string): string {
  const words = [...segmenter.segment(run)].map(({ segment }) => segment);
  return ` ${words.join(' ')} `;
}

/** Inserts spaces between the words of scripts without spaces, so that each word can be found. */
export function separateWords(text: string): string {
  return text.replace(unspacedRuns, separateRun);
}

/** Removes the spaces that {@link separateWords} inserted. */
export function joinWords(text: string): string {
  return text.replace(spaceBetween, '').trim();
}

/** Folds a text for comparison: lower case, without accents and compatibility forms (Unicode NFKD). */
export function foldWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}
