import { z } from 'zod';
import { type AuditDocument, type AuditFilter, auditActions } from '../../account/audit.ts';
import { defineOperation, freeOutcome, type Operation } from '../../operations/operation.ts';
import { named } from '../../operations/schema-names.ts';

/** What reading the audit needs of the other rooms. */
export interface AuditPorts {
  listAudit(accountId: string, filter: AuditFilter): Promise<AuditDocument[]>;
}

const auditSchema: z.ZodType<AuditDocument> = named(
  'AuditEntry',
  z.object({
    id: z.int(),
    at: z.string(),
    action: z.enum(auditActions),
    subject: z.string().describe('id of the key or account that was changed, or of the new receipt key'),
    by: z
      .enum(['account', 'operator', 'data_directory'])
      .describe('a key of this account, an operator, or whoever holds the data directory'),
    key_id: z.string().nullable().describe('the key that did it, where that is one of this account'),
    request_id: z.string().nullable(),
    details: z.record(z.string(), z.unknown()),
  }),
);

/** Who changed what of the account and its keys. */
export function auditOperation(ports: AuditPorts): Operation {
  return defineOperation({
    name: 'list_audit',
    title: 'List who changed what',
    description:
      'What was done to this account and its keys, by whom and when, newest first. Entries are never changed or removed.',
    price: 'free',
    method: 'GET',
    path: '/v1/audit',
    scope: 'admin',
    stores: false,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    input: {
      query: z.strictObject({
        action: z.enum(auditActions).optional(),
        before: z
          .int()
          .min(0)
          .nullish()
          .describe('an entry’s id: only what came before; `next_before` of the page before'),
        limit: z.int().min(1).max(1_000).default(100),
      }),
    },
    toCommand: ({ query }): AuditFilter => ({
      action: query.action ?? null,
      before: query.before ?? null,
      limit: query.limit,
    }),
    output: z.object({ audit: z.array(auditSchema), next_before: z.int().nullable() }),
    example: { query: { action: 'key_created', limit: 20 } },
    run: async (filter, { principal }) => {
      const rows = await ports.listAudit(principal.accountId, { ...filter, limit: filter.limit + 1 });
      const audit = rows.slice(0, filter.limit);
      const hasMore = rows.length > filter.limit;
      return freeOutcome({ audit, next_before: hasMore ? (audit.at(-1)?.id ?? null) : null });
    },
  });
}
