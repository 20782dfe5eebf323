import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type LogFields, silentLog } from '../domain/system/log.ts';
import { createThrottledErrorLog } from './throttled-error-log.ts';

test('an outage is logged in one line and throttled, other errors completely and always', () => {
  const lines: Array<{ message: string; fields: LogFields }> = [];
  const log = { ...silentLog, warn: (fields: LogFields, message: string) => lines.push({ message, fields }) };
  let now = 0;
  const logError = createThrottledErrorLog(log, () => now);
  const lost = Object.assign(new Error('terminating connection'), { code: '57P01' });
  const defect = new TypeError('no such field');
  for (let each = 0; each < 20; each += 1) logError(lost, 'A connection was lost.');
  logError(defect, 'A sweep failed.');
  logError(defect, 'A sweep failed.');
  now = 10_001;
  logError(lost, 'A connection was lost.');
  assert.deepEqual(lines, [
    {
      message: 'A connection was lost.',
      fields: { reason: 'The database is shutting down.', error: 'terminating connection' },
    },
    { message: 'A sweep failed.', fields: { err: defect } },
    { message: 'A sweep failed.', fields: { err: defect } },
    {
      message: 'A connection was lost.',
      fields: { reason: 'The database is shutting down.', error: 'terminating connection' },
    },
  ]);
});

test('a connection that ends without an error code is an outage', () => {
  const lines: LogFields[] = [];
  const logError = createThrottledErrorLog({ ...silentLog, warn: (fields: LogFields) => lines.push(fields) });
  logError(new Error('Connection terminated'), 'The job runner lost its connection.');
  assert.deepEqual(lines, [
    { reason: 'The connection to the database was lost.', error: 'Connection terminated' },
  ]);
});
