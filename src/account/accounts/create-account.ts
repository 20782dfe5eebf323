import type { Credits } from '../../domain/resources/account.ts';
import { Failure } from '../../domain/system/failure.ts';
import { newIdentifier } from '../../domain/values/identifier.ts';
import type { Database } from '../../store/database.ts';
import { inTransaction } from '../../store/transaction.ts';
import { topUp, writeLedgerEntry } from '../credits/ledger.ts';
import { renewalAfter, renewalAnchorForDay } from '../credits/renewals.ts';
import { findCredits } from './accounts.ts';
import { writeAuditEntry } from './audit.ts';
import type { AccountChange } from './key-changes.ts';
import { createKey } from './keys.ts';

/** Options of a new account. */
export interface AccountOptions {
  name: string;
  plan: string;
  /** Credits added by each renewal. */
  planCredits: number;
  unlimited: boolean;
  /** Day of the month on which the account renews; null for the day of its creation. */
  renewalDay: number | null;
}

/** A new account with its first key, which is shown only once. */
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

/** Creates an account with the credits of its first month and a key with every scope except `operator`. */
export async function createAccount(
  database: Database,
  change: AccountChange,
  options: AccountOptions,
): Promise<NewAccountDocument> {
  const { at } = change;
  const { name, plan, planCredits, unlimited, renewalDay } = options;
  const accountId = newIdentifier('acct', at);
  const renewsFrom = renewalDay === null ? null : renewalAnchorForDay(renewalDay, at);
  const renewsAt = renewalAfter(renewsFrom ?? at, at);
  return inTransaction(database, async (transaction) => {
    const created = await transaction
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
    if (created === undefined)
      throw new Failure(
        'conflict',
        `An account with the name "${name}" exists already. Choose another name.`,
      );
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
    await writeAuditEntry(transaction, change, {
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

/** Account after credits were added. */
export interface TopUpDocument {
  account_id: string;
  credits: Credits;
}

/** Adds bought credits to any account; throws Failure `not_found` if it does not exist. */
export async function addCredits(
  database: Database,
  change: AccountChange,
  options: { accountId: string; credits: number; note: string | null },
): Promise<TopUpDocument> {
  const { accountId, credits, note } = options;
  return inTransaction(database, async (transaction) => {
    await topUp(transaction, accountId, credits, note, change.at);
    const balance = await findCredits(transaction, accountId, change.at);
    if (balance === null) throw new Failure('not_found', `No account has the id ${accountId}.`);
    const details = { credits, note };
    await writeAuditEntry(transaction, change, {
      action: 'credits_added',
      accountId,
      subject: accountId,
      details,
    });
    const answer = { account_id: accountId, credits: balance };
    await change.commit(transaction, answer);
    return answer;
  });
}
