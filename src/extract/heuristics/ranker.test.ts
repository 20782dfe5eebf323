import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jobFor } from '../../../test/corpus/content-job.ts';
import type { ParsedPage } from '../../page/parsed-page.ts';
import { readHtml } from '../../page/read-html.ts';
import { createMapping } from '../create-mapping.ts';
import { createPageView } from '../create-page-view.ts';
import type { Field } from '../field.ts';
import { fieldsOf } from '../schema-fields.ts';
import { rowWidth } from './candidate-features.ts';
import { judge } from './judge.ts';
import { readRanker, shippedRanker } from './ranker.ts';

function judged(html: string, name: string, type = 'string') {
  const { parsed } = readHtml(html, jobFor(html, { url: 'https://quay.example/p/1' }));
  const page = createPageView(parsed as ParsedPage);
  const [field] = fieldsOf({ type: 'object', properties: { [name]: { type } } });
  return judge(field as Field, page, createMapping(page), false);
}

const chosenOf = (html: string, name: string) => shippedRanker().choose(judged(html, name));

describe('ranker', () => {
  test('is surer of a labelled value than of a shape, and chooses what rules and trees prefer together', () => {
    const labelled = chosenOf('<h1>Lamp</h1><dl><dt>Brand</dt><dd>Kai</dd></dl>', 'brand');
    const shaped = chosenOf('<p>Many words of other things</p><p>$12.00</p><p>$13.00</p>', 'price');
    assert.equal(labelled?.chosen.value, 'Kai');
    assert.ok(labelled !== null && shaped !== null && labelled.confidence > shaped.confidence);
    for (const one of [labelled, shaped]) assert.ok(one.confidence > 0 && one.confidence < 1);
  });

  test('sees one row of finite numbers a candidate, and at most sixty', () => {
    const rows = '<span class="brand">Kai</span>'.repeat(500);
    const { candidates, features } = judged(`<h1>Lamp</h1>${rows}`, 'brand');
    assert.equal(candidates.length, 60);
    assert.equal(features.length, 60 * rowWidth);
    assert.ok(features.every(Number.isFinite));
  });

  test('chooses nothing where there is nothing', () => {
    assert.equal(shippedRanker().choose(judged('<p>Some words</p>', 'isbn')), null);
  });

  test('takes no file of another form', () => {
    assert.throws(() => readRanker(Buffer.alloc(64)), /not a ranker/);
  });
});
