import { memoize } from '../../domain/values/memoize.ts';
import { baseLanguageOf } from './home-country.ts';

/** A place of each zone that has a short name in some language. */
const places =
  'America/New_York America/Chicago America/Denver America/Phoenix America/Los_Angeles America/Anchorage America/Halifax America/St_Johns America/Sao_Paulo Pacific/Honolulu Europe/London Europe/Dublin Europe/Lisbon Europe/Paris Europe/Athens Europe/Istanbul Africa/Lagos Africa/Johannesburg Africa/Harare Africa/Nairobi Asia/Dubai Asia/Kolkata Asia/Jakarta Asia/Makassar Asia/Jayapura Asia/Hong_Kong Asia/Tokyo Australia/Perth Australia/Adelaide Australia/Darwin Australia/Brisbane Australia/Sydney Pacific/Auckland'.split(
    ' ',
  );
/** Languages whose names of zones count on English pages; a name that two of them give to different zones counts on none. */
const englishNames = ['en-US', 'en-GB', 'en-IE', 'en-AU', 'en-IN', 'en-ZA', 'en-HK', 'ja'];
/** Names that `Intl` does not have. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['msk', 'Europe/Moscow'],
  ['мск', 'Europe/Moscow'],
]);
const shortName = /^\p{L}{2,5}$/u;

/** Returns the offset of a place at an instant in the form of ISO 8601: `+02:00`. */
function offsetOf(place: string, instant: number): string {
  const format = new Intl.DateTimeFormat('en', { timeZone: place, timeZoneName: 'longOffset' });
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value;
  return name?.replace('GMT', '') || '+00:00';
}

/** A name of a zone: an offset, or a place whose offset depends on the time of the year, as that of `ET` does. */
type Zone = { offset: string } | { place: string };

const maxLanguages = 100;

function readZones(language: string): Map<string, Zone> {
  const zones = new Map<string, Zone>();
  for (const timeZone of places) {
    for (const timeZoneName of ['short', 'shortGeneric'] as const) {
      const format = new Intl.DateTimeFormat(language, { timeZone, timeZoneName });
      for (const instant of [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)]) {
        const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
        const key = name.toLowerCase();
        if (!shortName.test(name) || zones.has(key)) continue;
        zones.set(
          key,
          timeZoneName === 'short' ? { offset: offsetOf(timeZone, instant) } : { place: timeZone },
        );
      }
    }
  }
  return zones;
}

const zonesOf = memoize((language): ReadonlyMap<string, Zone> => {
  try {
    return readZones(language);
  } catch {
    // A language that no standard knows has no names of zones.
    return new Map();
  }
}, maxLanguages);

/**
 * Returns the offset of a zone (ISO 8601, `+02:00`) by its name in lower case, such as `cest` or `et`, at a local time
 * (`2026-05-03T17:00:00`). The names are those of `Intl` for the language of the page (BCP 47), and in English those of all
 * countries that agree about them. Null for a name that is unknown or ambiguous.
 */
export function zoneOffset(name: string, language: string | null, localTime: string): string | null {
  const instant = Date.parse(`${localTime}Z`);
  const offset = (zone: Zone) => ('offset' in zone ? zone.offset : offsetOf(zone.place, instant));
  const own = language === null ? undefined : zonesOf(language).get(name);
  if (own !== undefined) return offset(own);
  const place = otherNames.get(name);
  if (place !== undefined) return offsetOf(place, instant);
  const isEnglish = language === null || baseLanguageOf(language) === 'en';
  const found = (isEnglish ? englishNames : ['en-GB']).flatMap((one) => zonesOf(one).get(name) ?? []);
  const offsets = new Set(found.map(offset));
  const [only] = offsets;
  return offsets.size === 1 && only !== undefined ? only : null;
}
