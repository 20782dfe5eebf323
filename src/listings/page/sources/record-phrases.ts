import { splitCount } from '../../../extract/facts/labels/joined-labels.ts';
import { conceptsOf } from '../../../extract/schema/concepts.ts';
import { parseDate } from '../../../extract/typed/date.ts';
import { wordsOf } from '../../../extract/words/words.ts';
import { normalizeDigits } from '../../../page/text/number.ts';
import type { RowCollector } from './row-collector.ts';

const maxTextLength = 160;
const maxPartLength = 80;
const maxParts = 6;
/** Maximum number of words of a part with a date, which is no sentence. */
const maxPlainWords = 8;
const separator = / ?[|·•] ?/;
/** An age of a record in English: `3 days ago`. */
const age = /(?<![\p{L}\d])(?:\d{1,3}\+?|an?) (?:min(?:ute)?|hour|day|week|month|year)s? ago(?!\p{L})/iu;
/** Name of a person behind "by": words with capitals, or one word in front of what ends the phrase. */
const credit =
  /(?<!\p{L})by ((?:\p{Lu}[\p{L}\p{M}'’.-]*)(?: (?:\p{Lu}[\p{L}\p{M}'’.-]*|de|van|von|der|di|da)){0,4}|[\p{L}\d_-]{2,30}(?= (?:on |at )?(?:\d|an? )| ?$))/u;
/** Words in front of a date that say what happened then. */
const eventAhead = /(\p{L}{3,14}(?: (?:on|at|by|until|date))?)[:,]?\s*$/iu;
const digit = /\d/;

/** Both readings of a date have the same quote. */
const anyOrder = () => 'month' as const;

/** Adds the date that a part states beside other words, if it states one. */
function addDate(place: string, part: string, language: string | null, collector: RowCollector): void {
  const found = parseDate(part, language, anyOrder);
  if (found === null || (found.precision !== 'day' && found.precision !== 'time')) return;
  const from = part.toLowerCase().indexOf(found.quote.toLowerCase());
  if (from === -1 || found.quote.length >= part.length) return;
  const quote = part.slice(from, from + found.quote.length);
  const rest = `${part.slice(0, from)} ${part.slice(from + quote.length)}`;
  // A second date may be the one that a field asks for.
  if (parseDate(rest, language, anyOrder) !== null) return;
  const [, event = ''] = eventAhead.exec(part.slice(0, from)) ?? [];
  const isKnown = conceptsOf(wordsOf(event)).some(({ kind }) => kind === 'date');
  if (isKnown) collector.add(`:${event.toLowerCase()}`, quote, [event]);
  // Without a name, the date counts only where records have no other one.
  else if (part.split(' ').length <= maxPlainWords) collector.add(`${place}|`, quote, []);
}

/** Returns true for the key of a date without a name of its own, which stands in a phrase. */
export function isPhraseDate(key: string): boolean {
  return /\|(?: \d+)?$/.test(key);
}

/**
 * Adds the values that a text of a record states in phrases: "Posted 3 days ago by Ada · 12 comments" has an age, an author and a
 * number of comments.
 */
export function addPhrases(
  place: string,
  text: string,
  language: string | null,
  collector: RowCollector,
): void {
  // A text with a colon at its end introduces others.
  if (text.length > maxTextLength || /[:：]$/.test(text)) return;
  const parts = text.split(separator).filter((part) => part !== '');
  if (parts.length > maxParts) return;
  for (const raw of parts) {
    if (raw.length > maxPartLength) continue;
    const part = normalizeDigits(raw);
    const author = credit.exec(part);
    if (author !== null) collector.add(':by', author[1] ?? '', ['by', 'author']);
    if (!digit.test(part)) continue;
    const stated = age.exec(part)?.[0];
    if (stated !== undefined && stated.length < part.length) collector.add(':age', stated, ['posted', 'age']);
    const count = splitCount((author === null ? part : part.slice(0, author.index)).replace(age, ' ').trim());
    if (count !== null && (parts.length > 1 || author !== null))
      collector.add(`:${count.label.toLowerCase()}`, count.value, [count.label]);
    addDate(place, part, language, collector);
  }
}
