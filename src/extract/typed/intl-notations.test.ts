import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { getNumberFormatOf, parseNumber } from '../../page/text/number.ts';
import { parseDate } from './date.ts';
import { parseMoney } from './money.ts';

/** Locales, each with the currency of its country. */
const locales =
  'en-US:USD en-GB:GBP en-IN:INR en-AU:AUD en-IE:EUR en-ZA:ZAR de-DE:EUR de-AT:EUR de-CH:CHF fr-FR:EUR fr-CH:CHF fr-CA:CAD es-ES:EUR es-MX:MXN es-AR:ARS pt-BR:BRL pt-PT:EUR it-IT:EUR nl-NL:EUR pl-PL:PLN sv-SE:SEK da-DK:DKK nb-NO:NOK fi-FI:EUR cs-CZ:CZK sk-SK:EUR hu-HU:HUF ro-RO:RON bg-BG:EUR hr-HR:EUR sl-SI:EUR lt-LT:EUR lv-LV:EUR et-EE:EUR el-GR:EUR tr-TR:TRY ru-RU:RUB uk-UA:UAH ar-EG:EGP he-IL:ILS fa-IR:IRR hi-IN:INR th-TH:THB vi-VN:VND id-ID:IDR ja-JP:JPY ko-KR:KRW zh-CN:CNY zh-TW:TWD bs-BA:BAM sr-RS:RSD mk-MK:MKD ka-GE:GEL bn-BD:BDT'
    .split(' ')
    .map((pair) => pair.split(':') as [locale: string, currency: string]);
const repeats = 12;

/** Returns a generator of numbers from 0 to 1 that are the same in each run (Park and Miller, 1988). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

describe('what Intl writes is read back, and nothing else', () => {
  for (const [locale, currency] of locales) {
    const random = createRandom(27);
    const amounts = Array.from({ length: repeats }, () => {
      const scale = 10 ** Math.floor(random() * 7);
      return Math.round(random() * scale * 100) / 100 + 1;
    });

    test(`numbers (${locale})`, () => {
      const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
      for (const amount of amounts.flatMap((one) => [one, -one]))
        assert.equal(
          parseNumber(format.format(amount), getNumberFormatOf(locale)),
          amount,
          format.format(amount),
        );
    });

    test(`money (${locale})`, () => {
      const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
      const { maximumFractionDigits: digits = 0 } = format.resolvedOptions();
      for (const one of amounts) {
        const text = format.format(one);
        const money = parseMoney(text, { language: locale, country: null, currency: null });
        assert.equal(Number(money?.amount), Number(one.toFixed(digits)), text);
        assert.ok(money?.currency === null || money?.currency === currency, `${text}: ${money?.currency}`);
      }
    });

    test(`dates (${locale})`, () => {
      for (let at = 0; at < repeats; at++) {
        const day = new Date(
          Date.UTC(
            1990 + Math.floor(random() * 45),
            Math.floor(random() * 12),
            1 + Math.floor(random() * 28),
          ),
        );
        const iso = day.toISOString().slice(0, 10);
        for (const dateStyle of ['long', 'medium', 'full', 'short'] as const) {
          const text = new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' }).format(day);
          const found = parseDate(text, locale)?.iso ?? null;
          // Two digits of a year do not tell the century, and some languages write no others in a short date.
          const isVague = dateStyle === 'short' && (found === null || found.slice(5) === iso.slice(5));
          assert.ok(found === iso || isVague, `${text}: ${found}, not ${iso}`);
        }
        const numeric = new Intl.DateTimeFormat(locale, { timeZone: 'UTC' }).format(day);
        assert.ok(
          [iso, null].includes(parseDate(numeric, locale)?.iso ?? null),
          `${numeric}: ${parseDate(numeric, locale)?.iso}, not ${iso}`,
        );
      }
    });
  }
});

describe('dates in the Hijri and the Hebrew calendar', () => {
  const calendars: [calendar: string, locales: string][] = [
    [
      'islamic-umalqura',
      'ar-SA ar-EG ar-MA en-US en-GB fr-FR tr-TR id-ID ms-MY ur-PK fa-IR bn-BD hi-IN es-ES sw-KE',
    ],
    ['hebrew', 'he-IL en-US en-GB fr-FR de-DE es-ES ru-RU hu-HU'],
  ];
  for (const [calendar, all] of calendars)
    for (const locale of all.split(' '))
      test(`${calendar} (${locale})`, () => {
        const random = createRandom(5);
        for (let at = 0; at < 40; at++) {
          const day = Date.UTC(1990 + Math.floor(random() * 45), 0, 1 + Math.floor(random() * 365));
          const iso = new Date(day).toISOString().slice(0, 10);
          for (const dateStyle of ['long', 'full'] as const) {
            const text = new Intl.DateTimeFormat(locale, { dateStyle, calendar, timeZone: 'UTC' }).format(
              day,
            );
            assert.equal(parseDate(text, locale)?.iso, iso, text);
          }
        }
      });
  test('a year of another calendar is no year of the Gregorian one, and nothing is guessed', () => {
    const rows: [text: string, language: string, iso: string | null][] = [
      ['١٦/١١/١٤٤٧ هـ', 'ar', '2026-05-03'],
      ['1447/11/16', 'ar', '2026-05-03'],
      ['16/11/1447 H', 'id', '2026-05-03'],
      ['31/11/1447', 'ar', null],
      ['3 Iyar 2026', 'en', null],
      ['31 Iyar 5786', 'en', null],
      ['16/11/2026', 'ar', '2026-11-16'],
      ['ט״ז באייר ה׳תשפ״ו', 'he', '2026-05-03'],
      ["א' בתשרי תשפ״ז", 'he', '2026-09-12'],
      ['5 Dhul-Hijjah 1447 AH', 'en', '2026-05-22'],
    ];
    for (const [text, language, iso] of rows) assert.equal(parseDate(text, language)?.iso ?? null, iso, text);
  });
});
