import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../domain/system/failure.ts';
import { retryTransient } from './retry-transient.ts';

const lost = () => new Error('Connection terminated unexpectedly');

test('work is retried after a lost connection', async () => {
  let attempts = 0;
  const result = await retryTransient(
    async () => {
      attempts += 1;
      if (attempts === 1) throw lost();
      if (attempts === 2) throw new Failure('unavailable', 'the database is unavailable', { cause: lost() });
      return 'done';
    },
    { timeoutMs: 60_000 },
  );
  assert.deepEqual([result, attempts], ['done', 3]);
});

test('other errors, the timeout and the signal end the retries with the error', async () => {
  const broken = () => Promise.reject(new TypeError('broken'));
  await assert.rejects(retryTransient(broken, { timeoutMs: 60_000 }), TypeError);
  const unavailable = () => Promise.reject(lost());
  await assert.rejects(retryTransient(unavailable, { timeoutMs: -1 }), /Connection terminated/);
  const stopping = new AbortController();
  const work = retryTransient(unavailable, {
    timeoutMs: 60_000,
    signal: stopping.signal,
    onRetry: () => stopping.abort(),
  });
  await assert.rejects(work, /Connection terminated/);
});
