import { listPublishedKeys } from '../../account/accounts/instance.ts';
import { defineCapability } from '../capability.ts';
import { verifyReceiptOperation } from './verify-receipt.ts';

/** Verifies receipts. */
export const receiptsCapability = defineCapability({
  name: 'receipts',
  tags: { receipts: 'Verification of receipts' },
  operations: ({ database }) => [
    verifyReceiptOperation({ publishedKeys: () => listPublishedKeys(database) }),
  ],
});
