import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpContext } from '../http-context.ts';
import { createLargeBodyLimit, type LargeBodyLimit } from './limit-large-bodies.ts';

/** A request of an account whose answer ends when `end` is called. */
function send(limit: LargeBodyLimit, accountId: string, headers: Record<string, string> = {}) {
  const leaving = new AbortController();
  const ending = Promise.withResolvers<void>();
  let isBegun = false;
  const context = {
    get: (name: string) => (name === 'requestId' ? 'req_1' : { accountId }),
    req: { raw: { signal: leaving.signal }, header: (name: string) => headers[name] },
  } as unknown as HttpContext;
  const answered = limit.apply('parse', async () => {
    isBegun = true;
    await ending.promise;
    return new Response();
  })(context);
  answered.catch(() => {});
  return {
    answered,
    leave: () => leaving.abort(),
    end: () => ending.resolve(),
    /** Returns whether it is answered once everything that waits for nothing has run. */
    async isBegun() {
      await new Promise((resolve) => setImmediate(resolve));
      return isBegun;
    },
  };
}

test('slow uploads of one account leave places for the others, and give theirs back', async () => {
  const limit = createLargeBodyLimit();
  const [first, second] = [send(limit, 'one'), send(limit, 'one')];
  assert.deepEqual([await first.isBegun(), await second.isBegun()], [true, true]);
  const third = send(limit, 'one');
  assert.equal(await third.isBegun(), false);
  assert.equal(await send(limit, 'two').isBegun(), true);
  assert.equal(await send(limit, 'one', { 'content-length': '140' }).isBegun(), true);
  const left = send(limit, 'one');
  left.leave();
  await assert.rejects(left.answered, { kind: 'unavailable' });
  first.end();
  await first.answered;
  assert.equal(await third.isBegun(), true);
});
