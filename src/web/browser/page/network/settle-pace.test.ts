import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSettlePace } from './settle-pace.ts';

test('the pace of a site', async (t) => {
  const scripts = new Set(['/app.js']);

  await t.test('is fast after three pages that stayed the same, until one does not', () => {
    const pace = createSettlePace();
    for (let page = 0; page < 3; page += 1) {
      assert.equal(pace.isFast(scripts), false);
      pace.note(scripts, true);
    }
    const paces = Array.from({ length: 10 }, () => pace.isFast(scripts));
    assert.equal(paces.filter((isFast) => !isFast).length, 1, 'one page in ten is checked');
    pace.note(scripts, false);
    assert.equal(pace.isFast(scripts), false);
  });

  await t.test('is slow for a page with a script that no page had before', () => {
    const pace = createSettlePace();
    for (let page = 0; page < 3; page += 1) pace.note(scripts, true);
    assert.equal(pace.isFast(new Set(['/app.js', '/chart.js'])), false);
    assert.equal(pace.isFast(new Set()), true);
  });
});
