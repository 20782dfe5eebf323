import { addMs } from '../domain/system/clock.ts';
import type { PeriodicTask } from '../domain/system/periodic-task.ts';
import type { Settings } from '../domain/system/settings.ts';
import type { Database } from '../store/database.ts';
import { sweepConsoleSessions } from './accounts/console-sessions.ts';
import { renewAccounts } from './credits/renewals.ts';
import { sweepReservations } from './credits/reservations.ts';
import { sweepOauth } from './oauth/tokens.ts';
import { sweepContinuations } from './requests/continuations.ts';
import { sweepRequests } from './requests/history.ts';
import { sweepIdempotency } from './requests/idempotency.ts';

/** Renewal of accounts, and housekeeping of reservations, sessions of the console, OAuth and requests. */
export function accountTasks(database: Database, keep: Settings['keep']): PeriodicTask[] {
  return [
    { name: 'sweep-reservations', intervalMs: 60_000, run: (now) => sweepReservations(database, now) },
    { name: 'sweep-renewals', intervalMs: 60_000, run: (now) => renewAccounts(database, now) },
    {
      name: 'sweep-console-sessions',
      intervalMs: 60 * 60_000,
      run: (now) => sweepConsoleSessions(database, now),
    },
    { name: 'sweep-oauth', intervalMs: 60 * 60_000, run: (now) => sweepOauth(database, now) },
    {
      name: 'sweep-requests',
      intervalMs: 60 * 60_000,
      run: async (now) =>
        (await sweepRequests(database, addMs(now, -keep.requests))) +
        (await sweepIdempotency(database, now)) +
        (await sweepContinuations(database, now)),
    },
  ];
}
