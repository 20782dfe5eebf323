import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { createTestDatabase } from '../../../test/database.ts';
import { Failure } from '../../domain/system/failure.ts';
import { toFailure } from './to-failure.ts';

const coded = (code: string, syscall: string, message = `${syscall} ${code}`) =>
  Object.assign(new Error(message), { code, syscall });

test('a shortage of this process or machine is `unavailable` with a retry time, at any depth of the error', () => {
  const shortages: unknown[] = [
    coded('EMFILE', 'open'),
    coded('ENFILE', 'accept'),
    coded('EMFILE', 'connect', 'connect EMFILE /run/.s.PGSQL.5432'),
    coded('ENOMEM', 'mmap'),
    coded('EAGAIN', 'spawn /usr/bin/chromium'),
    coded('EADDRNOTAVAIL', 'connect'),
    coded('ENOSPC', 'write'),
    coded('ERR_WORKER_INIT_FAILED', '', 'Worker initialization failure: EMFILE'),
    new Error('browserType.launch: Failed to launch: Error: spawn /usr/bin/chromium EMFILE'),
    new TypeError('fetch failed', { cause: new AggregateError([coded('EMFILE', 'connect')]) }),
    Object.assign(new Error('out of memory'), { code: '53200' }),
    Object.assign(new Error('too many clients already'), { code: '53300' }),
    Object.assign(new Error('could not open file'), { code: '53000' }),
    Object.assign(new Error('deadlock detected'), { code: '40P01' }),
    new Failure('unavailable', 'the browser could not be started', { cause: coded('EMFILE', 'spawn') }),
  ];
  for (const error of shortages) {
    const failure = toFailure(error);
    assert.equal(failure.kind, 'unavailable', String(error));
    assert.ok((failure.retryAfter ?? 0) > 0, String(error));
  }
});

test('any other error is unchanged', () => {
  const others = [
    coded('ENOENT', 'open'),
    coded('EACCES', 'open'),
    coded('EAGAIN', 'read'),
    new Error('EMFILE is a word'),
  ];
  for (const error of others) assert.equal(toFailure(error).kind, 'internal', String(error));
  const missing = new Failure('not_found', 'gone', { cause: coded('EMFILE', 'open') });
  assert.equal(toFailure(missing), missing);
  assert.equal(toFailure(new Failure('unavailable', 'no provider')).retryAfter, null);
});

test('a missing program is not a shortage', async () => {
  const [error] = await once(spawn('/no/such/program'), 'error');
  assert.equal(toFailure(error).kind, 'internal');
});

test('a deadlock reported by PostgreSQL is `unavailable`, to be retried', async (t) => {
  const { pool } = await createTestDatabase(t);
  const lockBoth = async (first: number, second: number, isReady: () => void, other: Promise<void>) => {
    const client = await pool.connect();
    try {
      await client.query("begin; set local deadlock_timeout = '50ms'");
      await client.query('select pg_advisory_xact_lock($1)', [first]);
      isReady();
      await other;
      await client.query('select pg_advisory_xact_lock($1)', [second]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  };
  const one = Promise.withResolvers<void>();
  const two = Promise.withResolvers<void>();
  const ended = await Promise.allSettled([
    lockBoth(1, 2, one.resolve, two.promise),
    lockBoth(2, 1, two.resolve, one.promise),
  ]);
  const reasons = ended.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  assert.equal(reasons.length, 1);
  const failure = toFailure(reasons[0]);
  assert.equal(failure.kind, 'unavailable');
  assert.equal(failure.retryAfter, 1);
});
