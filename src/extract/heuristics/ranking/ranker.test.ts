import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jobFor } from '../../../../test/corpus/content-job.ts';
import type { ParsedPage } from '../../../page/parsed-page.ts';
import { readHtml } from '../../../page/read/read-html.ts';
import { createPageFacts } from '../../facts/create-page-facts.ts';
import { createMapping } from '../../page-data/create-mapping.ts';
import type { Field } from '../../schema/field.ts';
import { fieldsOf } from '../../schema/schema-fields.ts';
import { rowWidth } from './candidate-features.ts';
import { rankCandidates } from './rank-candidates.ts';
import { getDefaultRanker, readRanker } from './ranker.ts';

function rankField(html: string, name: string, type = 'string') {
  const { parsed } = readHtml(html, jobFor(html, { url: 'https://quay.example/p/1' }));
  const page = createPageFacts(parsed as ParsedPage);
  const [field] = fieldsOf({ type: 'object', properties: { [name]: { type } } });
  return rankCandidates(field as Field, page, createMapping(page), []);
}

const chooseFor = (html: string, name: string) => getDefaultRanker().rank(rankField(html, name))[0];

describe('ranker', () => {
  test('assigns higher confidence to a labelled value than to a shape', () => {
    const labelled = chooseFor('<h1>Lamp</h1><dl><dt>Brand</dt><dd>Kai</dd></dl>', 'brand');
    const unlabelled = chooseFor('<p>Many words of other things</p><p>$12.00</p><p>$13.00</p>', 'price');
    assert.equal(labelled?.chosen.value, 'Kai');
    assert.ok(
      labelled !== undefined && unlabelled !== undefined && labelled.confidence > unlabelled.confidence,
    );
    for (const one of [labelled, unlabelled]) assert.ok(one.confidence > 0 && one.confidence < 1);
  });

  test('computes one row of finite numbers for each candidate, at most 60 rows', () => {
    const rows = '<span class="brand">Kai</span>'.repeat(500);
    const { candidates, features } = rankField(`<h1>Lamp</h1>${rows}`, 'brand');
    assert.equal(candidates.length, 60);
    assert.equal(features.length, 60 * rowWidth);
    assert.ok(features.every(Number.isFinite));
  });

  test('returns null if there are no candidates', () => {
    assert.deepEqual(getDefaultRanker().rank(rankField('<p>Some words</p>', 'isbn')), []);
  });

  test('rejects a file of another format', () => {
    assert.throws(() => readRanker(Buffer.alloc(64)), /not a ranker/);
  });
});
