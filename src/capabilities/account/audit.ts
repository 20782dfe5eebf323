import { z } from 'zod';
import { type AuditDocument, type AuditFilter, auditActions } from '../../account/accounts/audit.ts';
import { freeOutcome, type Operation } from '../../operations/declaration/operation.ts';
import { defineReadOperation } from '../../operations/declaration/read-operation.ts';
import { withSchemaName } from '../../operations/schema-names.ts';

/** Dependencies of the audit operation. */
export interface AuditPorts {
  listAudit(accountId: string, filter: AuditFilter): Promise<AuditDocument[]>;
}

const auditSchema: z.ZodType<AuditDocument> = withSchemaName(
  'AuditEntry',
  z.object({
    id: z.int().describe('Number of the entry; a later entry has a higher one.'),
    at: z.string().describe('Time of the change (ISO 8601, UTC).'),
    action: z.enum(auditActions).describe('Kind of the change.'),
    subject: z.string().describe('Identifier of the changed key or account, or of the new receipt key.'),
    by: z
      .enum(['account', 'operator', 'data_directory'])
      .describe(
        'Actor of the change: a key of this account, an operator, or a local command with access to the data directory.',
      ),
    key_id: z.string().nullable().describe('Key that made the change, if it belongs to this account.'),
    request_id: z
      .string()
      .nullable()
      .describe('Identifier of the request that made the change. null: a local command made it.'),
    details: z
      .record(z.string(), z.unknown())
      .describe('Details of the change; the fields depend on `action`.'),
  }),
);

/** Lists the changes to the account and its keys. */
export function auditOperation(ports: AuditPorts): Operation {
  return defineReadOperation({
    name: 'list_audit',
    title: 'List the audit log',
    description:
      'Returns the changes to this account and its keys, newest first, with actor and time. Entries are never changed or removed.',
    path: '/v1/audit',
    scope: 'admin',
    input: {
      query: z.strictObject({
        action: z.enum(auditActions).optional().describe('Only entries with this action.'),
        key_id: z.string().max(100).optional().describe('Only changes that this key made.'),
        subject: z
          .string()
          .max(100)
          .optional()
          .describe('Only changes of this key or account, by its identifier.'),
        since: z.iso
          .datetime({ offset: true })
          .optional()
          .describe('Only entries from this time on, as RFC 3339.'),
        until: z.iso.datetime({ offset: true }).optional().describe('Only entries before this time.'),
        before: z
          .int()
          .min(0)
          .nullish()
          .describe(
            'Identifier of an entry; returns only older entries. Use `next_before` of the previous page.',
          ),
        limit: z.int().min(1).max(1_000).default(100).describe('Maximum number of items in the response.'),
      }),
    },
    toCommand: ({ query }): AuditFilter => ({
      action: query.action ?? null,
      keyId: query.key_id ?? null,
      subject: query.subject ?? null,
      since: query.since === undefined ? null : new Date(query.since),
      until: query.until === undefined ? null : new Date(query.until),
      before: query.before ?? null,
      limit: query.limit,
    }),
    output: z.object({
      audit: z.array(auditSchema).describe('Entries, newest first.'),
      next_before: z
        .int()
        .nullable()
        .describe('Value of `before` for the next page. null: there are no older entries.'),
    }),
    example: { query: { action: 'key_created', limit: 20 } },
    run: async (filter, { principal }) => {
      const rows = await ports.listAudit(principal.accountId, { ...filter, limit: filter.limit + 1 });
      const audit = rows.slice(0, filter.limit);
      const hasMore = rows.length > filter.limit;
      return freeOutcome({ audit, next_before: hasMore ? (audit.at(-1)?.id ?? null) : null });
    },
  });
}
