/** Languages whose way of writing today's date is known. */
const languages = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'pl',
  'sv',
  'da',
  'nb',
  'fi',
  'cs',
  'tr',
] as const;

const dayMs = 86_400_000;
const twoDigits = (number: number) => String(number).padStart(2, '0');
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The month as dates name it (the genitive, where a language has one), long and short, without final points. */
function monthNames(date: Date): string[] {
  const names = languages.flatMap((language) =>
    (['long', 'short'] as const).map((month) => {
      const parts = new Intl.DateTimeFormat(language, {
        day: 'numeric',
        month,
        timeZone: 'UTC',
      }).formatToParts(date);
      return (parts.find(({ type }) => type === 'month')?.value ?? '').replace(/\.$/, '');
    }),
  );
  return [...new Set(names)].filter((name) => name !== '' && !/^\d+$/.test(name));
}

function weekdayNames(date: Date): string[] {
  const names = languages.flatMap((language) =>
    (['long', 'short'] as const).map((weekday) =>
      new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(date).replace(/\.$/, ''),
    ),
  );
  return [...new Set(names)];
}

/** Every usual way to write one day, as a source of a regular expression. */
function formsOf(date: Date): string {
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  const [d, m] = [`0?${day}`, `0?${month}`];
  const years = `(?:${year}|${twoDigits(year % 100)})`;
  const names = monthNames(date).map(escaped).join('|');
  const forms = [
    `${year}[-/.]${twoDigits(month)}[-/.]${twoDigits(day)}`,
    `${d}[-/.] ?${m}[-/.] ?${years}`,
    `${m}/${d}/${years}`,
    `${d}(?:st|nd|rd|th|º|er|\\.)?(?: of| de)? (?:${names})\\.?,?(?: de| del)? ${year}`,
    `(?:${names})\\.? ${d}(?:st|nd|rd|th)?,? ${year}`,
  ];
  const weekday = `(?<!\\p{L})(?:(?:${weekdayNames(date).map(escaped).join('|')})\\.?,? (?:the |den |le |il )?)?`;
  return `${weekday}(?<![\\p{L}\\d.,])(?:${forms.join('|')})(?![\\p{L}\\d])`;
}

const known = new Map<number, RegExp>();
const mostKnown = 4;

/** Finds the day of an instant, and the days before and after it (it is another day elsewhere), as pages write them. */
function patternOf(at: Date): RegExp {
  const day = Math.floor(at.getTime() / dayMs);
  const found = known.get(day);
  if (found !== undefined) return found;
  const days = [-1, 0, 1].map((more) => new Date((day + more) * dayMs));
  const pattern = new RegExp(days.map(formsOf).join('|'), 'giu');
  const [oldest] = known.keys();
  if (known.size >= mostKnown && oldest !== undefined) known.delete(oldest);
  known.set(day, pattern);
  return pattern;
}

/** The text without the date of the day on which it was seen, in whatever way it is written; null when it holds none. */
export function withoutToday(text: string, at: Date): string | null {
  if (!/\d/.test(text)) return null;
  const without = text.replace(patternOf(at), '');
  return without === text ? null : without;
}
