import { getAccountDocument } from '../../account/accounts/accounts.ts';
import { listAudit } from '../../account/accounts/audit.ts';
import { addCredits, createAccount } from '../../account/accounts/create-account.ts';
import {
  changeOwnKey,
  createOwnSignInLink,
  issueKey,
  replaceOwnKey,
  revokeOwnKey,
} from '../../account/accounts/key-changes.ts';
import { listKeys } from '../../account/accounts/keys.ts';
import { getBillingDocument } from '../../account/credits/billing.ts';
import { listLedger } from '../../account/credits/ledger.ts';
import { readUsage } from '../../account/credits/usage.ts';
import { reencryptContinuations } from '../../account/requests/continuations.ts';
import { findRequest, listRequests } from '../../account/requests/history.ts';
import { describeEntries } from '../../account/requests/request-subjects.ts';
import { deriveKey } from '../../domain/crypto/secret-keys.ts';
import type { Operation } from '../../operations/declaration/operation.ts';
import { type CapabilityPorts, defineCapability } from '../capability.ts';
import { accountOperation } from './account.ts';
import { addCreditsOperation, createAccountOperation } from './admin.ts';
import { auditOperation } from './audit.ts';
import { billingOperation, ledgerOperation, usageOperation } from './billing.ts';
import {
  createKeyOperation,
  listKeysOperation,
  revokeKeyOperation,
  rotateKeyOperation,
  signInLinkOperation,
  updateKeyOperation,
} from './keys.ts';
import {
  getModelOperation,
  removeModelOperation,
  setModelOperation,
  testModelOperation,
} from './model-settings.ts';
import { getRequestOperation, listRequestsOperation } from './requests.ts';
import { changeSettingsOperation, listSettingsOperation } from './service-settings.ts';

function accountOperations(ports: CapabilityPorts): Operation[] {
  const { database, clock, settings, modelSettings, serviceSettings } = ports;
  const now = () => clock.now();
  return [
    accountOperation({ findAccount: (id) => getAccountDocument(database, id, settings.limits, now()) }),
    billingOperation({ findBilling: (id) => getBillingDocument(database, id, now()) }),
    ledgerOperation({ listLedger: (id, page) => listLedger(database, id, page) }),
    usageOperation({ readUsage: (id, from, to) => readUsage(database, id, from, to), now }),
    listKeysOperation({ listKeys: (id) => listKeys(database, id, now()) }),
    createKeyOperation({ makeKey: (change, key) => issueKey(database, change, key), now }),
    updateKeyOperation({
      changeKey: (change, id, changes) => changeOwnKey(database, change, id, changes),
      now,
    }),
    rotateKeyOperation({
      replaceKey: (change, id, graceMs) => replaceOwnKey(database, change, id, graceMs),
      now,
    }),
    revokeKeyOperation({ endKey: (change, id) => revokeOwnKey(database, change, id), now }),
    signInLinkOperation({
      makeSignInLink: (change, options, toAnswer) => createOwnSignInLink(database, change, options, toAnswer),
      now,
    }),
    auditOperation({ listAudit: (id, filter) => listAudit(database, id, filter) }),
    createAccountOperation({
      makeAccount: (change, account) => createAccount(database, change, account),
      now,
    }),
    addCreditsOperation({ addCredits: (change, credits) => addCredits(database, change, credits), now }),
    ...[getModelOperation, setModelOperation, removeModelOperation, testModelOperation].map((create) =>
      create({ settings: modelSettings, database, now }),
    ),
    ...[listSettingsOperation, changeSettingsOperation].map((create) =>
      create({ settings: serviceSettings, database, now }),
    ),
    listRequestsOperation({
      listRequests: (id, filter) => listRequests(database, id, filter),
      describe: (id, entries) => describeEntries(database, id, entries, ports.requestSubjects),
    }),
    getRequestOperation({ findRequest: (id, requestId) => findRequest(database, id, requestId) }),
  ];
}

/** Accounts: keys, credits, usage, the request history and the audit log. */
export const accountCapability = defineCapability({
  name: 'account',
  topic: 'Account, credits and keys',
  tags: {
    account: 'The account of a key',
    billing: 'Credits and the ledger',
    usage: 'Charges by day, tool, route and country',
    keys: 'API keys',
    audit: 'Audit log of accounts and keys',
    admin: 'Operations for the operator',
    requests: 'Request history',
  },
  operations: accountOperations,
  reencrypt: async (transaction, { previous, next }) => ({
    continuations: await reencryptContinuations(
      transaction,
      deriveKey(previous, 'continuation'),
      deriveKey(next, 'continuation'),
    ),
  }),
});
