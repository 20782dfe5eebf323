import { normalizeDigits } from '../../../page/text/number.ts';
import { isKnownLabel } from '../../schema/concepts.ts';
import { findDurations } from '../../typed/duration.ts';
import { isUnit } from '../../typed/quantity.ts';
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

/** Minimum length of what a number counts. */
const minCountedLength = 4;
const countForm = /^[([]?(\d[\d.,\u00a0 ]*[kKM]?\+?)\s(\p{L}[\p{L}\p{M} '-]{1,28})[)\]]?:?$/u;
const countBehindForm = /^(\p{L}[\p{L}\p{M} '-]{1,28}) ?[([](\d[\d.,]*[kKM]?\+?)[)\]]:?$/u;

/** Returns the parts of a count beside what it counts: `2 Answers`, `(1,204 reviews)`, `Comments (3)`; null for other texts. */
export function splitCount(text: string): JoinedLabel | null {
  if (text.length > maxShortLength) return null;
  const [, before, counted] = countForm.exec(text) ?? [];
  const [, countedBefore, behind] = countBehindForm.exec(text) ?? [];
  const [label, value] = [counted ?? countedBefore, before ?? behind];
  if (label === undefined || value === undefined) return null;
  const words = wordsOf(label);
  // A unit behind a number is no name of what is counted.
  if (words.length > maxLabelWords || words.some(isUnit) || label.length < minCountedLength) return null;
  return { label, value: value.trim() };
}

// regex: at most 60 characters, checked by the caller.
const referenceForm =
  /^(\p{Lu}[\p{L}\p{M} ]{2,28}?)\s(?:(?:[Nn]o\.?|[Nn]r\.?|#)\s?)?(#?[\p{L}\d]*\d[\p{L}\d./-]*)$/u;

/** Returns the parts of a title that is a noun with the number of one thing: `Invoice 2026-0114`, `Order #1234`. */
export function splitReference(text: string): JoinedLabel | null {
  const match = text.length <= maxShortLength ? referenceForm.exec(text) : null;
  const [, label = '', value = ''] = match ?? [];
  return match === null || wordsOf(label).length > 2 ? null : { label, value: value.replace(/^#/, '') };
}
