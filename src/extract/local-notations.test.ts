import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jobFor } from '../../test/corpus/content-job.ts';
import { extractPage } from '../app/threads/extract-page.ts';
import type { ParsedPage } from '../page/parsed-page.ts';
import { readHtml } from '../page/read/read-html.ts';

/** Locales of pages, and the currency of each region; - where the sign that `Intl` writes is not recognized. */
const locales: Readonly<Record<string, string>> = Object.fromEntries(
  `en-US USD|en-GB GBP|en-IN INR|en-AU AUD|de-DE EUR|de-AT EUR|de-CH CHF|fr-FR EUR|fr-CH CHF|es-ES EUR|es-MX MXN|pt-BR BRL|pt-PT EUR
it-IT EUR|nl-NL EUR|pl-PL PLN|sv-SE SEK|da-DK DKK|nb-NO NOK|fi-FI EUR|cs-CZ CZK|sk-SK EUR|hu-HU HUF|ro-RO RON|bg-BG BGN|hr-HR EUR
sl-SI EUR|lt-LT EUR|lv-LV EUR|et-EE EUR|el-GR EUR|tr-TR TRY|ru-RU RUB|uk-UA UAH|ar-EG -|he-IL ILS|fa-IR -|hi-IN INR|th-TH THB
vi-VN VND|id-ID IDR|ja-JP JPY|ko-KR KRW|zh-CN CNY|zh-TW TWD`
    .split(/[|\n]/)
    .map((pair) => pair.split(' ') as [string, string]),
);

const schema = {
  type: 'object',
  properties: {
    temperature: { type: 'number' },
    visitors: { type: 'number' },
    price: { type: 'number' },
    currency: { type: 'string' },
    launch_date: { type: 'string', format: 'date' },
    departure: { type: 'string', format: 'date-time' },
  },
};

/** Returns what is read from a page in a language that shows these texts beside their labels. */
function read(
  language: string,
  rows: Readonly<Record<string, string>>,
  url = 'https://quay.example/p/1',
): Record<string, unknown> {
  const list = Object.entries(rows).map(([label, text]) => `<dt>${label}</dt><dd>${text}</dd>`);
  const html = `<!doctype html><html lang="${language}"><title>Brass boat</title><main><h1>Brass boat</h1><dl>${list.join('')}</dl></main></html>`;
  const { parsed } = readHtml(html, jobFor(html, { url }));
  const job = { schema, prompt: null, layouts: [], learns: false, blockTokens: 0, taught: [] };
  const { values } = extractPage(parsed as ParsedPage, job);
  return Object.fromEntries(values.map(({ pointer, value }) => [pointer.slice(1), value]));
}

describe('what Intl writes for a locale is read back from a page in its language', () => {
  for (const [locale, currency] of Object.entries(locales))
    test(locale, () => {
      const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
      const isKnown = currency !== '-';
      const money = new Intl.NumberFormat(
        locale,
        isKnown ? { style: 'currency', currency } : { minimumFractionDigits: 2 },
      );
      const { maximumFractionDigits: digits = 0 } = money.resolvedOptions();
      for (let month = 0; month < 12; month++) {
        const day = new Date(Date.UTC(2019 + month, month, 13 + month));
        const dateStyle = (['long', 'medium', 'full'] as const)[month % 4] ?? 'long';
        const temperature = [3.355, 1234.5, 1_234_567.25, -7.25][month % 4] ?? 0;
        const price = ([12, 1299, 33_550][month % 3] ?? 0) + (digits === 0 ? 0 : 0.95);
        const rows = {
          'Launch date': new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' }).format(day),
          Temperature: number.format(temperature),
          Price: money.format(price),
        };
        const wanted = {
          temperature,
          price,
          ...(isKnown && { currency }),
          launch_date: day.toISOString().slice(0, 10),
        };
        assert.deepEqual({ ...read(locale, rows) }, wanted, JSON.stringify(rows));
      }
    });
});

describe('numbers with words of scale', () => {
  const rows: [language: string, text: string, value: number | undefined][] = [
    ['pl', '12,5 tys.', 12_500],
    ['cs', '1,2 mil.', 1_200_000],
    ['pt-BR', '15 mil', 15_000],
    ['sv', '12,9 tn', 12_900],
    ['de', '3 Billionen', 3e12],
    ['en', '12 Lakh', 1_200_000],
    ['en-IN', '1.5 Cr', 15_000_000],
    ['en', '3 Cr', 3],
    ['hi', '12 लाख', 1_200_000],
    ['zh', '1.29万', 12_900],
    ['ja', '1万2000', 12_000],
    ['ja', '3億5000万', 350_000_000],
    ['ko', '120만', 1_200_000],
    ['id', '15 rb', 15_000],
    ['en', '12 milestones', 12],
    ['en', 'CO2 120 g', 120],
    ['de', 'PM10 35 µg', 35],
    ['fr', '2 120 g', 2120],
  ];
  for (const [language, text, value] of rows)
    test(`${text} (${language})`, () => assert.equal(read(language, { Visitors: text }).visitors, value));
});

describe('amounts whose separator has two meanings', () => {
  const rows: [language: string, text: string, amount: number][] = [
    ['en-GB', '£3.355', 3.355],
    ['en', '£3.355', 3.355],
    ['en', '£3,355', 3355],
    ['en', 'A$3.355', 3.355],
    ['en', 'NZ$12.450', 12.45],
    ['en', '₹3.355', 3355],
    ['en', '€3.355', 3355],
    ['de', '£3.355', 3355],
    ['en-US', '$3.355', 3.355],
    ['en-GB', '€3.355', 3355],
    ['de', '3.355 €', 3355],
    ['en-IE', '€3.355', 3.355],
    ['fr', '1,789 €', 1.789],
    ['id', 'Rp 3,355', 3355],
    ['en-IN', '₹1.5 Cr', 15_000_000],
    ['en-IN', '₹ 45 L', 4_500_000],
    ['en', '$19<sup>1</sup>', 19],
    ['en', '$19.99<sup>12</sup>', 19.99],
    ['de', '19<sup>99</sup> €', 19.99],
    ['ja', '3万5000円', 35_000],
    ['ko', '3만 5천원', 35_000],
  ];
  for (const [language, text, amount] of rows)
    test(`${text} (${language})`, () => assert.equal(read(language, { Price: text }).price, amount));
  test('the country of the site decides with the language', () => {
    assert.equal(read('en', { Price: '£3.355' }, 'https://quay.example.uk/p/1').price, 3.355);
    assert.equal(read('en', { Price: '€ 3.355' }, 'https://quay.example.nl/p/1').price, 3355);
    assert.equal(read('en', { Price: '£3.355' }, 'https://quay.example.de/p/1').price, 3355);
  });
});

describe('signs of currencies that are words elsewhere', () => {
  const rows: [language: string, text: string, amount: number, currency: string | undefined, url?: string][] =
    [
      ['bs', '45,50 KM', 45.5, 'BAM'],
      ['hr', '45 kn', 45, 'HRK'],
      ['be', '45 Br', 45, 'BYN'],
      ['am', 'Br 450', 450, 'ETB'],
      ['en', 'Br 450', 450, 'ETB', 'https://quay.example.et/p/1'],
      ['en', 'Br 450', 450, undefined],
      ['en-ZA', 'R 450', 450, 'ZAR'],
      ['es-GT', 'Q 1,450.50', 1450.5, 'GTQ'],
      ['fr-SN', '4500 CFA', 4500, 'XOF'],
      ['ru', '45,50 руб.', 45.5, 'BYN', 'https://quay.example.by/p/1'],
      ['ru', '45,50 руб.', 45.5, 'RUB'],
    ];
  for (const [language, text, amount, currency, url] of rows)
    test(`${text} (${language}, ${currency})`, () => {
      const { price, currency: found } = read(language, { Price: text }, url);
      assert.deepEqual({ price, found }, { price: amount, found: currency });
    });
});

describe('ranges are no value of a field that asks for a number', () => {
  const rows: [language: string, text: string][] = [
    ['en', '€50k – €60k'],
    ['en', '€50,000 to €60,000 per year'],
    ['en', 'between €50,000 and €60,000'],
    ['de', '50.000 bis 60.000 €'],
    ['ja', '400万円～500万円'],
    ['en', '50–60k'],
  ];
  for (const [language, text] of rows)
    test(text, () => {
      const { price, visitors } = read(language, { Price: text, Visitors: text });
      assert.deepEqual([price, visitors], [undefined, undefined]);
    });
  test('a lower number behind a dash is no upper end', () =>
    assert.equal(read('en', { Visitors: '12,000 - 3 of them by boat' }).visitors, 12_000));
});

describe('times and zones behind a date', () => {
  const rows: [language: string, text: string, time: string][] = [
    ['en', 'May 3, 2026 at 5 PM', '2026-05-03T17:00:00'],
    ['en', '3 May 2026 (Sun), 17:00 CEST', '2026-05-03T17:00:00+02:00'],
    ['en', 'May 3, 2026 5:00 PM ET', '2026-05-03T17:00:00-04:00'],
    ['en', 'Jan 3, 2026 5:00 PM ET', '2026-01-03T17:00:00-05:00'],
    ['en', '3 May 2026 17:00 GMT+5:30', '2026-05-03T17:00:00+05:30'],
    ['en', '3 May 2026 17:00 IST', '2026-05-03T17:00:00'],
    ['en-IN', '3 May 2026 17:00 IST', '2026-05-03T17:00:00+05:30'],
    ['en-AU', '3 May 2026 17:00 AEST', '2026-05-03T17:00:00+10:00'],
    ['de', '3. Mai 2026, 17:00 Uhr MESZ', '2026-05-03T17:00:00+02:00'],
    ['fr', '3 mai 2026 à 17h00', '2026-05-03T17:00:00'],
    ['ja', '2026年5月3日(日) 午後5時30分', '2026-05-03T17:30:00'],
    ['ja', '2026年5月3日 17:00 JST', '2026-05-03T17:00:00+09:00'],
    ['ko', '2026년 5월 3일 오후 5:00', '2026-05-03T17:00:00'],
    ['el', '3 Μαΐου 2026, 5:00 μ.μ.', '2026-05-03T17:00:00'],
    ['ar-EG', '٣ مايو ٢٠٢٦، ٥:٠٠ م', '2026-05-03T17:00:00'],
  ];
  for (const [language, text, time] of rows)
    test(`${text} (${language})`, () => assert.equal(read(language, { Departure: text }).departure, time));
});

describe('dates in other calendars, zones and notations', () => {
  const rows: [language: string, text: string, date: string | undefined][] = [
    ['ja', '令和8年5月3日', '2026-05-03'],
    ['ja', '平成元年2月10日', '1989-02-10'],
    ['ko', '2026. 5. 3.', '2026-05-03'],
    ['th', '3/5/2569', '2026-05-03'],
    ['th', '3/5/69', undefined],
    ['fa', '۱۴۰۵/۲/۱۳', '2026-05-03'],
    ['hr', '3. listopada 2026.', '2026-10-03'],
    ['cs', '3. listopadu 2026', '2026-11-03'],
    ['de-AT', '28. Jänner 2025', '2025-01-28'],
    ['fr', '3/5/26', '2026-05-03'],
    ['zh', '2026/5/3', '2026-05-03'],
    ['en', '2.3.0 (2026-05-11)', '2026-05-11'],
    ['ja', 'R8.5.3', '2026-05-03'],
    ['ja', 'H31.4.30', '2019-04-30'],
    ['zh-TW', '民國115年5月3日', '2026-05-03'],
    ['en', "3 May '26", '2026-05-03'],
    ['en', '3-May-26', '2026-05-03'],
    ['en', '3 May 26-28', undefined],
  ];
  for (const [language, text, date] of rows)
    test(`${text} (${language})`, () =>
      assert.equal(read(language, { 'Launch date': text }).launch_date, date));
});

describe('the order of day and month in numeric dates', () => {
  const rows: [language: string, date: string, other: string, launch: string | undefined][] = [
    ['en-US', '5.3.2026', 'soon', undefined],
    ['en-US', '5.3.2026', '5.28.2026', '2026-05-03'],
    ['en-US', '5.3.2026', '28.5.2026', '2026-03-05'],
    ['en-US', '5.28.2026', 'soon', '2026-05-28'],
    ['en', '5.3.2026', 'soon', '2026-03-05'],
    ['en', '5.3.2026', '12.31.2026', '2026-05-03'],
    ['en', '5/3/2026', '12/31/2026', '2026-05-03'],
    ['en', '5/3/2026', '31/12/2026', '2026-03-05'],
    ['en', '5/3/2026', '31.12.2026', undefined],
    ['en-US', '5/3/2026', '31/12/2026', '2026-03-05'],
    ['en-GB', '5.3.2026', 'soon', '2026-03-05'],
    ['de', '5.3.2026', '12.31.2026', '2026-03-05'],
  ];
  for (const [language, date, other, launch] of rows)
    test(`${date} beside ${other} (${language})`, () =>
      assert.equal(read(language, { 'Launch date': date, Closing: other }).launch_date, launch));
});
