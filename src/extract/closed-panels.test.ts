import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jobFor } from '../../test/corpus/content-job.ts';
import { extractPage } from '../app/threads/extract-page.ts';
import type { JsonSchema } from '../domain/pages/extraction.ts';
import type { ParsedPage } from '../page/parsed-page.ts';
import { readHtml } from '../page/read/read-html.ts';
import { fieldsOf } from './schema/schema-fields.ts';
import { assemble } from './values/assemble.ts';

function extract(main: string, properties: Record<string, object>) {
  const html = `<!doctype html><html><head><title>Oak stool</title></head><body><nav><button aria-expanded="false" aria-controls="m">Menu</button><div id="m" hidden><a href="/a">Material guide</a></div></nav>
    <main><h1>Oak stool</h1><p>A stool with three legs for the kitchen and the workshop, made by hand in Leipzig.</p>${main}</main></body></html>`;
  const { parsed } = readHtml(html, jobFor(html, { url: 'https://quay.example/p/1' }));
  const schema: JsonSchema = { type: 'object', properties };
  const job = { schema, prompt: null, layouts: [], learns: false, blockTokens: 0, taught: [] };
  const extraction = extractPage(parsed as ParsedPage, job);
  const { data, values } = assemble(fieldsOf(schema), extraction.values, schema);
  return { data, unverified: values.filter(({ isGrounded }) => !isGrounded) };
}

const string = { type: 'string' };
const number = { type: 'number' };
const button = '<button aria-expanded="false" aria-controls="d">Details</button>';
const rows = '<dl><dt>Material</dt><dd>Oak, oiled</dd><dt>Height</dt><dd>45 cm</dd></dl>';

describe('values of closed panels are read', () => {
  const forms: [name: string, main: string][] = [
    ['of a button that names its panel', `${button}<div id="d" hidden>${rows}</div>`],
    [
      'after the heading of the button',
      `<h3><button aria-expanded="false">Details</button></h3><div style="display:none">${rows}</div>`,
    ],
    [
      'that a rule of a style sheet hides',
      `<style>.shut{display:none}</style><button aria-expanded="false">Details</button><section class="shut">${rows}</section>`,
    ],
    [
      'of a tab',
      `<div role="tablist"><button role="tab" aria-controls="t">Details</button></div><div role="tabpanel" id="t" hidden>${rows}</div>`,
    ],
    ['of details', `<details><summary>Details</summary>${rows}</details>`],
  ];
  for (const [name, main] of forms)
    test(name, () => {
      const { data, unverified } = extract(main, { material: string });
      assert.deepEqual(data, { material: 'Oak, oiled' });
      assert.deepEqual(unverified, []);
    });

  test('under their heading, and as a list', () => {
    const section = (name: string, content: string) =>
      `<h3><button aria-expanded="false">${name}</button></h3><div hidden>${content}</div>`;
    const main = `${section('Warranty', '<p>Five years.</p>')}${section('Tools', '<ul><li>Hammer</li><li>Allen key</li><li>Pliers</li></ul>')}${section('Lead time', '<p>Three days.</p>')}<p>Made to order since 1987.</p>`;
    const fields = { warranty: string, tools: { type: 'array', items: string }, lead_time: string };
    const { data } = extract(main, fields);
    const tools = ['Hammer', 'Allen key', 'Pliers'];
    assert.deepEqual(data, { warranty: 'Five years.', tools, lead_time: 'Three days.' });
  });
});

describe('values of closed panels', () => {
  test('do not replace visible ones', () => {
    const panel = '<dl><dt>Price</dt><dd>€99.00</dd><dt>Material</dt><dd>Pine</dd></dl>';
    const main = `<dl><dt>Price</dt><dd>€45.00</dd><dt>Material</dt><dd>Oak</dd></dl>${button}<div id="d" hidden>${panel}</div>`;
    assert.deepEqual(extract(main, { price: number, material: string }).data, { price: 45, material: 'Oak' });
  });

  test('do not answer what the visible page leaves open on purpose', () => {
    const main = `<dl><dt>Price</dt><dd>On request</dd></dl>${button}<div id="d" hidden><p>Shipping: €9.90</p></div>`;
    assert.deepEqual(extract(main, { price: number }).data, { price: null });
  });

  const others: [name: string, main: string][] = [
    ['that no control opens', `<div hidden>${rows}</div>`],
    [
      'of a dialog',
      `<button aria-expanded="false" aria-haspopup="dialog">Details</button><div hidden>${rows}</div>`,
    ],
    [
      'hidden inside of a panel',
      `${button}<div id="d" hidden><p>More follows.</p><div hidden>${rows}</div></div>`,
    ],
    [
      'off the screen inside of a panel',
      `${button}<div id="d" hidden><p>More follows.</p><div style="position:absolute;left:-9999px">${rows}</div></div>`,
    ],
    [
      'that a rule hides inside of a panel',
      `<style>.trap{display:none}</style>${button}<div id="d" hidden><p>${'More follows about the stool. '.repeat(20)}</p><div class="trap">${rows}</div></div>`,
    ],
  ];
  for (const [name, main] of others)
    test(`are not those ${name}`, () =>
      assert.deepEqual(extract(main, { material: string }).data, { material: null }));
});
