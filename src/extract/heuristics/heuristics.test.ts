import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jobFor } from '../../../test/corpus/content-job.ts';
import type { FoundValue } from '../../domain/extraction.ts';
import type { ParsedPage } from '../../page/parsed-page.ts';
import { readHtml } from '../../page/read-html.ts';
import { extractPage } from '../extract-page.ts';

function found(html: string, ...names: string[]): readonly FoundValue[] {
  const { parsed } = readHtml(html, jobFor(html, { url: 'https://quay.example/p/1' }));
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  const job = { prompt: null, layouts: [], learns: false, blockTokens: 0, taught: [] };
  return extractPage(parsed as ParsedPage, { schema: { type: 'object', properties }, ...job }).values;
}

function answered(html: string, ...names: string[]): Record<string, unknown> {
  return Object.fromEntries(found(html, ...names).map(({ pointer, value }) => [pointer.slice(1), value]));
}

describe('labels', () => {
  test('several in one line each stand for what follows up to the next', () => {
    const line = '<h1>Lamp</h1><div>Brand: <a>Kai</a> | Model: <a>BL-7</a> | Colour: <i>red</i></div>';
    assert.deepEqual(answered(line, 'name', 'brand', 'model', 'color'), {
      name: 'Lamp',
      brand: 'Kai',
      model: 'BL-7',
      color: 'red',
    });
  });

  test('a row of header cells names the cells of the one row below', () => {
    const table = `<h1>Ada Crane</h1><table><tr><th>Height</th><th>Weight</th></tr>
      <tr><td>6-1</td><td>182 lbs</td></tr></table>`;
    assert.deepEqual(answered(table, 'height', 'weight'), { height: '6-1', weight: '182 lbs' });
  });

  test('what leads to more is no value, and a unit in brackets tells what a label means', () => {
    const table = `<h1>Quay 3</h1><table><tr><td><h3>Fuel economy</h3></td><td>(more)</td></tr>
      <tr><td>City (mpg)</td><td>18</td></tr></table>`;
    assert.deepEqual(answered(table, 'fuel_economy'), { fuel_economy: '18' });
  });

  test('a value without the form that all of its sort have is none', () => {
    const page = '<h1>Drift</h1><span class="rating">8.4/10</span><p>Rated PG-13 for peril.</p>';
    assert.deepEqual(answered(page, 'mpaa_rating'), { mpaa_rating: 'Rated PG-13 for peril.' });
  });
});

describe('titles', () => {
  const head = '<title>Ada Crane Stats and News - Harbour Gulls - Sports Desk</title>';

  test('the line that begins as the head does goes before a heading that stands further behind in it', () => {
    const page = `${head}<h2>Harbour Gulls</h2><div class="name">Ada Crane #20</div>`;
    assert.deepEqual(answered(page, 'name'), { name: 'Ada Crane #20' });
  });

  test('a page that shows no title is called what its head says, which is weak', () => {
    const [title] = found(`${head}<p>Nothing else is here to read.</p>`, 'title');
    assert.deepEqual([title?.value, title?.evidence.weak], ['Ada Crane Stats and News', true]);
  });

  test('a model is the title where nothing else is asked for by name, and else what stands beside its label', () => {
    const page =
      '<title>Kai BL-7 Brass Lamp</title><h1>Kai BL-7 Brass Lamp</h1><dl><dt>Model</dt><dd>BL-7</dd></dl>';
    assert.deepEqual(answered(page, 'model'), { model: 'Kai BL-7 Brass Lamp' });
    assert.deepEqual(answered(page, 'name', 'model'), { name: 'Kai BL-7 Brass Lamp', model: 'BL-7' });
  });
});

describe('addresses', () => {
  test('a link that counts who leaves means the address that it shows', () => {
    const page =
      '<h1>Quay College</h1><a href="/leave?to=http%3A%2F%2Fwww.college.example">www.college.example</a>';
    assert.deepEqual(answered(page, 'website'), { website: 'http://www.college.example/' });
  });
});

describe('long and hostile pages', () => {
  test('texts of white space and of open labels take no longer than their length', () => {
    const page = `<h1>Lamp</h1><div>${' '.repeat(300_000)}<b>a</b>${'x '.repeat(100_000)}<i>Brand${' \n'.repeat(100_000)}:</i> Kai</div>`;
    assert.equal(answered(page, 'name').name, 'Lamp');
    const row = (cell: string) => `<tr>${cell.repeat(20_000)}</tr>`;
    const wide = `<h1>Lamp</h1><table>${row('<th>Weight</th>')}${row('<td>1 kg</td>')}</table>`;
    assert.equal(answered(wide, 'name').name, 'Lamp');
  });
});
