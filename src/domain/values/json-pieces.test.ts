import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digestDelivered, digestPart, digestResult } from '../crypto/result-digests.ts';
import { cleanJson } from './clean-text.ts';
import { isLongerThan, jsonBytes, jsonPieces } from './json-pieces.ts';

const emoji = '😀'.repeat(100_000);
const large = {
  z: 'x'.repeat(300_000),
  a: [emoji, `a${emoji}`, null, undefined, true, 1e21, Number.NaN, 'é"\\u0000\n'],
  rows: Array.from({ length: 20_000 }, (_, at) => ({
    url: `https://x.test/${at}`,
    b: at,
    a: -0,
    gone: undefined,
  })),
  'name "2"': { nested: { text: '\\ud83d '.repeat(50_000) } },
  empty: {},
  gone: undefined,
};

test('pieces of a value are its JSON, each of limited size', async () => {
  for (const value of [large, 'x'.repeat(1_000_000), [], {}, null, 5, 'short', [[['y'.repeat(200_000)]]]]) {
    const pieces = [...jsonPieces(value)];
    assert.ok(pieces.join('') === cleanJson(value));
    assert.ok((await jsonBytes(value)).toString('utf8') === cleanJson(value));
    assert.ok(pieces.every((piece) => piece.length < 1_000_000));
  }
  assert.ok([...jsonPieces(large)].length > 10);
});

test('NUL and lone surrogates are replaced in every text and name', () => {
  const unclean = { [`n\ud800${'x'.repeat(10)}`]: ['\0'.repeat(200_000), `\udc00${emoji}\ud83d`, 'a\0b'] };
  const written = [...jsonPieces(unclean)].join('');
  assert.ok(written === cleanJson(unclean));
  assert.ok(!written.includes('\\u0000') && !written.includes('\\ud83d'));
});

test('the size of a value is compared with a limit', () => {
  assert.deepEqual(
    [isLongerThan('x'.repeat(100), 50), isLongerThan('x'.repeat(10), 50), isLongerThan(large, 500_000)],
    [true, false, true],
  );
  assert.equal(isLongerThan({ a: [1, 2, { b: 'text' }] }, 1_000), false);
});

test('the digests of a large result are those that its verification computes', async () => {
  const result = { markdown: large.z, links: large.rows, json: large, text: emoji };
  const { digests } = await digestDelivered(result, digestPart(emoji));
  assert.equal(digests.result_sha256, digestResult(result));
  assert.deepEqual(digests.parts_sha256, {
    markdown: digestPart(large.z),
    text: digestPart(emoji),
    links: digestPart(large.rows),
    json: digestPart(large),
    complete_markdown: digestPart(emoji),
  });
  const unclean = { markdown: `${emoji}\0\ud83d`, title: 'a' };
  const delivered = await digestDelivered(unclean, null);
  assert.ok(delivered.result.markdown === `${emoji}\ufffd\ufffd`);
  assert.equal(delivered.digests.result_sha256, digestResult(delivered.result));
});
