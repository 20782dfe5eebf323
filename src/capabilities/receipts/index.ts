import { listPublishedKeys } from '../../account/accounts/instance.ts';
import { findReceipt } from '../../account/requests/find-receipt.ts';
import { defineCapability } from '../capability.ts';
import { getReceiptOperation } from './get-receipt.ts';
import { verifyReceiptOperation } from './verify-receipt.ts';

/** Returns and verifies receipts. */
export const receiptsCapability = defineCapability({
  name: 'receipts',
  topic: 'The service',
  tags: { receipts: 'Signed receipts' },
  operations: ({ database }) => [
    getReceiptOperation({ findReceipt: (accountId, id) => findReceipt(database, accountId, id) }),
    verifyReceiptOperation({ publishedKeys: () => listPublishedKeys(database) }),
  ],
});
