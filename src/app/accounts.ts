import { accountView } from '../account/accounts.ts';
import { listAudit } from '../account/audit.ts';
import { billingView } from '../account/billing.ts';
import { findRequest, listRequests } from '../account/history.ts';
import { endKey, makeKey, replaceKey } from '../account/key-changes.ts';
import { listKeys } from '../account/keys.ts';
import { listLedger } from '../account/ledger.ts';
import { addCredits, makeAccount } from '../account/new-accounts.ts';
import { readUsage } from '../account/usage.ts';
import { accountOperation } from '../capabilities/account/account.ts';
import { addCreditsOperation, createAccountOperation } from '../capabilities/account/admin.ts';
import { auditOperation } from '../capabilities/account/audit.ts';
import { billingOperation, ledgerOperation, usageOperation } from '../capabilities/account/billing.ts';
import {
  createKeyOperation,
  listKeysOperation,
  revokeKeyOperation,
  rotateKeyOperation,
} from '../capabilities/account/keys.ts';
import { getRequestOperation, listRequestsOperation } from '../capabilities/account/requests.ts';
import type { Operation } from '../operations/operation.ts';
import type { Footing } from './footing.ts';

/** The operations about accounts: keys, credits, usage, history and what the operator does. */
export function accountOperations({ database, clock, settings }: Footing): Operation[] {
  const now = () => clock.now();
  const keys = {
    listKeys: (id: string) => listKeys(database, id, now()),
    makeKey: (...[change, wish]: DropFirst<typeof makeKey>) => makeKey(database, change, wish),
    replaceKey: (...[change, id, graceMs]: DropFirst<typeof replaceKey>) =>
      replaceKey(database, change, id, graceMs),
    endKey: (...[change, id]: DropFirst<typeof endKey>) => endKey(database, change, id),
    now,
  };
  const admin = {
    makeAccount: (...[change, wish]: DropFirst<typeof makeAccount>) => makeAccount(database, change, wish),
    addCredits: (...[change, wish]: DropFirst<typeof addCredits>) => addCredits(database, change, wish),
    now,
  };
  const readUsageOf = (id: string, from: string, to: string) => readUsage(database, id, from, to);
  return [
    accountOperation({ findAccount: (id) => accountView(database, id, settings.limits, now()) }),
    billingOperation({ findBilling: (id) => billingView(database, id, now()) }),
    ledgerOperation({ listLedger: (id, page) => listLedger(database, id, page) }),
    usageOperation({ readUsage: readUsageOf, now }),
    listKeysOperation(keys),
    createKeyOperation(keys),
    rotateKeyOperation(keys),
    revokeKeyOperation(keys),
    auditOperation({ listAudit: (id, filter) => listAudit(database, id, filter) }),
    createAccountOperation(admin),
    addCreditsOperation(admin),
    listRequestsOperation({ listRequests: (id, filter) => listRequests(database, id, filter) }),
    getRequestOperation({ findRequest: (id, requestId) => findRequest(database, id, requestId) }),
  ];
}

/** What a function takes beside the database. */
type DropFirst<Work extends (first: Footing['database'], ...rest: never[]) => unknown> = Work extends (
  first: Footing['database'],
  ...rest: infer Rest
) => unknown
  ? Rest
  : never;
