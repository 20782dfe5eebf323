import { setTimeout as sleep } from 'node:timers/promises';
import { lockAccounts } from '../../../account/credits/lock-accounts.ts';
import type { Clock } from '../../../domain/system/clock.ts';
import type { Database } from '../../../store/database.ts';
import { inTransaction } from '../../../store/transaction.ts';
import type { LoginRenewals } from '../../sessions/logins/login-renewals.ts';
import { changeLogin } from './change-login.ts';
import { lockLogin, notifyExpired, type RenewalKeys, runningRenewal, startRenewal } from './renewal-runs.ts';

const pollIntervalMs = 400;

/** Creates the renewal of saved logins by runs of workflows. */
export function createLoginRenewals(options: {
  database: Database;
  keys: RenewalKeys;
  clock: Clock;
}): LoginRenewals {
  const { database, keys, clock } = options;

  const expire: LoginRenewals['expire'] = (accountId, { loginId, savedAt }, whileRenewing) =>
    inTransaction(database, async (transaction) => {
      // The end of a run locks its account before the login, so that this order avoids a deadlock.
      await lockAccounts(transaction, [accountId]);
      const login = await lockLogin(transaction, accountId, loginId);
      if (login === undefined) return { kind: 'expired' };
      if (login.saved_at > savedAt) return { kind: 'renewed' };
      const now = clock.now();
      if (login.expired_at === null)
        await transaction
          .updateTable('logins')
          .set({ expired_at: now })
          .where('login_id', '=', loginId)
          .execute();
      const runId = runningRenewal(login, now) ?? (await startRenewal(transaction, login, keys, 'job', now));
      if (runId === null) {
        await notifyExpired(transaction, login, null, now);
        return { kind: 'expired' };
      }
      await whileRenewing?.(transaction, runId);
      return { kind: 'renewing', runId };
    });

  async function hasEnded(loginId: string, savedAt: Date): Promise<'renewed' | 'failed' | null> {
    const row = await database
      .selectFrom('logins')
      .select(['saved_at', 'renewal_status'])
      .where('login_id', '=', loginId)
      .executeTakeFirst();
    if (row !== undefined && row.saved_at > savedAt) return 'renewed';
    return row?.renewal_status === 'running' ? null : 'failed';
  }

  return {
    change: (principal, loginId, change) =>
      changeLogin({ database, key: keys.login, clock }, principal, loginId, change),
    expire,
    async renew(accountId, login, signal) {
      const expired = await expire(accountId, login);
      if (expired.kind !== 'renewing') return expired.kind === 'renewed';
      for (;;) {
        // The sleep rejects when the signal aborts, which ends the wait.
        const isOver = await sleep(pollIntervalMs, false, { signal }).catch(() => true);
        if (isOver) return false;
        const end = await hasEnded(login.loginId, login.savedAt);
        if (end !== null) return end === 'renewed';
      }
    },
  };
}
