import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { getNumberFormatOf, parseNumber } from '../../page/text/number.ts';
import { parseEmail, parsePhone } from './contact.ts';
import { getDateForms, parseDate } from './date.ts';
import { formatIsoDuration, parseDuration, parsePlayingTime } from './duration.ts';

describe('dates', () => {
  const rows: [string, string | null, string | null][] = [
    ['March 5, 2026', 'en', '2026-03-05'],
    ['5th of March 2026', 'en', '2026-03-05'],
    ['Posted on Mar. 5th, 2026', 'en', '2026-03-05'],
    ['5. März 2026', 'de', '2026-03-05'],
    ['le 1er février 2026', 'fr', '2026-02-01'],
    ['5 de marzo de 2026', 'es', '2026-03-05'],
    ['5 de março de 2026', 'pt', '2026-03-05'],
    ['5 marzo 2026', 'it', '2026-03-05'],
    ['5 maart 2026', 'nl', '2026-03-05'],
    ['5 marca 2026', 'pl', '2026-03-05'],
    ['5 mars 2026', 'sv', '2026-03-05'],
    ['5 марта 2026 г.', 'ru', '2026-03-05'],
    ['2026年3月5日', 'ja', '2026-03-05'],
    ['2026. március 5.', 'hu', '2026-03-05'],
    ['05.03.2026', null, '2026-03-05'],
    ['03/05/2026', 'en-US', '2026-03-05'],
    ['05/03/2026', 'en-GB', '2026-03-05'],
    ['05/03/2026', 'fr', '2026-03-05'],
    ['05/03/2026', 'en', null],
    ['25/03/2026', 'en', '2026-03-25'],
    ['31/02/2026', 'fr', null],
    ['2026-03-05T10:00:00+01:00', null, '2026-03-05T10:00:00+01:00'],
    ['March 5, 2026 at 3:30 pm UTC', 'en', '2026-03-05T15:30:00Z'],
    ['May 2026', 'en', '2026-05'],
    ['version 1.2.3', 'en', null],
    ['next week', 'en', null],
  ];
  for (const [text, language, iso] of rows) {
    test(`${text} (${language})`, () => assert.equal(parseDate(text, language)?.iso ?? null, iso));
  }

  test('lists the forms of a day in many languages', () => {
    const forms = getDateForms('2026-03-05');
    for (const shown of ['march 5, 2026', '5. marz 2026', '5 mars 2026', '05/03/2026', '2026年3月5日']) {
      assert.ok(forms.includes(shown), shown);
    }
  });
});

describe('durations', () => {
  const rows: [string, number | null][] = [
    ['PT1H30M', 5400],
    ['P0DT0H50M', 3000],
    ['1 hr 30 min', 5400],
    ['1 hour and 5 minutes', 3900],
    ['90 minutes', 5400],
    ['1h30', 5400],
    ['1 h 30', 5400],
    ['1 ½ Stunden', 5400],
    ['2 Std. 15 Min.', 8100],
    ['45 Minuten', 2700],
    ['1 heure 20', 4800],
    ['1 hora y 20 minutos', 4800],
    ['1 godz. 20 min', 4800],
    ['2 часа 10 минут', 7800],
    ['1時間30分', 5400],
    ['2 uur', 7200],
    ['1:02:03', 3723],
    ['4 servings', null],
    ['soon', null],
    ['16:00', null],
    ['1:30 h', 5400],
  ];
  for (const [text, seconds] of rows) test(text, () => assert.equal(parseDuration(text), seconds));
  test('reads a time of day as the length of a recording only', () => {
    assert.deepEqual([parsePlayingTime('16:00'), parseDuration('16:00')], [960, null]);
  });
  test('formats seconds as ISO 8601', () => assert.equal(formatIsoDuration(5400), 'PT1H30M'));
});

describe('numbers', () => {
  const rows: [string, string | null, number | null][] = [
    ['1,234', 'en', 1234],
    ['1.234', 'de', 1234],
    ['1.234,5', 'de', 1234.5],
    ['1 234,5', 'fr', 1234.5],
    ['1\u202f234', 'fr', 1234],
    ["1'234.5", 'de-CH', 1234.5],
    ['12.5 %', null, 12.5],
    ['4,7 von 5', 'de', 4.7],
    ['1 1/2', null, 1.5],
    ['2.5k', null, 2500],
    ['3 million', null, 3e6],
    ['−4', null, -4],
    ['४२', null, 42],
    ['1.2.3', null, null],
    ['none', null, null],
  ];
  for (const [text, language, value] of rows) {
    test(text, () => assert.equal(parseNumber(text, getNumberFormatOf(language)), value));
  }
});

describe('contacts', () => {
  test('telephone numbers', () => {
    assert.equal(parsePhone('Call us: +49 (30) 1234-567')?.digits, '49301234567');
    assert.equal(parsePhone('tel:+1-555-010-9999')?.digits, '15550109999');
    assert.equal(parsePhone('(555) 010-9999 ext. 12')?.digits, '5550109999');
    assert.equal(parsePhone('01.23.45.67.89')?.digits, '0123456789');
    assert.equal(parsePhone('2026-03-05'), null);
    assert.equal(parsePhone('1990–2026'), null);
    assert.equal(parsePhone('$1,299.00'), null);
  });

  test('email addresses', () => {
    assert.equal(parseEmail('mailto:quay%40harbour.example?subject=x'), 'quay@harbour.example');
    assert.equal(parseEmail('write to a.b+c@d-e.example.'), 'a.b+c@d-e.example');
    assert.equal(parseEmail('@handle'), null);
  });
});
