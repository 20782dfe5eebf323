import { z } from 'zod';
import { type PublicJwk, verifyReceipt } from '../../domain/crypto/signature.ts';
import type { AnswerView } from '../../operations/declaration/answer-view.ts';
import { defineOperation, freeOutcome, type Operation } from '../../operations/declaration/operation.ts';
import { withSchemaName } from '../../operations/schema-names.ts';
import { oneLine } from '../../operations/views/terminal-text.ts';

/** Ports that verifying receipts needs. */
export interface VerifyReceiptPorts {
  /** Every public key that this service signed receipts with. */
  publishedKeys(): Promise<PublicJwk[]>;
}

/** The answer of `POST /v1/receipts/verify`. */
export interface ReceiptVerification {
  id: string | null;
  valid: boolean;
  kid: string | null;
  reason: string | null;
}

const answerSchema: z.ZodType<ReceiptVerification> = withSchemaName(
  'ReceiptVerification',
  z.object({
    id: z.string().nullable().describe('the `id` of the receipt; null if it has none'),
    valid: z.boolean().describe('true if this service signed the receipt, and no field was changed since'),
    kid: z.string().nullable().describe('id of the key that signed; null if the receipt is not valid'),
    reason: z.string().nullable().describe('why the receipt is not valid; null if it is'),
  }),
);

const view: AnswerView<ReceiptVerification> = {
  cliText: ({ id, valid, kid, reason }) =>
    oneLine(`${id ?? '(no id)'}  ${valid ? `valid, signed by ${kid}` : `NOT VALID: ${reason}`}`),
  isOk: ({ valid }) => valid,
};

/** Verifies the signature of a receipt against the public keys of this service. */
export function verifyReceiptOperation({ publishedKeys }: VerifyReceiptPorts): Operation {
  return defineOperation({
    name: 'verify_receipt',
    title: 'Verify a receipt',
    description:
      'Verifies the signature of a receipt against the current and retired keys of this service. Send the whole `receipt` object of a response: any changed, added or removed field makes it invalid.',
    price: 'free',
    method: 'POST',
    path: '/v1/receipts/verify',
    scope: 'read',
    writesToDisk: false,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    input: {
      body: z.strictObject({
        receipt: z.record(z.string(), z.unknown()).describe('the receipt, with its `signature`'),
      }),
    },
    toCommand: ({ body }) => body.receipt,
    output: answerSchema,
    view,
    example: {
      body: {
        receipt: {
          version: 1,
          id: 'rct_06gzx8fx8ntr9894pq6nnmnsq0',
          credits: 1,
          signature: 'eyJhbGciOiJFZERTQSIsImtpZCI6IjAifQ..AA',
        },
      },
    },
    run: async (receipt) => {
      const verification = verifyReceipt(receipt, await publishedKeys());
      return freeOutcome({
        id: typeof receipt.id === 'string' ? receipt.id : null,
        valid: verification.valid,
        kid: verification.valid ? verification.kid : null,
        reason: verification.valid ? null : verification.reason,
      });
    },
  });
}
