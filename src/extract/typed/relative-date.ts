import { escapeRegExp } from '../../domain/values/escape-reg-exp.ts';
import { memoize } from '../../domain/values/memoize.ts';
import { normalizeDigits } from '../../page/text/number.ts';
import { foldText } from '../words/words.ts';
import type { FoundDate } from './date.ts';

/** Seconds of the units whose number tells a day or an instant; null for those that pages round to weeks and more. */
const unitSeconds = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
  week: null,
  month: null,
  year: null,
} as const;
type Unit = keyof typeof unitSeconds;

/** Numbers that select the plural forms of a unit. */
const counts = [1, 2, 3, 5, 8, 11, 21, 100];
const maxTextLength = 60;
const maxLanguages = 100;
/** Words for one in place of a number: "an hour ago". */
const one = 'an?|one|eine?[mr]?|une?|una|uma?|ett?|en|een|jedn[aąeę]|ένα';
/** Words that make a number only a bound. */
const boundAhead =
  /(?:over|more than|less than|almost|nearly|uber|mehr als|fast|plus de|moins de|mas de)\s*$/u;

/** A way to write a time before now; the number is null in phrases such as "yesterday". */
interface RelativeForm {
  pattern: RegExp;
  unit: Unit;
  count: number | null;
}

const fold = (text: string) => foldText(normalizeDigits(text));
/** Scripts without spaces between words have no ends of words to look for. */
const isSpaced = (text: string) =>
  !/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Hangul}|\p{Script=Thai}/u.test(text);

/** Folds a literal beside a number and keeps the space between them. */
function foldBeside(text: string): string {
  const folded = fold(text);
  return `${/^\s/u.test(text) ? ' ' : ''}${folded}${/\s$/u.test(text) && folded !== '' ? ' ' : ''}`;
}

function expressionOf(before: string, after: string): RegExp {
  const text = (literal: string) => escapeRegExp(literal).replaceAll(' ', '\\s?');
  const start = isSpaced(before + after) ? '(?<![\\p{L}\\p{M}\\d]|\\d[.,:])' : '(?<!\\d|\\d[.,:])';
  const end = isSpaced(after) ? '(?![\\p{L}\\p{M}\\d])' : '';
  const number = before === '' && !isSpaced(after) ? '(\\d{1,3})' : `(\\d{1,3}|${one})`;
  return new RegExp(`${start}${text(before)}${number}${text(after)}${end}`, 'u');
}

/** Collects the forms of a language, by their texts around the number; forms that two units share are left out. */
function readForms(language: string): RelativeForm[] {
  const units = new Map<string, Set<Unit>>();
  const phrases = new Map<string, { unit: Unit; count: number }>();
  for (const style of ['long', 'short', 'narrow'] as const) {
    const always = new Intl.RelativeTimeFormat(language, { style, numeric: 'always' });
    const auto = new Intl.RelativeTimeFormat(language, { style, numeric: 'auto' });
    for (const count of [0, 1, 2]) phrases.set(fold(auto.format(-count, 'day')), { unit: 'day', count });
    for (const unit of Object.keys(unitSeconds) as Unit[]) {
      for (const count of counts) {
        const parts = always.formatToParts(-count, unit);
        const at = parts.findIndex(({ type }) => type === 'integer');
        const textOf = (from: number, to?: number) =>
          foldBeside(
            parts
              .slice(from, to)
              .map(({ value }) => value)
              .join(''),
          );
        if (at === -1) phrases.set(textOf(0), { unit, count });
        else {
          const key = `${textOf(0, at)}\n${textOf(at + 1)}`;
          units.set(key, (units.get(key) ?? new Set()).add(unit));
        }
      }
    }
  }
  const forms = [...units].flatMap(([key, own]): RelativeForm[] => {
    const [before = '', after = ''] = key.split('\n');
    const [unit] = own;
    if (
      own.size !== 1 ||
      unit === undefined ||
      !/\p{L}{2}|\p{Script=Han}|\p{Script=Hangul}/u.test(before + after)
    )
      return [];
    return [{ pattern: expressionOf(before, after), unit, count: null }];
  });
  const fixed = [...phrases].flatMap(([phrase, { unit, count }]): RelativeForm[] =>
    /\d/.test(phrase) || phrase === ''
      ? []
      : [
          {
            pattern: new RegExp(`(?<![\\p{L}\\p{M}-])${escapeRegExp(phrase)}(?![\\p{L}\\p{M}'-])`, 'u'),
            unit,
            count,
          },
        ],
  );
  return [...forms, ...fixed];
}

const formsOf = memoize((language): readonly RelativeForm[] => {
  try {
    return readForms(language);
  } catch {
    // A language that no standard knows has no forms of its own.
    return [];
  }
}, maxLanguages);

/**
 * Returns the date that a short text states relative to now, in the words that `Intl` has for the language of the page (BCP 47)
 * or English: "3 days ago", "vor 2 Stunden", "gestern". `now` is the time of the fetch (ISO 8601). Days give a day of UTC,
 * hours and minutes a minute. Null for other texts, and for units from a week on, which pages round.
 */
export function parseRelativeDate(raw: string, language: string | null, now: string): FoundDate | null {
  const text = fold(raw.slice(0, maxTextLength + 1));
  if (text.length > maxTextLength) return null;
  for (const form of [...new Set([language ?? 'en', 'en'])].flatMap(formsOf)) {
    const match = form.pattern.exec(text);
    const seconds = unitSeconds[form.unit];
    if (match === null || seconds === null || boundAhead.test(text.slice(0, match.index))) continue;
    const count = form.count ?? (/^\d/.test(match[1] ?? '') ? Number(match[1]) : 1);
    const instant = new Date(Date.parse(now) - count * seconds * 1000).toISOString();
    return form.unit === 'day'
      ? { iso: instant.slice(0, 10), precision: 'day', quote: match[0] }
      : { iso: `${instant.slice(0, 16)}:00Z`, precision: 'time', quote: match[0] };
  }
  return null;
}
