import { removeLinkTargets } from '../domain/pages/link-targets.ts';
import { collapseSpace } from '../domain/values/collapse-space.ts';
import { monthNames } from '../domain/values/month-names.ts';
import { agePhrases } from './age-phrases.ts';
import { removeCurrentDate } from './current-date.ts';

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

function removeTrailingZeros(decimal: string): string {
  let end = decimal.length;
  while (decimal.charAt(end - 1) === '0') end -= 1;
  return decimal.slice(0, decimal.charAt(end - 1) === '.' ? end - 1 : end);
}

/** Normalizes numbers and dates so that they compare by value: 1,200.50 to 1200.5, 3 June 2019 to 2019-06-03. */
function normalizeValues(text: string): string {
  return text
    .replace(dayMonthYear, (_, day: string, month: string, year: string) => isoDate(year, month, day))
    .replace(monthDayYear, (_, month: string, day: string, year: string) => isoDate(year, month, day))
    .replace(weekday, '')
    .replace(/\b\d{1,3}(?:,\d{3})+(?!\d)/g, (number) => number.replaceAll(',', ''))
    .replace(/\b\d+\.\d+(?![\d.])/g, removeTrailingZeros);
}

/** Removes markup that a reader does not see: link targets, image URLs, emphasis. */
function removeMarkup(markdown: string): string {
  return removeLinkTargets(markdown)
    .replace(/\*{1,3}|`+|~~/g, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

/** Normalizes a text for comparison: quotes, whitespace, numbers and dates. */
export function normalizeText(markdown: string): string {
  return normalizeValues(
    collapseSpace(
      removeMarkup(markdown)
        .normalize('NFKC')
        .replace(/[‘’]/g, "'")
        .replace(/[“”]/g, '"')
        .replace(/\u200b|\u00ad|\ufeff/g, ''),
    ),
  );
}

const countedNouns =
  '(?:page )?(?:views?|visitors?|visits?|hits?|users? online|members? online|guests? online|people online|likes?|shares?|followers?|subscribers?|downloads?|plays|reads|claps|reactions?|besucher|aufrufe|mal (?:gelesen|angesehen)|visites?|vues|visitas?|lecturas|visualizzazioni)';
const viewerPhrase =
  '(?:people|users|customers|shoppers|others|personen|kunden|personnes|personas)(?: (?:are|have|is|also))?(?: (?:currently|now|just))? (?:viewing|watching|looking|browsing|sehen|schauen|regardent)';
const copyright = '(?:©|\\(c\\)|\\bcopyright\\b)[ ©]*';
/**
 * Content that changes by itself: counters, ages, machine tokens, durations, copyright years. A pattern that ends in a
 * group also consumes and restores text without noise, so that no text is scanned from several starting points.
 */
const noisePatterns: ReadonlyArray<readonly [RegExp, string]> = [
  [new RegExp(`\\b[\\d.,]+ ${countedNouns}\\b|(\\b[\\d.,]+)`, 'gi'), '$1'],
  [
    new RegExp(
      `\\b(?:total )?(?:${countedNouns}|counter)(?: count(?:er)?)?(?: today| so far)?:? [\\d.,]+`,
      'gi',
    ),
    '',
  ],
  [new RegExp(`\\b[\\d.,]+ (?:other )?${viewerPhrase}[^.;|]{0,40}|(\\b[\\d.,]+)`, 'gi'), '$1'],
  [
    /\b(?:viewed|visited|downloaded|shared|seen|played|angesehen|gelesen|aufgerufen|vue?|visto) (?:by )?[\d.,]+(?: times?| people| mal| fois| veces)?\b/gi,
    '',
  ],
  [/\byou are (?:visitor|guest) (?:number |no\.? |#)?[\d.,]+/gi, ''],
  ...agePhrases,
  [/\b(?:vor|il y a|hace|fa) \d+ \p{L}+/giu, ''],
  [
    /\b(?:generated|rendered|served|loaded|created|erzeugt)\b[^.]{0,30}?(?<!\d)\d+(?:\.\d+)? ?(?:ms|s|sec(?:onds?)?)\b/gi,
    '',
  ],
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi, ''],
  [/\b(?=[a-z]*\d)(?=\d*[a-z])[\da-f]{16,}\b/gi, ''],
  [/\b(?=\w*\d)(?=\w*[a-z])(?=\w*[A-Z])\w{24,}\b/g, ''],
  [/\b(?:nonce|csrf|token|session(?: ?id)?|request ?id|build)[:=] ?\S{6,}/gi, ''],
  [new RegExp(`${copyright}\\d{4}(?: ?[-–] ?\\d{4})?|(${copyright})`, 'gi'), '$1'],
  [/\b\d{1,2}:\d{2}:\d{2}(?: ?[ap]\.?m\.?)?\b/gi, ''],
  // Revision of a wiki page, in an address that the page shows.
  [/[?&](?:oldid|rev|revision|diff|curid)=\d+/gi, ''],
  // Date of the last revision: the changed text itself is reported.
  [
    /\b(?:last (?:edited|modified)|zuletzt (?:geändert|bearbeitet)|dernière modification|última (?:edición|modificación)|ultima modifica)(?: (?:on|am|le|el|il))?:? \d{4}[-/]\d\d[-/]\d\d(?:,? (?:at |um |à |a las )?\d{1,2}:\d{2})?(?: by \S+)?/gi,
    '',
  ],
];

const advertisement = /^(?:advertisements?|sponsored|anzeige|werbung|publicité|publicidad)\b/i;
const maxAdvertisementLength = 200;

const clockLabel =
  /\b(?:(?:current|local|server|page|system) time|time now|now|it is|as of|updated|refreshed|checked|generated|retrieved|stand|uhrzeit|zuletzt|aktualisiert|heure|mise? à jour|hora|actualizado|aggiornato)\b/i;
const clockTime = /\b(\d{1,2})[:.h](\d{2})(?!\d)(?: ?[ap]\.?m\.?| uhr| h)?/gi;
const timeOfDay = /\b\d{1,2}:\d{2}\b(?: ?[ap]\.?m\.?)?/gi;
/** Maximum deviation of a clock on a page, in minutes. */
const maxClockErrorMinutes = 3;
/** Offsets of nearly all time zones are multiples of 30 minutes. */
const timeZoneStepMinutes = 30;

/** Returns true if the minutes of a time of day match `at` in some time zone. */
function isCurrentTime(minutes: number, at: Date): boolean {
  const difference = (minutes - at.getUTCMinutes() + 2 * timeZoneStepMinutes) % timeZoneStepMinutes;
  return Math.min(difference, timeZoneStepMinutes - difference) <= maxClockErrorMinutes;
}

/** Removes times that are labelled as a clock and equal the time of the reading. */
function removeClock(text: string, at: Date): string {
  if (!clockLabel.test(text)) return text;
  return text.replace(clockTime, (time, _, minutes: string) =>
    isCurrentTime(Number(minutes), at) ? '' : time,
  );
}

/** Removes noise that does not depend on the time of the reading. Returns null for an advertisement. */
export function removeLastingNoise(plain: string): string | null {
  if (advertisement.test(plain) && plain.length <= maxAdvertisementLength) return null;
  let text = plain;
  for (const [pattern, replacement] of noisePatterns) text = text.replace(pattern, replacement);
  return text;
}

/**
 * Removes the noise of a block; `at` is the time of the reading. Returns null for an advertisement. `removeLasting` can be a
 * {@link removeLastingNoise} that remembers its results.
 */
export function removeNoise(plain: string, at: Date, removeLasting = removeLastingNoise): string | null {
  const text = removeLasting(plain);
  if (text === null) return null;
  const withoutDate = removeCurrentDate(text, at);
  return collapseSpace(withoutDate === null ? removeClock(text, at) : withoutDate.replace(timeOfDay, ''));
}
