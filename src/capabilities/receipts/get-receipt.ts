import { z } from 'zod';
import type { ResourceKind } from '../../domain/resources/missing-resource.ts';
import type { Receipt } from '../../domain/resources/receipt.ts';
import type { Operation } from '../../operations/declaration/operation.ts';
import { defineGetOperation, type Resource } from '../../operations/declaration/resource-operations.ts';
import { receiptSchema } from '../../operations/schemas/receipt.ts';

const receiptKind: ResourceKind = {
  name: 'receipt',
  advice: 'Use the id of a receipt in a response of this service.',
};

/** Dependencies of {@link getReceiptOperation}. */
export interface GetReceiptPorts {
  findReceipt(accountId: string, receiptId: string): Promise<Receipt | null>;
}

const receiptResource: Resource = {
  kind: receiptKind,
  path: '/v1/receipts/{receipt_id}',
  idName: 'receipt_id',
  id: z.string().min(1).max(100).describe('Identifier of the receipt.'),
  exampleId: 'rct_06gzx8fx8ntr9894pq6nnmnsq0',
};

/** Returns a signed receipt by its id. */
export function getReceiptOperation({ findReceipt }: GetReceiptPorts): Operation {
  return defineGetOperation(receiptResource, {
    name: 'get_receipt',
    title: 'Get a receipt',
    description:
      'Returns a signed receipt of this account by its id: that of a request, or of one of its pages.',
    output: receiptSchema,
    find: findReceipt,
  });
}
