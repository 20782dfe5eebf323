import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { turnsDuring } from '../../../../test/turns.ts';
import { parseIndexRows } from '../index/index-rows.ts';
import { decodeBody } from '../warc/decode-body.ts';

test('the event loop is not blocked while a large index is parsed', async () => {
  const digest = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const asText = (at: number) =>
    `com,example)/${at} 20190101000000 http://example.com/${at} text/html 200 ${digest} 1234`;
  const asJson = (at: number) =>
    JSON.stringify({ url: `http://example.com/${at}`, timestamp: '20190101000000' });
  for (const lineOf of [asText, asJson]) {
    const text = Array.from({ length: 20_000 }, (_, at) => lineOf(at)).join('\n');
    let rows = 0;
    const turns = await turnsDuring(async () => {
      rows = (await parseIndexRows(text))?.rows.length ?? 0;
    });
    assert.equal(rows, 20_000);
    assert.ok(turns >= 10, `${turns} turns`);
  }
});

test('the event loop is not blocked while a large body is decompressed', async () => {
  const body = Buffer.alloc(20_000_000, 'The crane lifts what ships have brought. ');
  const stored = { headers: { 'content-encoding': 'gzip' }, isTruncated: false };
  let decoded: Awaited<ReturnType<typeof decodeBody>> | undefined;
  const turns = await turnsDuring(async () => {
    decoded = await decodeBody({ ...stored, payload: gzipSync(body), maxBytes: body.length });
  });
  assert.ok(decoded !== undefined && 'body' in decoded && body.equals(decoded.body));
  assert.ok(turns >= 10, `${turns} turns`);
  const tooLong = await decodeBody({ ...stored, payload: gzipSync(body), maxBytes: body.length - 1 });
  assert.deepEqual(tooLong, { fault: 'too_large' });
});
