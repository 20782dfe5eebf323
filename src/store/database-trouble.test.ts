import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type LogFields, silentLog } from '../domain/log.ts';
import { createTroubleReport } from './database-trouble.ts';

test('an outage is told once in a while and in one line, other errors always and whole', () => {
  const lines: Array<{ message: string; fields: LogFields }> = [];
  const log = { ...silentLog, warn: (fields: LogFields, message: string) => lines.push({ message, fields }) };
  let now = 0;
  const report = createTroubleReport(log, () => now);
  const lost = Object.assign(new Error('terminating connection'), { code: '57P01' });
  const defect = new TypeError('no such field');
  for (let each = 0; each < 20; each += 1) report(lost, 'a connection was lost');
  report(defect, 'a sweep failed');
  report(defect, 'a sweep failed');
  now = 10_001;
  report(lost, 'a connection was lost');
  assert.deepEqual(lines, [
    {
      message: 'a connection was lost',
      fields: { reason: 'the database is shutting down', error: 'terminating connection' },
    },
    { message: 'a sweep failed', fields: { err: defect } },
    { message: 'a sweep failed', fields: { err: defect } },
    {
      message: 'a connection was lost',
      fields: { reason: 'the database is shutting down', error: 'terminating connection' },
    },
  ]);
});

test('what the queue says of the connection it listens on is an outage', () => {
  const lines: LogFields[] = [];
  const report = createTroubleReport({ ...silentLog, warn: (fields: LogFields) => lines.push(fields) });
  report(new Error('LISTEN/NOTIFY connection ended'), 'the job queue had trouble');
  assert.deepEqual(lines, [
    { reason: 'the connection to the database was lost', error: 'LISTEN/NOTIFY connection ended' },
  ]);
});
