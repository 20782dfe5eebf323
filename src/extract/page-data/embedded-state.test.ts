import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findEvidenceError } from '../../../test/corpus/check-evidence.ts';
import { jobFor } from '../../../test/corpus/content-job.ts';
import { extractPage } from '../../app/threads/page-extractor.ts';
import type { ParsedPage } from '../../page/parsed-page.ts';
import { readHtml } from '../../page/read/read-html.ts';

const recipe = {
  id: 7,
  title: 'Harbour stew',
  total_time: 40,
  author: 'Ada Crane',
  text: 'Simmer the fish for a long time, and add the herbs at the end. '.repeat(6),
};
const related = { id: 8, title: 'Lock bread', total_time: 90, author: 'Bo Mole' };

function read(body: string) {
  const state = JSON.stringify({ component: 'Recipe', props: { recipe, related: [related] } });
  const attribute = state.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const html = `<!doctype html><title>Harbour stew - Quay kitchen</title><div id="app" data-page="${attribute}"></div>${body}`;
  const { parsed } = readHtml(html, jobFor(html, { url: 'https://quay.example/r/7' }));
  const properties = {
    title: { type: 'string' },
    total_time: { type: 'integer', description: 'minutes' },
    author: { type: 'string' },
  };
  const job = { prompt: null, layouts: [], learns: false, blockTokens: 0, taught: [] };
  const { values } = extractPage(parsed as ParsedPage, { schema: { type: 'object', properties }, ...job });
  return { parsed: parsed as ParsedPage, values };
}

test('data in an attribute answers for a page that its scripts have not written yet, unverified', () => {
  const { parsed, values } = read('<nav><a href="/">Home</a></nav>');
  assert.deepEqual(
    values.map(({ pointer, value, isGrounded }) => [pointer, value, isGrounded]),
    [
      ['/title', 'Harbour stew', false],
      ['/total_time', 40, false],
      ['/author', 'Ada Crane', false],
    ],
  );
  assert.match(values[0]?.evidence.locator ?? '', /^embedded\.attribute_1\.props\.recipe\.title/);
  for (const value of values) assert.equal(findEvidenceError(parsed, value), null);
});

test('data in an attribute that a written page does not show is no value', () => {
  const { values } = read('<h1>Harbour stew</h1><p>By the crew.</p>');
  assert.equal(
    values.find(({ pointer }) => pointer === '/total_time'),
    undefined,
  );
});
