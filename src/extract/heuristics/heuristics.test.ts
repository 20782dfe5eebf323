import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jobFor } from '../../../test/corpus/content-job.ts';
import { extractPage } from '../../app/threads/extract-page.ts';
import type { FoundValue } from '../../domain/pages/extraction.ts';
import type { ParsedPage } from '../../page/parsed-page.ts';
import { readHtml } from '../../page/read/read-html.ts';

function findValues(html: string, ...names: string[]): readonly FoundValue[] {
  const { parsed } = readHtml(html, jobFor(html, { url: 'https://quay.example/p/1' }));
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  const job = { prompt: null, layouts: [], learns: false, blockTokens: 0, taught: [] };
  return extractPage(parsed as ParsedPage, { schema: { type: 'object', properties }, ...job }).values;
}

function answersOf(html: string, ...names: string[]): Record<string, unknown> {
  return Object.fromEntries(
    findValues(html, ...names).map(({ pointer, value }) => [pointer.slice(1), value]),
  );
}

describe('labels', () => {
  test('pairs each of several labels in one line with the text up to the next label', () => {
    const line = '<h1>Lamp</h1><div>Brand: <a>Kai</a> | Model: <a>BL-7</a> | Colour: <i>red</i></div>';
    assert.deepEqual(answersOf(line, 'name', 'brand', 'model', 'color'), {
      name: 'Lamp',
      brand: 'Kai',
      model: 'BL-7',
      color: 'red',
    });
  });

  test('pairs the cells of a header row with the cells of the single row below', () => {
    const table = `<h1>Ada Crane</h1><table><tr><th>Height</th><th>Weight</th></tr>
      <tr><td>6-1</td><td>182 lbs</td></tr></table>`;
    assert.deepEqual(answersOf(table, 'height', 'weight'), { height: '6-1', weight: '182 lbs' });
  });

  test('ignores "(more)" as a value and matches a unit in brackets as part of a label', () => {
    const table = `<h1>Quay 3</h1><table><tr><td><h3>Fuel economy</h3></td><td>(more)</td></tr>
      <tr><td>City (mpg)</td><td>18</td></tr></table>`;
    assert.deepEqual(answersOf(table, 'fuel_economy'), { fuel_economy: '18' });
  });

  test('rejects a value without the form that its concept requires', () => {
    const page = '<h1>Drift</h1><span class="rating">8.4/10</span><p>Rated PG-13 for peril.</p>';
    assert.deepEqual(answersOf(page, 'mpaa_rating'), { mpaa_rating: 'Rated PG-13 for peril.' });
  });

  test('ignores the next label and texts that stand for an absent value', () => {
    const page = `<h1>Lamp</h1><dl><dt>Current stock:</dt><dd></dd><dt>UPC:</dt><dd>036000291452</dd>
      <dt>SKU:</dt><dd>N/A</dd><dt>Colour:</dt><dd>—</dd></dl>`;
    assert.deepEqual(answersOf(page, 'availability', 'sku', 'color'), {});
  });

  test('ignores the classes of buttons', () => {
    const page = '<h1>Lamp</h1><button class="btn-solid btn-solid-brand">Add to cart</button>';
    assert.deepEqual(answersOf(page, 'brand'), {});
  });
});

describe('brands', () => {
  const head = (title: string) => `<title>${title} on Harbour Games</title>`;

  test('are the linked beginning of the title', () => {
    const page = `${head('Kai Lantern')}<h1>Kai Lantern</h1><a href="/kai">Kai</a>`;
    assert.deepEqual(answersOf(page, 'brand'), { brand: 'Kai' });
  });

  test('are not the whole name of the product', () => {
    const page = `${head('Lantern')}<nav><a href="/lantern">Lantern</a></nav><h1>Lantern</h1><p>A game.</p>`;
    assert.deepEqual(answersOf(page, 'brand'), {});
  });
});

describe('ratings', () => {
  test('are neither dates nor lists of numbers', () => {
    const page =
      '<h1>Camera</h1><p>Kai wrote on 3/5/26</p><ul><li>Self-timer</li><li>2/5/10/20-second delay</li></ul>';
    assert.deepEqual(answersOf(page, 'rating'), {});
  });

  test('are read in front of their maximum', () => {
    assert.deepEqual(answersOf('<h1>Camera</h1><p><span>4.5/5</span></p>', 'rating'), { rating: '4.5/5' });
  });
});

describe('titles', () => {
  const head = '<title>Ada Crane Stats and News - Harbour Gulls - Sports Desk</title>';

  test('prefers a line that starts like the head title to a heading that matches a later part of it', () => {
    const page = `${head}<h2>Harbour Gulls</h2><div class="name">Ada Crane #20</div>`;
    assert.deepEqual(answersOf(page, 'name'), { name: 'Ada Crane #20' });
  });

  test('falls back to the head title, as a weak value, if the page shows no title', () => {
    const [title] = findValues(`${head}<p>Nothing else is here to read.</p>`, 'title');
    assert.deepEqual([title?.value, title?.evidence.weak], ['Ada Crane Stats and News', true]);
  });

  test('returns the title as the model if no other name is requested, else the text beside its label', () => {
    const page =
      '<title>Kai BL-7 Brass Lamp</title><h1>Kai BL-7 Brass Lamp</h1><dl><dt>Model</dt><dd>BL-7</dd></dl>';
    assert.deepEqual(answersOf(page, 'model'), { model: 'Kai BL-7 Brass Lamp' });
    assert.deepEqual(answersOf(page, 'name', 'model'), { name: 'Kai BL-7 Brass Lamp', model: 'BL-7' });
  });
});

describe('addresses', () => {
  test('returns the shown URL of a link that redirects through a click counter', () => {
    const page =
      '<h1>Quay College</h1><a href="/leave?to=http%3A%2F%2Fwww.college.example">www.college.example</a>';
    assert.deepEqual(answersOf(page, 'website'), { website: 'http://www.college.example/' });
  });
});

describe('long and hostile pages', () => {
  test('takes linear time for long runs of white space and for unclosed labels', () => {
    const page = `<h1>Lamp</h1><div>${' '.repeat(300_000)}<b>a</b>${'x '.repeat(100_000)}<i>Brand${' \n'.repeat(100_000)}:</i> Kai</div>`;
    assert.equal(answersOf(page, 'name').name, 'Lamp');
    const row = (cell: string) => `<tr>${cell.repeat(20_000)}</tr>`;
    const wide = `<h1>Lamp</h1><table>${row('<th>Weight</th>')}${row('<td>1 kg</td>')}</table>`;
    assert.equal(answersOf(wide, 'name').name, 'Lamp');
  });
});
