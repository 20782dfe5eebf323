import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jobFor } from '../../test/corpus/content-job.ts';
import { extractPage } from '../app/threads/extract-page.ts';
import type { ParsedPage } from '../page/parsed-page.ts';
import { readHtml } from '../page/read/read-html.ts';

const text = { type: 'string' };
const texts = { type: 'array', items: text };
const day = { type: 'string', format: 'date' };

function valuesOf(
  body: string,
  properties: Readonly<Record<string, object>>,
  language = 'en',
): Record<string, unknown> {
  const html = `<!doctype html><html lang="${language}"><title>Brass boat</title><body>${body}</body></html>`;
  const { parsed } = readHtml(html, jobFor(html, { url: 'https://quay.example/p/1' }));
  const schema = { type: 'object', properties };
  const job = { schema, prompt: null, layouts: [], learns: false, blockTokens: 0, taught: [] };
  const { values } = extractPage(parsed as ParsedPage, job);
  return Object.fromEntries(values.map(({ pointer, value }) => [pointer.slice(1), value]));
}

const list = (rows: Readonly<Record<string, string>>) =>
  `<h1>Brass boat</h1><dl>${Object.entries(rows)
    .map(([label, value]) => `<dt>${label}</dt><dd>${value}</dd>`)
    .join('')}</dl>`;

describe('a value completes the name of its label', () => {
  const fields = { arrival_time: text, arrival_date: day, boarding_time: text, time: text };
  test('a time of day and a date', () => {
    assert.deepEqual(valuesOf(list({ Arrival: '10:35', Boarding: '9.15 am', Departure: 'Pier 4' }), fields), {
      arrival_time: '10:35',
      boarding_time: '9.15 am',
    });
    assert.deepEqual(valuesOf(list({ Arrival: '3 May 2026' }), fields), { arrival_date: '2026-05-03' });
  });
  test('a place completes none', () =>
    assert.deepEqual(valuesOf(list({ Arrival: 'Hamburg', Boarding: 'Pier 4' }), fields), {}));
});

describe('categories and tags in words', () => {
  const fields = { category: text, tags: texts };
  const rows: [line: string, values: object, language?: string][] = [
    [
      'Posted in Harbours, Tides | Tagged brass, oar',
      { category: 'Harbours, Tides', 'tags/0': 'brass', 'tags/1': 'oar' },
    ],
    [
      'This entry was posted in Harbours and tagged rope, pier by Ada Stone.',
      { category: 'Harbours', 'tags/0': 'rope', 'tags/1': 'pier' },
    ],
    [
      'Veröffentlicht in Häfen. Verschlagwortet mit Messing, Ruder.',
      { category: 'Häfen', 'tags/0': 'Messing', 'tags/1': 'Ruder' },
      'de',
    ],
    ['Posted in 2024 by Ada Stone', {}],
    ['He tagged along with us to the pier and stayed there until the boats had come home again.', {}],
  ];
  for (const [line, values, language] of rows)
    test(line, () => {
      const post = `<article><h1>On boats</h1><p>A long text about boats, the sea, and how they meet.</p><p>${line}</p></article>`;
      assert.deepEqual(valuesOf(post, fields, language), values);
    });
});

describe('preformatted text', () => {
  const fields = { sender: text, subject: text, date: day };
  const mail = `From: Ada Stone &lt;ada@quay.example&gt;
To: list@quay.example
Subject: Brass fittings
 for the new quay
Date: Tue, 3 Mar 2026 10:05:00 +0100

Hello all,

Note: the fittings have come.`;
  test('has the fields of the header of a message', () =>
    assert.deepEqual(valuesOf(`<pre>${mail}</pre>`, fields), {
      sender: 'Ada Stone <ada@quay.example>',
      subject: 'Brass fittings for the new quay',
      date: '2026-03-03',
    }));
  test('has them with marked names, and behind an empty line', () =>
    assert.deepEqual(
      valuesOf('<h1>Archive</h1><pre>\n\n<b>From:</b> Bo Ek\n<b>Subject:</b> Pier 4\n\nFrom: nobody</pre>', {
        sender: text,
        subject: text,
      }),
      { sender: 'Bo Ek', subject: 'Pier 4' },
    ));
  test('has no pair of its first colon and all that follows', () =>
    assert.deepEqual(valuesOf('<h1>Log</h1><pre>From: here\nwe go on and on\nto the end</pre>', fields), {}));
});
