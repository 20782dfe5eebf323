import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jobFor } from '../../test/corpus/content-job.ts';
import { extractPage } from '../app/threads/extract-page.ts';
import type { FoundValue } from '../domain/pages/extraction.ts';
import type { ParsedPage } from '../page/parsed-page.ts';
import { readHtml } from '../page/read/read-html.ts';
import { parseRelativeDate } from './typed/relative-date.ts';
import { listUnverified } from './unverified.ts';

const fetchedAt = '2026-05-10T12:34:56.000Z';
const schema = { type: 'object', properties: { posted: { type: 'string', format: 'date' } } };

function find(text: string, time: { fetchedAt?: string }): readonly FoundValue[] {
  const html = `<!doctype html><html lang="en"><title>Clerk</title><h1>Clerk</h1><dl><dt>Posted</dt><dd>${text}</dd></dl></html>`;
  const { parsed } = readHtml(html, jobFor(html, { url: 'https://quay.example/p/1' }));
  const job = { schema, prompt: null, layouts: [], learns: false, blockTokens: 0, taught: [], ...time };
  return extractPage(parsed as ParsedPage, job).values;
}

describe('dates relative to the time of the fetch', () => {
  test('are dates that are marked as computed, with the text of the page as their quote', () => {
    const values = find('3 days ago', { fetchedAt });
    const [posted] = values;
    assert.equal(posted?.value, '2026-05-07');
    assert.equal(posted?.evidence.method, 'derived');
    assert.equal(posted?.evidence.quote, '3 days ago');
    assert.match(posted?.evidence.locator ?? '', /fetched 2026-05-10T12:34:56/);
    assert.deepEqual(listUnverified(values), ['/posted']);
  });

  test('are no dates without the time of the fetch', () => assert.deepEqual(find('3 days ago', {}), []));

  test('a date that the page states is none of them', () => {
    const [posted] = find('7 May 2026, 3 days ago', { fetchedAt });
    assert.deepEqual([posted?.value, posted?.evidence.method], ['2026-05-07', 'heuristic']);
  });

  const rows: [language: string | null, text: string, iso: string | null][] = [
    ['de', 'vor 2 Stunden', '2026-05-10T10:34:00Z'],
    ['de', 'vor einer Stunde', '2026-05-10T11:34:00Z'],
    ['de', 'vorgestern', '2026-05-08'],
    ['fr', 'il y a 3 jours', '2026-05-07'],
    ['es', 'hace 2 días', '2026-05-08'],
    ['ja', '投稿日:3日前', '2026-05-07'],
    ['ko', '3일 전', '2026-05-07'],
    ['ar', 'قبل يومين', '2026-05-08'],
    [null, 'an hour ago', '2026-05-10T11:34:00Z'],
    ['en', 'yesterday', '2026-05-09'],
    ['en', '30+ days ago', null],
    ['en', 'more than 3 days ago', null],
    ['en', '2 weeks ago', null],
    ['en', 'in 3 days', null],
    ['en', '1,003 days ago', null],
    ['en', "Today's offers", null],
  ];
  for (const [language, text, iso] of rows)
    test(`${text} (${language})`, () =>
      assert.equal(parseRelativeDate(text, language, fetchedAt)?.iso ?? null, iso));

  test('what Intl writes in forty languages is read back', () => {
    const languages =
      'en de fr es pt it nl pl sv da nb fi cs sk hu ro bg hr sl lt lv et el tr ru uk ar he fa hi th vi id ja ko zh ms ca sr bn'.split(
        ' ',
      );
    for (const language of languages) {
      const format = new Intl.RelativeTimeFormat(language, { numeric: 'always' });
      for (const days of [1, 2, 3, 5, 11, 21]) {
        const text = format.format(-days, 'day');
        const day = new Date(Date.parse(fetchedAt) - days * 86_400_000).toISOString().slice(0, 10);
        assert.equal(parseRelativeDate(text, language, fetchedAt)?.iso, day, `${language}: ${text}`);
      }
      assert.equal(parseRelativeDate(format.format(3, 'day'), language, fetchedAt), null, language);
    }
  });
});
