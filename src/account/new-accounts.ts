import type { Credits } from '../domain/account.ts';
import { Failure } from '../domain/failure.ts';
import { newIdentifier } from '../domain/identifier.ts';
import type { Database } from '../store/database.ts';
import { findCredits } from './accounts.ts';
import { writeAudit } from './audit.ts';
import type { Change } from './key-changes.ts';
import { createKey } from './keys.ts';
import { topUp, writeLedgerEntry } from './ledger.ts';
import { renewalAfter, renewalsOnDay } from './renewals.ts';

/** An account that an operator wants. */
export interface AccountWish {
  name: string;
  plan: string;
  /** Credits that arrive with each renewal. */
  planCredits: number;
  unlimited: boolean;
  /** Day of the month on which it renews; null for the day on which it is made. */
  renewalDay: number | null;
}

/** An account that was just made, with its first key, which is shown once. */
export interface NewAccountDocument {
  account_id: string;
  name: string;
  plan: string;
  plan_credits: number;
  unlimited: boolean;
  renews_at: string;
  key_id: string;
  key: string;
}

/** Makes an account with its first month's credits and a key of every scope but `operator`. */
export async function makeAccount(
  database: Database,
  change: Change,
  wish: AccountWish,
): Promise<NewAccountDocument> {
  const { at } = change;
  const { name, plan, planCredits, unlimited, renewalDay } = wish;
  const accountId = newIdentifier('acct', at);
  const renewsFrom = renewalDay === null ? null : renewalsOnDay(renewalDay, at);
  const renewsAt = renewalAfter(renewsFrom ?? at, at);
  return database.transaction().execute(async (transaction) => {
    const made = await transaction
      .insertInto('accounts')
      .values({
        account_id: accountId,
        name,
        plan,
        plan_credits: planCredits,
        renews_at: renewsAt,
        renews_from: renewsFrom,
        unlimited,
        created_at: at,
      })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('account_id')
      .executeTakeFirst();
    if (made === undefined) throw new Failure('conflict', `there is an account "${name}" already`);
    await writeLedgerEntry(transaction, {
      accountId,
      kind: 'renewal',
      bucket: 'plan',
      credits: planCredits,
      at,
    });
    const scopes = ['read', 'write', 'admin'] as const;
    const { keyId, token } = await createKey(transaction, { accountId, name: 'first key', scopes }, at);
    const details = { name, plan, plan_credits: planCredits, unlimited, key_id: keyId };
    await writeAudit(transaction, change, {
      action: 'account_created',
      accountId,
      subject: accountId,
      details,
    });
    const answer: NewAccountDocument = {
      account_id: accountId,
      name,
      plan,
      plan_credits: planCredits,
      unlimited,
      renews_at: renewsAt.toISOString(),
      key_id: keyId,
      key: token,
    };
    await change.commit(transaction, answer);
    return answer;
  });
}

/** An account after credits were added. */
export interface ToppedUpDocument {
  account_id: string;
  credits: Credits;
}

/** Adds bought credits to any account; Failure `not_found` when there is none of that id. */
export async function addCredits(
  database: Database,
  change: Change,
  wish: { accountId: string; credits: number; note: string | null },
): Promise<ToppedUpDocument> {
  const { accountId, credits, note } = wish;
  return database.transaction().execute(async (transaction) => {
    await topUp(transaction, accountId, credits, note, change.at);
    const after = await findCredits(transaction, accountId, change.at);
    if (after === null) throw new Failure('not_found', 'there is no such account');
    const details = { credits, note };
    await writeAudit(transaction, change, {
      action: 'credits_added',
      accountId,
      subject: accountId,
      details,
    });
    const answer = { account_id: accountId, credits: after };
    await change.commit(transaction, answer);
    return answer;
  });
}
