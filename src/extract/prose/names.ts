import { memoize } from '../../domain/values/memoize.ts';
import { functionWords } from '../../page/text/function-words.ts';
import { foldText } from '../words/words.ts';
import type { Sentence, SentenceWord } from './sentences.ts';

/** A name in a sentence: words with capitals, and the small words between them. */
export interface ProseName {
  /** Index of its first word in the sentence, and of the word behind its last one. */
  first: number;
  end: number;
}

const maxNameWords = 10;
/** Small words within names, which join two words with capitals. */
const particles: ReadonlySet<string> = new Set(
  'de da do dos das del della di du la le les van von am der den ter ten bin ibn al el y of the and und et e i af av og'.split(
    ' ',
  ),
);
/** Short forms within names, behind which a point does not end anything. */
const shortForm = /^(?:\p{Lu}|\p{Lu}\p{Ll}{1,3})$/u;
/** Share of words with capitals from which on a line is a heading. */
const maxCapitals = 0.7;
const minHeadingWords = 4;
const months = 12;

/** Returns the folded names of the days and months of English and another language. */
const calendarWords = memoize((language: string): ReadonlySet<string> => {
  const words = new Set<string>();
  for (const one of ['en', language]) {
    const weekday = new Intl.DateTimeFormat(one, { weekday: 'long', timeZone: 'UTC' });
    const month = new Intl.DateTimeFormat(one, { month: 'long', timeZone: 'UTC' });
    for (let turn = 0; turn < months; turn++) {
      words.add(foldText(weekday.format(Date.UTC(2026, 0, turn + 1))));
      words.add(foldText(month.format(Date.UTC(2026, turn, 1))));
    }
  }
  return words;
});

function calendarWordsOf(language: string | null): ReadonlySet<string> {
  try {
    return calendarWords(language ?? 'en');
  } catch {
    return calendarWords('en');
  }
}

/** Returns true if a word begins with a capital. */
export function hasCapital({ text, words }: Sentence, at: number): boolean {
  const word = words[at];
  return word !== undefined && /^\p{Lu}/u.test(text.slice(word.from, word.from + 2));
}

/** Returns true if only what belongs into a name stands between two words. */
function isJoined(text: string, one: SentenceWord, next: SentenceWord): boolean {
  const mark = text.slice(one.to, next.from);
  const isShort = shortForm.test(text.slice(one.from, one.to));
  return [' ', '-', ' & '].includes(mark) || (isShort && (mark === '. ' || mark === '.'));
}

/** Returns the index behind the last word of the name that begins at a word. */
function endOfName({ text, words }: Sentence, first: number, isCapital: readonly boolean[]): number {
  let end = first + 1;
  for (let at = end; at < Math.min(words.length, first + maxNameWords); at++) {
    const [before, word] = [words[at - 1], words[at]];
    if (before === undefined || word === undefined || !isJoined(text, before, word) || word.word === 'i')
      break;
    // The other part of a name with a hyphen may be small: "Joon-ho".
    if (isCapital[at] === true || text.slice(before.to, word.from) === '-') end = at + 1;
    else if (!particles.has(word.word)) break;
  }
  return end;
}

/** Returns the names in a sentence of a language with capitals, in their order. */
export function findNames(sentence: Sentence, language: string | null): ProseName[] {
  const { text, words } = sentence;
  const calendar = calendarWordsOf(language);
  const isCapital = words.map(({ word }, at) => hasCapital(sentence, at) && !calendar.has(word));
  const capitals = isCapital.filter(Boolean).length;
  // In a heading, and in a line that is nothing else, capitals say nothing.
  const isHeading = words.length >= minHeadingWords && capitals > maxCapitals * words.length;
  if (isHeading || capitals === words.length) return [];
  const names: ProseName[] = [];
  for (let first = 0; first < words.length; first++) {
    const start = words[first]?.word ?? '';
    // "The Guardian" is a name; "In" and "To" begin sentences and headings.
    const isSmall = functionWords.has(start) && (first === 0 || !particles.has(start));
    if (isCapital[first] !== true || isSmall) continue;
    const end = endOfName(sentence, first, isCapital);
    // "I" is no name, and neither "CYBER.org" nor "XML_Parser" has the end of one.
    const isLong = end - first > 1 || start.length > 1;
    if (isLong && !/^(?:\.[\p{L}\d]|[_@/\\])/u.test(text.slice(words[end - 1]?.to)))
      names.push({ first, end });
    first = end - 1;
  }
  return names;
}

/** Returns a name as the sentence shows it, with the point of a letter at its end and without an ending behind an apostrophe. */
export function textOfName({ text, words }: Sentence, { first, end }: ProseName): string {
  const [start, last] = [words[first], words[end - 1]];
  if (start === undefined || last === undefined) return '';
  const isLetter = last.to - last.from === 1 && end - first > 1 && text[last.to] === '.';
  return text.slice(start.from, last.to + (isLetter ? 1 : 0)).replace(/['’]s$/u, '');
}
