import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { jsonResponse } from './json-response.ts';

const length = 200;

/** Returns a value of 200 large texts that counts how many of them were read. */
function countedValue() {
  const counts = { read: 0 };
  const texts: string[] = [];
  for (let at = 0; at < length; at += 1) {
    const get = () => {
      counts.read += 1;
      return `${at} ${'x'.repeat(300_000)}`;
    };
    Object.defineProperty(texts, at, { get, enumerable: true });
  }
  return { counts, value: { first: 'x'.repeat(300_000), texts } };
}

test('a large answer is written as fast as its client reads it, and no further when the client has gone', async () => {
  const { counts, value } = countedValue();
  const response = await jsonResponse(value, undefined);
  const reader = response.body?.getReader();
  let bytes = 0;
  while (bytes < 1_000_000) bytes += (await reader?.read())?.value?.length ?? 0;
  assert.ok(counts.read < 10, `${counts.read} texts were read for ${bytes} bytes`);
  await reader?.cancel();
  const before = counts.read;
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(counts.read, before);
});

test('other work runs between the pieces of a large answer', async () => {
  let turns = 0;
  let isOver = false;
  const other = () => {
    turns += 1;
    if (!isOver) setImmediate(other);
  };
  setImmediate(other);
  const { value } = countedValue();
  const text = await (await jsonResponse(value, undefined)).text();
  isOver = true;
  assert.ok(text === JSON.stringify(value));
  assert.ok(turns >= length, `${turns} turns of other work`);
});

test('a large answer is compressed in pieces for a client that accepts it', async () => {
  const { value } = countedValue();
  const response = await jsonResponse(value, 'gzip');
  assert.equal(response.headers.get('content-encoding'), 'gzip');
  const text = gunzipSync(await response.arrayBuffer()).toString('utf8');
  assert.ok(text === JSON.stringify(value));
});
