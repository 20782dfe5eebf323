import { withoutToday } from './restless-dates.ts';

const monthNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const monthPattern = monthNames.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|');
const dayMonthYear = new RegExp(
  `\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${monthPattern})\\.?,? (\\d{4})\\b`,
  'gi',
);
const monthDayYear = new RegExp(`\\b(${monthPattern})\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b`, 'gi');
const weekday = /\b(?:mon|tues?|wed(?:nes)?|thurs?|fri|sat(?:ur)?|sun)(?:day)?,? (?=\d{4}-\d\d-\d\d)/gi;

function isoDate(year: string, month: string, day: string): string {
  const number = monthNames.findIndex((name) => name.startsWith(month.slice(0, 3).toLowerCase())) + 1;
  return `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Numbers and dates in one spelling, so that they are compared as values: 1,200.50 and 1200.5, 3 June 2019 and 2019-06-03. */
function valuesIn(text: string): string {
  return text
    .replace(dayMonthYear, (_, day: string, month: string, year: string) => isoDate(year, month, day))
    .replace(monthDayYear, (_, month: string, day: string, year: string) => isoDate(year, month, day))
    .replace(weekday, '')
    .replace(/\b\d{1,3}(?:,\d{3})+(?!\d)/g, (number) => number.replaceAll(',', ''))
    .replace(/\b(\d+)\.(\d*?)0+(?![\d.])/g, (_, whole: string, rest: string) =>
      rest === '' ? whole : `${whole}.${rest}`,
    );
}

/** Markup that says nothing to a reader: link targets, images' addresses, emphasis. */
function withoutMarkup(markdown: string): string {
  return markdown
    .replace(/!\[([^\]]*)\]\((?:[^()\\]|\\.|\([^()]*\))*\)/g, '$1')
    .replace(/\[([^[\]]*)\]\((?:[^()\\]|\\.|\([^()]*\))*\)/g, '$1')
    .replace(/\*{1,3}|`+|~~/g, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

/** A text in the form that is compared: one spelling of quotes, spaces, numbers and dates. */
export function plainText(markdown: string): string {
  return valuesIn(
    withoutMarkup(markdown)
      .normalize('NFKC')
      .replace(/[‘’]/g, "'")
      .replace(/[“”]/g, '"')
      .replace(/\u200b|\u00ad|\ufeff/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  );
}

const counted =
  '(?:page )?(?:views?|visitors?|visits?|hits?|users? online|members? online|guests? online|people online|likes?|shares?|followers?|subscribers?|downloads?|plays|reads|claps|reactions?|besucher|aufrufe|mal (?:gelesen|angesehen)|visites?|vues|visitas?|lecturas|visualizzazioni)';
const watchers =
  '(?:people|users|customers|shoppers|others|personen|kunden|personnes|personas)(?: (?:are|have|is|also))?(?: (?:currently|now|just))? (?:viewing|watching|looking|browsing|sehen|schauen|regardent)';
/** What changes by itself: counters, ages, machine tokens, measured times, years of copyright. */
const noises: ReadonlyArray<readonly [RegExp, string]> = [
  [new RegExp(`\\b[\\d.,]+ ${counted}\\b`, 'gi'), ''],
  [
    new RegExp(`\\b(?:total )?(?:${counted}|counter)(?: count(?:er)?)?(?: today| so far)?:? [\\d.,]+`, 'gi'),
    '',
  ],
  [new RegExp(`\\b[\\d.,]+ (?:other )?${watchers}[^.;|]{0,40}`, 'gi'), ''],
  [
    /\b(?:viewed|visited|downloaded|shared|seen|played|angesehen|gelesen|aufgerufen|vue?|visto) (?:by )?[\d.,]+(?: times?| people| mal| fois| veces)?\b/gi,
    '',
  ],
  [/\byou are (?:visitor|guest) (?:number |no\.? |#)?[\d.,]+/gi, ''],
  [/\b(?:\d+|an?|one) (?:seconds?|minutes?|hours?|days?|weeks?|months?|years?) ago\b/gi, ''],
  [/\b(?:vor|il y a|hace|fa) \d+ \p{L}+/giu, ''],
  [
    /\b(?:generated|rendered|served|loaded|created|erzeugt)\b[^.]{0,30}?\d+(?:\.\d+)? ?(?:ms|s|sec(?:onds?)?)\b/gi,
    '',
  ],
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi, ''],
  [/\b(?=[a-z]*\d)(?=\d*[a-z])[\da-f]{16,}\b/gi, ''],
  [/\b(?=\w*\d)(?=\w*[a-z])(?=\w*[A-Z])\w{24,}\b/g, ''],
  [/\b(?:nonce|csrf|token|session(?: ?id)?|request ?id|build)[:=] ?\S{6,}/gi, ''],
  [/(?:©|\(c\)|\bcopyright\b)[ ©]*\d{4}(?: ?[-–] ?\d{4})?/gi, ''],
  [/\b\d{1,2}:\d{2}:\d{2}(?: ?[ap]\.?m\.?)?\b/gi, ''],
];

const advertisement = /^(?:advertisements?|sponsored|anzeige|werbung|publicité|publicidad)\b/i;
const longestAdvertisement = 200;

const clockLabel =
  /\b(?:(?:current|local|server|page|system) time|time now|now|it is|as of|updated|refreshed|checked|generated|retrieved|stand|uhrzeit|zuletzt|aktualisiert|heure|mise? à jour|hora|actualizado|aggiornato)\b/i;
const clockTime = /\b(\d{1,2})[:.h](\d{2})(?!\d)(?: ?[ap]\.?m\.?| uhr| h)?/gi;
const timeOfDay = /\b\d{1,2}:\d{2}\b(?: ?[ap]\.?m\.?)?/gi;
/** Minutes that a clock on a page may be off. */
const clockError = 3;
/** Nearly all zones differ from each other by whole and half hours. */
const zoneStep = 30;

/** Whether a time of day is about now somewhere on earth. */
function isNow(minutes: number, at: Date): boolean {
  const difference = (minutes - at.getUTCMinutes() + 2 * zoneStep) % zoneStep;
  return Math.min(difference, zoneStep - difference) <= clockError;
}

/** The text without a clock: a time that says it is one, and is now. */
function withoutClock(text: string, at: Date): string {
  if (!clockLabel.test(text)) return text;
  return text.replace(clockTime, (time, _, minutes: string) => (isNow(Number(minutes), at) ? '' : time));
}

/** A block without what changes by itself; `at` is when it was seen, whose date many pages show. Null for an advertisement. */
export function withoutNoise(plain: string, at: Date): string | null {
  if (advertisement.test(plain) && plain.length <= longestAdvertisement) return null;
  let text = plain;
  for (const [pattern, instead] of noises) text = text.replace(pattern, instead);
  const dateless = withoutToday(text, at);
  text = dateless === null ? withoutClock(text, at) : dateless.replace(timeOfDay, '');
  return text.replace(/\s+/g, ' ').trim();
}
