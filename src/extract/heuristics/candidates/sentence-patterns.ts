import { memoize } from '../../../domain/values/memoize.ts';
import { normalizeDigits } from '../../../page/text/number.ts';
import type { Candidate } from '../../facts/candidate.ts';
import { isOfReaders } from '../../facts/is-of-readers.ts';
import type { PageFacts } from '../../facts/page-facts.ts';
import { findAmountSpans } from '../../typed/amount-spans.ts';
import { foldText, wordsOf } from '../../words/words.ts';

const maxLines = 1_500;
const maxLineLength = 400;
const strength = 0.62;

/** Period of a rate of pay, behind its amount: "a year", "/ hour", "pro Monat". */
const payPeriod =
  /^\s?(?:\/|\b(?:an?|per|pro|par|por|al|all|im|je|na|за|в)\b)\s?(?:year|annum|month|hour|hr|yr|jahr|monat|stunde|an|mois|heure|ano|mes|hora|anno|mese|ora|jaar|maand|uur|rok|miesiac|godzin[ea]|год|месяц|час)\b/iu;
/** Two times of day with a dash or a word between them: "9am–5.30pm", "8.00 bis 16.00 Uhr". */
const timeRange =
  /\d{1,2}(?:[:.h]\d{2})?\s?(?:[ap]\.?m\.?|uhr|h)?\s?(?:[-–—]|to|bis|until|till|à|a|tot|do|al?)\s?\d{1,2}(?:[:.h]\d{2}\s?(?:[ap]\.?m\.?|uhr|h)?|\s?(?:[ap]\.?m\.?|uhr|h))(?![\p{L}\d])/iu;
const openWord = /^(?:we(?:'re| are) )?open(?:ing hours)?:?\s+/iu;

/** Returns the folded names of the days of the week in a language, long and short. */
const weekdaysOf = memoize((language: string): ReadonlySet<string> => {
  const names = ['en', language].flatMap((one) =>
    (['long', 'short'] as const).flatMap((weekday) => {
      try {
        const format = new Intl.DateTimeFormat(one, { weekday, timeZone: 'UTC' });
        return Array.from({ length: 7 }, (_, day) => foldText(format.format(Date.UTC(2026, 0, 4 + day))));
      } catch {
        return [];
      }
    }),
  );
  return new Set(names.map((name) => name.replace(/\.$/, '')).filter((name) => name.length > 1));
});

function candidateOf(text: string, node: number): Candidate {
  return { text, node, source: 'visible', reason: 'form', strength, fit: 1 };
}

/** Returns what a function finds in the lines of the page's content; nothing if it finds several different texts. */
function findOnly(page: PageFacts, find: (text: string) => string[]): Candidate[] {
  const found = page
    .lines()
    .slice(0, maxLines)
    .filter(({ text }) => text.length <= maxLineLength && /\d/.test(text))
    .flatMap(({ text, element }) =>
      find(text).flatMap((one) => (isOfReaders(page, element) ? [] : [candidateOf(one, element)])),
    );
  return new Set(found.map(({ text }) => text)).size === 1 ? found.slice(0, 1) : [];
}

/** Returns the only amount or range of amounts for a year, a month or an hour. */
export function payCandidates(page: PageFacts): Candidate[] {
  const context = page.parseContext();
  return findOnly(page, (raw) => {
    const text = normalizeDigits(raw);
    return findAmountSpans(text, undefined, undefined, context)
      .filter(({ hasMark }) => hasMark)
      .flatMap(({ from, to }) => {
        const period = payPeriod.exec(text.slice(to, to + 24));
        return period === null ? [] : [text.slice(from, to + period[0].length)];
      });
  });
}

/** Returns the only text that names days of the week and the times between which something is open. */
export function hoursCandidates(page: PageFacts): Candidate[] {
  const weekdays = weekdaysOf(page.language ?? 'en');
  return findOnly(page, (line) => {
    const sentence = line
      .split(/\.\s+(?=\p{Lu})/u)
      .find((one) => timeRange.test(one) && wordsOf(one).some((word) => weekdays.has(word)));
    return sentence === undefined ? [] : [sentence.replace(openWord, '').replace(/\.$/, '')];
  });
}

/** Numbers of a version with two points, or with one behind a word for it: "Quay 2.4.0", "Version 2.4", "v2.4". */
const versionNumber =
  /(?<![\p{L}\d.])(?:v|v\.|version|release|rel\.|versión|versione|versão|wersja|версия)?\s?(\d{1,4}(?:\.\d{1,4}){1,3}(?:-?(?:alpha|beta|rc)\.?\d{0,3})?)(?![\p{L}\d.,])/giu;

const dateForm = /^(?:\d{1,2}\.\d{1,2}\.\d{4}|\d{4}\.\d{1,2}\.\d{1,2})$/;

/** Returns the only number of a version in the title of the page. */
export function versionCandidates(page: PageFacts): Candidate[] {
  const line = page.lines()[page.titleLine()];
  if (line === undefined || line.text.length > maxLineLength) return [];
  const found = [...line.text.matchAll(versionNumber)].filter(
    ([all, number = '']) => all.trim() !== number || (number.split('.').length > 2 && !dateForm.test(number)),
  );
  const [first] = found;
  return first?.[1] === undefined || found.length > 1 ? [] : [candidateOf(first[1], line.element)];
}
