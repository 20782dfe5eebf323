import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../../../test/database.ts';
import { Failure } from '../../domain/system/failure.ts';
import { findPermanentError } from './end-broken-job.ts';

test('a database error ends a job only if the data causes it', async (t) => {
  const { database } = await createTestDatabase(t);
  /** Returns the error that PostgreSQL reports for a SQLSTATE. */
  const reported = async (state: string): Promise<unknown> => {
    const raise = `do $$ begin raise exception 'no' using errcode = '${state}'; end $$`;
    return sql
      .raw(raise)
      .execute(database)
      .then(() => assert.fail('nothing was raised'))
      .catch((error: unknown) => error);
  };
  for (const state of [
    '08006',
    '40001',
    '40P01',
    '42703',
    '53100',
    '53200',
    '55P03',
    '57014',
    '58030',
    'XX000',
  ]) {
    const error = await reported(state);
    assert.equal(findPermanentError(error), null, state);
    assert.equal(findPermanentError(new Failure('internal', 'no', { cause: error })), null, state);
  }
  for (const state of ['22021', '22P02', '23514']) {
    assert.equal(findPermanentError(await reported(state))?.code, 'internal', state);
  }
  assert.equal(findPermanentError(new Failure('unavailable', 'no')), null);
  assert.deepEqual(findPermanentError(new Failure('invalid', 'why')), { code: 'invalid', message: 'why' });
  assert.equal(findPermanentError(new TypeError('no such property'))?.code, 'internal');
});
