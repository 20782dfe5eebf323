import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderValue as render } from './render.ts';

const receipt = {
  id: 'rct_06gzydcwrhzhxf1dnfnhegtgfg',
  issuer: 'inst_1',
  credits: 1,
  route: 'http',
  charges: [{ item: 'http', credits: 1 }],
  signature: 'e'.repeat(120),
};

test('rendering a response for people', async (t) => {
  await t.test('short values are next to their name, long ones below it', () => {
    const text = render(
      {
        status: 'ok',
        data: { name: 'Lamp', parts: ['a shade of brass, polished', 'a stand of oak, oiled'], price: 12 },
        evidence: {
          '/name': { method: 'page_data', quote: 'Lamp' },
          '/price': { method: 'heuristic', quote: '12 €' },
        },
        receipt,
      },
      50,
    );
    assert.deepEqual(text.split('\n'), [
      'status    ok',
      'data',
      '  name   Lamp',
      '  parts',
      '    - a shade of brass, polished',
      '    - a stand of oak, oiled',
      '  price  12',
      'evidence',
      '          method     quote',
      '  /name   page_data  Lamp',
      '  /price  heuristic  12 €',
      'receipt   rct_06gzydcwrhzhxf1dnfnhegtgfg, 1 credit, route http (whole with --json)',
    ]);
  });

  await t.test('long URLs are cut to the width, and nested values are omitted', () => {
    const url = 'https://quayside.example/lamps/brass-ship-lamp';
    const text = render(
      {
        urls: [
          { url, first_seen: '2018-06-01T12:00:00.000Z', schema: { type: { deep: true } } },
          { url, first_seen: '2019-06-01T12:00:00.000Z', schema: null },
        ],
        total: 2,
        complete: true,
      },
      72,
    );
    assert.match(text, /https:\/\/quayside\.example\/lamps\/brass-ship-lam/);
    assert.match(text, /with --json also schema/);
  });

  await t.test('control characters are removed', () => {
    assert.equal(render({ name: 'a\u001b[31mb', list: ['\u0007c'] }, 80), 'name  a[31mb\nlist  c');
  });
});
