import { z } from 'zod';
import type { PublicJwk } from '../../domain/crypto/signature.ts';
import { type ResultVerification, verifyResult } from '../../domain/crypto/verify-result.ts';
import { Failure } from '../../domain/system/failure.ts';
import type { AnswerView } from '../../operations/declaration/answer-view.ts';
import { defineOperation, freeOutcome, type Operation } from '../../operations/declaration/operation.ts';
import { withSchemaName } from '../../operations/schema-names.ts';
import { oneLine } from '../../operations/views/terminal-text.ts';

/** Ports that verifying receipts needs. */
export interface VerifyReceiptPorts {
  /** Every public key that this service signed receipts with. */
  publishedKeys(): Promise<PublicJwk[]>;
}

type SingleVerification = Omit<ResultVerification, 'results'>;

/** The answer of `POST /v1/receipts/verify`. */
export type ReceiptVerification = SingleVerification & { results?: SingleVerification[] };

const fields = {
  id: z.string().nullable().describe('the `id` of the receipt; null if it has none'),
  valid: z
    .boolean()
    .describe(
      'true if this service signed the receipt, no field was changed since, and the result, if it was sent, does not differ from what was signed',
    ),
  kid: z.string().nullable().describe('id of the key that signed; null if the signature is not valid'),
  reason: z.string().nullable().describe('why the receipt or its result is not valid; null if it is'),
  checked: z.array(z.string()).describe('members of the result that were compared and do not differ'),
  unchecked: z
    .array(z.string())
    .describe('members of the result, and parts that the receipt covers, that could not be compared'),
};

const answerSchema: z.ZodType<ReceiptVerification> = withSchemaName(
  'ReceiptVerification',
  z.object({
    ...fields,
    results: z
      .array(withSchemaName('ResultVerification', z.object(fields)))
      .optional()
      .describe('the results in the lists of the result, which have receipts of their own'),
  }),
);

function listResults(results: readonly ResultVerification[]): SingleVerification[] {
  return results.flatMap(({ results: inner, ...own }) => [...listResults(inner), own]);
}

function toAnswer({ results, ...own }: ResultVerification): ReceiptVerification {
  return { ...own, ...(results.length > 0 && { results: listResults(results) }) };
}

const view: AnswerView<ReceiptVerification> = {
  cliText: ({ id, valid, kid, reason, checked, unchecked }) =>
    oneLine(
      `${id ?? '(no id)'}  ${valid ? `valid, signed by ${kid}` : `NOT VALID: ${reason}`}; checked: ${checked.join(', ') || 'only the receipt'}; not checked: ${unchecked.join(', ') || 'nothing'}`,
    ),
  isOk: ({ valid }) => valid,
};

/** Verifies a receipt, and the result that it covers, against the public keys of this service. */
export function verifyReceiptOperation({ publishedKeys }: VerifyReceiptPorts): Operation {
  return defineOperation({
    name: 'verify_receipt',
    title: 'Verify a receipt',
    description:
      'Verifies the signature of a receipt against the current and retired keys of this service, and the result that it covers. Send a whole response as `result`, with its `receipt`: any changed, added or removed member that the receipt covers makes it invalid. Or send only the `receipt`: nothing of its result is compared then.',
    price: 'free',
    method: 'POST',
    path: '/v1/receipts/verify',
    scope: 'read',
    writesToDisk: false,
    requiresBody: true,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    input: {
      body: z.strictObject({
        receipt: z.record(z.string(), z.unknown()).optional().describe('the receipt, with its `signature`'),
        result: z
          .record(z.string(), z.unknown())
          .optional()
          .describe(
            'the response that the receipt covers, as it was received, or single parts of it; without `receipt` in it, `receipt` is used',
          ),
      }),
    },
    toCommand({ body: { receipt, result } }) {
      if (receipt !== undefined || result !== undefined) return { receipt, result };
      const detail = 'Send the response as `result`, or its `receipt`.';
      throw new Failure('invalid', `/receipt: ${detail}`, { errors: [{ pointer: '/receipt', detail }] });
    },
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
    run: async ({ receipt, result }) => {
      const document =
        result === undefined ? receipt : { ...(receipt !== undefined && { receipt }), ...result };
      return freeOutcome(toAnswer(verifyResult(document ?? {}, await publishedKeys())));
    },
  });
}
