/** Scripts written without spaces between words. */
const unspacedRuns =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;
const unspacedCharacter =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー、。！？「」（）・]';
const spaceBetween = new RegExp(`(?<=${unspacedCharacter}) (?=${unspacedCharacter})`, 'gu');
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
const maxRunLength = 2_000;

function separateRun(run: string): string {
  if (run.length > maxRunLength) return run;
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
