import { findDurations } from '../../typed/duration.ts';
import { normalizeDigits } from '../../typed/number.ts';
import { isKnownLabel } from '../../words/concepts.ts';
import { foldText, wordsOf } from '../../words/words.ts';

/** A label and its value within one text. */
export interface JoinedLabel {
  label: string;
  value: string;
}

const maxTextLength = 300;
const maxShortLength = 60;
const maxValueLength = 40;
const maxLabelWords = 4;

/** Separates words that markup without spaces joined: `5 MinCook time`, `Gesamt20min`. */
const separated = (text: string) => text.replace(/(\p{Ll})(?=\p{Lu}|\d)/gu, '$1 ');

/** Returns the known label at the end of a text, with its start; null if there is none. */
function knownLabelAtEnd(text: string): { label: string; from: number } | null {
  const starts = [...text.matchAll(/[\p{L}\p{M}'’-]+/gu)].map(({ index }) => index);
  for (let count = Math.min(maxLabelWords, starts.length); count > 0; count--) {
    const from = starts[starts.length - count] ?? 0;
    const label = text.slice(from).trim();
    if (!/\d/.test(label) && isKnownLabel(wordsOf(label))) return { label, from };
  }
  return null;
}

/** Returns the labels of a text such as `Prep time: 5 min Cook time: 8 min Total time: 13 min`, at least two. */
export function splitLabelRun(text: string): JoinedLabel[] {
  if (text.length > maxTextLength) return [];
  const pieces = separated(text).split(/[:：]/);
  if (pieces.length < 3) return [];
  const found: JoinedLabel[] = [];
  let label = knownLabelAtEnd(pieces[0] ?? '')?.label ?? null;
  pieces.slice(1).forEach((piece, at) => {
    const isLast = at === pieces.length - 2;
    const next = isLast ? null : knownLabelAtEnd(piece);
    const value = (next === null ? piece : piece.slice(0, next.from)).trim();
    if (label !== null && /\d/.test(value) && value.length <= maxValueLength) found.push({ label, value });
    label = next?.label ?? null;
  });
  return found.length < 2 ? [] : found;
}

/** Returns the label of a text that is only a duration and a known label, in any order: `20 min prep`, `Cuisson 1h10`. */
export function splitDurationLabel(text: string): JoinedLabel | null {
  if (text.length > maxShortLength || !/\d/.test(text)) return null;
  const plain = foldText(normalizeDigits(separated(text)));
  const durations = findDurations(plain);
  const [duration] = durations;
  if (duration === undefined || durations.length > 1) return null;
  const [before, after] = [plain.slice(0, duration.from), plain.slice(duration.to)];
  const value = plain.slice(duration.from, duration.to);
  const isEmpty = (part: string) => !/[\p{L}\p{N}]/u.test(part);
  const label = isEmpty(after) ? before : isEmpty(before) ? after : '';
  return !isEmpty(label) && !/\d/.test(label) && isKnownLabel(wordsOf(label)) ? { label, value } : null;
}
