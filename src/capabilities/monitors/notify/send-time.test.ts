import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Notify } from '../settings/monitor-settings.ts';
import { findSendTime } from './send-time.ts';

const sent = (options: Partial<Notify>, at: string) =>
  findSendTime({ webhook: [], email: [], ...options }, new Date(at))
    .toISOString()
    .replace(':00.000Z', 'Z');

test('quiet hours end at a local time, also past midnight and with a clock change', () => {
  const night = { quiet_hours: { from: '22:00', to: '07:00' }, timezone: 'Europe/Berlin' };
  assert.equal(sent(night, '2026-11-21T20:59Z'), '2026-11-21T20:59Z');
  assert.equal(sent(night, '2026-11-21T21:00Z'), '2026-11-22T06:00Z');
  assert.equal(sent(night, '2026-11-22T05:59Z'), '2026-11-22T06:00Z');
  assert.equal(sent(night, '2026-11-22T06:00Z'), '2026-11-22T06:00Z');
  // The clock is put back in this night.
  assert.equal(sent(night, '2026-10-24T21:00Z'), '2026-10-25T06:00Z');
  const noon = { quiet_hours: { from: '12:00', to: '13:30' } };
  assert.equal(sent(noon, '2026-11-21T12:10Z'), '2026-11-21T13:30Z');
  assert.equal(sent(noon, '2026-11-21T14:00Z'), '2026-11-21T14:00Z');
  assert.equal(sent({}, '2026-11-21T14:00Z'), '2026-11-21T14:00Z');
});

test('a digest is sent at its next time, and after the quiet hours that contain it', () => {
  assert.equal(sent({ digest: 'hourly' }, '2026-11-21T14:05Z'), '2026-11-21T15:00Z');
  assert.equal(sent({ digest: 'hourly' }, '2026-11-21T15:00Z'), '2026-11-21T16:00Z');
  assert.equal(sent({ digest: 'daily' }, '2026-11-21T07:59Z'), '2026-11-21T08:00Z');
  const tokyo = { digest: 'daily', digest_at: '09:15', timezone: 'Asia/Tokyo' } as const;
  assert.equal(sent(tokyo, '2026-11-21T00:15Z'), '2026-11-22T00:15Z');
  const quiet = { digest: 'hourly', quiet_hours: { from: '14:30', to: '16:20' } } as const;
  assert.equal(sent(quiet, '2026-11-21T14:05Z'), '2026-11-21T16:20Z');
  assert.equal(sent(quiet, '2026-11-21T15:59Z'), '2026-11-21T16:20Z');
});
