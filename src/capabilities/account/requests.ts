import { z } from 'zod';
import type { HistoryDetail, HistoryEntry, HistoryFilter, HistoryPage } from '../../account/history.ts';
import { Failure } from '../../domain/failure.ts';
import { defineOperation, freeOutcome, type Operation } from '../../operations/operation.ts';
import { named } from '../../operations/schema-names.ts';
import { receiptSchema } from '../../operations/schemas/receipt.ts';

/** What the request history needs of the other rooms. */
export interface RequestsPorts {
  listRequests(accountId: string, filter: HistoryFilter): Promise<HistoryPage>;
  findRequest(accountId: string, requestId: string): Promise<HistoryDetail | null>;
}

const entryFields = {
  rid: z.string(),
  at: z.string(),
  tool: z.string(),
  origin: z.enum(['http', 'mcp', 'cli', 'v2', 'job', 'schedule']),
  key_id: z.string().nullable(),
  status: z.string().describe('page status for page operations, else `ok` or the code of the problem'),
  country: z.string().nullable(),
  url: z.string().nullable(),
  credits: z.int(),
  ms: z.int(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
};

const entrySchema: z.ZodType<HistoryEntry> = named('HistoryEntry', z.object(entryFields));

const detailSchema: z.ZodType<HistoryDetail> = named(
  'HistoryDetail',
  z.object({
    ...entryFields,
    params: z.record(z.string(), z.unknown()).describe('what was asked, secrets masked'),
    receipt: receiptSchema.nullable(),
  }),
);

const filterText = z.string().min(1).max(500).optional();

const listQuery = z.strictObject({
  limit: z.int().min(1).max(1_000).default(50),
  before: z.number().min(0).max(4_102_444_800).optional().describe('Unix seconds: only what came before'),
  tool: filterText.describe('name of an operation, such as scrape'),
  status: filterText.describe(
    'of a page (ok, blocked, not_found, ...), or the code of a refusal (invalid, forbidden, ...)',
  ),
  origin: filterText.describe('http, mcp, cli, v2, job or schedule'),
  country: filterText.describe('two-letter code of the exit country'),
  q: filterText.describe('text found in the address or the error'),
  key_id: filterText.describe('id of the key that asked'),
});

function toFilter(query: z.output<typeof listQuery>): HistoryFilter {
  const { limit, before, tool, status, origin, country, q, key_id: keyId } = query;
  return {
    limit,
    before: before ?? null,
    tool: tool ?? null,
    status: status ?? null,
    origin: origin ?? null,
    country: country ?? null,
    q: q ?? null,
    keyId: keyId ?? null,
  };
}

const annotations = { readOnly: true, destructive: false, idempotent: true, openWorld: false };

/** What was asked, newest first. */
export function listRequestsOperation(ports: Pick<RequestsPorts, 'listRequests'>): Operation {
  return defineOperation({
    name: 'list_requests',
    title: 'List requests',
    description: 'What this account asked for, through every door, newest first. Filters combine.',
    price: 'free',
    method: 'GET',
    path: '/v1/requests',
    scope: 'read',
    stores: false,
    annotations,
    input: { query: listQuery },
    toCommand: ({ query }) => toFilter(query),
    output: z.object({ requests: z.array(entrySchema), next_before: z.number().nullable() }),
    example: { query: { limit: 50, tool: 'scrape', status: 'ok' } },
    run: async (filter, context) => {
      const { requests, nextBefore } = await ports.listRequests(context.principal.accountId, filter);
      return freeOutcome({ requests, next_before: nextBefore });
    },
  });
}

/** One request with what was asked and its receipt. */
export function getRequestOperation(ports: Pick<RequestsPorts, 'findRequest'>): Operation {
  return defineOperation({
    name: 'get_request',
    title: 'Look at a request',
    description: 'One entry of the history with its parameters (secrets masked) and its receipt.',
    price: 'free',
    method: 'GET',
    path: '/v1/requests/{rid}',
    scope: 'read',
    stores: false,
    annotations,
    input: { path: z.strictObject({ rid: z.string().min(1).max(100) }) },
    toCommand: ({ path }) => path.rid,
    output: detailSchema,
    example: { path: { rid: 'req_0123456789' } },
    run: async (requestId, context) => {
      const entry = await ports.findRequest(context.principal.accountId, requestId);
      if (entry === null) throw new Failure('not_found', 'there is no such request');
      return freeOutcome(entry);
    },
  });
}
