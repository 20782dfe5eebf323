import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Context } from 'hono';
import { createLargeBodyLimit } from './limit-large-bodies.ts';

const contextOf = (headers: Record<string, string>, signal = new AbortController().signal) =>
  ({
    req: { raw: { signal }, header: (name: string) => headers[name] },
  }) as unknown as Context;
const request = (accountId: string) => ({ operation: 'parse', requestId: 'req_1', accountId });

/** Returns whether a promise is settled once everything that waits for nothing has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.finally(() => {
    settled = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

test('slow uploads of one account leave places for the others, and give theirs back', async () => {
  const reserve = createLargeBodyLimit();
  const large = contextOf({});
  const held = [await reserve(large, request('one')), await reserve(large, request('one'))];
  const third = reserve(large, request('one'));
  assert.equal(await isSettled(third), false);
  (await reserve(large, request('two')))();
  (await reserve(contextOf({ 'content-length': '140' }), request('one')))();
  const leaving = new AbortController();
  const left = reserve(contextOf({}, leaving.signal), request('one'));
  leaving.abort();
  await assert.rejects(left, { kind: 'unavailable' });
  held[0]?.();
  (await third)();
  held[1]?.();
  const again = await Promise.all([reserve(large, request('one')), reserve(large, request('one'))]);
  for (const release of again) release();
});
