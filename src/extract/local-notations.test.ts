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
  },
};

/** Returns what is read from a page in a language that shows these texts beside their labels. */
function read(language: string, rows: Readonly<Record<string, string>>): Record<string, unknown> {
  const list = Object.entries(rows).map(([label, text]) => `<dt>${label}</dt><dd>${text}</dd>`);
  const html = `<!doctype html><html lang="${language}"><title>Brass boat</title><main><h1>Brass boat</h1><dl>${list.join('')}</dl></main></html>`;
  const { parsed } = readHtml(html, jobFor(html, { url: 'https://quay.example/p/1' }));
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
  ];
  for (const [language, text, value] of rows)
    test(`${text} (${language})`, () => assert.equal(read(language, { Visitors: text }).visitors, value));
});

describe('amounts whose separator has two meanings', () => {
  const rows: [language: string, text: string, amount: number][] = [
    ['en-GB', '£3.355', 3.355],
    ['en-US', '$3.355', 3.355],
    ['en-GB', '€3.355', 3355],
    ['de', '3.355 €', 3355],
    ['en-IN', '₹1.5 Cr', 15_000_000],
  ];
  for (const [language, text, amount] of rows)
    test(`${text} (${language})`, () => assert.equal(read(language, { Price: text }).price, amount));
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
  ];
  for (const [language, text, date] of rows)
    test(`${text} (${language})`, () =>
      assert.equal(read(language, { 'Launch date': text }).launch_date, date));
});
