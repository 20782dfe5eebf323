import { z } from 'zod';
import type {
  HistoryDetail,
  HistoryEntry,
  HistoryFilter,
  HistoryPage,
} from '../../account/requests/history.ts';
import type { DescribedEntry } from '../../account/requests/request-subjects.ts';
import { origins } from '../../domain/resources/account.ts';
import type { ResourceKind } from '../../domain/resources/missing-resource.ts';
import { freeOutcome, type Operation } from '../../operations/declaration/operation.ts';
import { defineReadOperation } from '../../operations/declaration/read-operation.ts';
import { defineGetOperation, type Resource } from '../../operations/declaration/resource-operations.ts';
import { withSchemaName } from '../../operations/schema-names.ts';
import { keptErrorSchema, receiptSchema } from '../../operations/schemas/receipt.ts';
import { requestsView, requestView } from './requests-view.ts';

const requestKind: ResourceKind = { name: 'request', advice: 'List the identifiers with GET /v1/requests.' };

/** Dependencies of the request history. */
export interface RequestsPorts {
  listRequests(accountId: string, filter: HistoryFilter): Promise<HistoryPage>;
  /** Adds the names of what entries are about. */
  describe(accountId: string, entries: readonly HistoryEntry[]): Promise<DescribedEntry[]>;
  findRequest(accountId: string, requestId: string): Promise<HistoryDetail | null>;
}

const entryFields = {
  rid: z.string().describe('Identifier of the request, as in the header X-Request-Id.'),
  at: z.string().describe('Time of the request (ISO 8601, UTC).'),
  tool: z.string().describe('Name of the operation.'),
  origin: z.enum(origins).describe('Interface or part that made the request.'),
  key_id: z.string().nullable().describe('Identifier of the key that made the request. null: no key.'),
  status: z.string().describe('Status of the page for page operations; otherwise `ok` or the error code.'),
  country: z.string().nullable().describe('Country of the exit (ISO 3166-1 alpha-2). null: none or unknown.'),
  url: z
    .string()
    .nullable()
    .describe('URL of the page, with secrets masked. null: the request is about no single page.'),
  credits: z.int().describe('Charged credits.'),
  ms: z.int().describe('Duration in milliseconds.'),
  error: keptErrorSchema.optional().describe('Error of the request; absent if it succeeded.'),
};

const entrySchema: z.ZodType<DescribedEntry> = withSchemaName(
  'HistoryEntry',
  z.object({
    ...entryFields,
    subject: z
      .object({
        kind: z.string().describe('Such as `monitor` or `dataset`.'),
        id: z.string().describe('Its identifier.'),
        name: z.string().describe('Its name.'),
        outcome: z.string().nullable().describe('What a check found, in one line. null: the status says it.'),
      })
      .nullable()
      .describe('What the request is about. null: nothing with a name, or it no longer exists.'),
  }),
);

const detailSchema: z.ZodType<HistoryDetail> = withSchemaName(
  'HistoryDetail',
  z.object({
    ...entryFields,
    params: z.record(z.string(), z.unknown()).describe('Parameters of the request, with secrets masked.'),
    receipt: receiptSchema.nullable().describe('Receipt of the request. null: it has none.'),
  }),
);

const filterText = z.string().min(1).max(500).optional();
/** Names are compared without regard to case. */
const filterName = z
  .string()
  .min(1)
  .max(500)
  .transform((text) => text.toLowerCase())
  .optional();

const listQuery = z.strictObject({
  limit: z.int().min(1).max(1_000).default(50).describe('Maximum number of items in the response.'),
  before: z
    .number()
    .min(0)
    .max(4_102_444_800)
    .optional()
    .describe('Unix time in seconds; returns only older requests. Use `next_before` of the previous page.'),
  tool: filterName.describe('Name of an operation, such as `scrape`.'),
  status: filterName.describe(
    'Status of a page (ok, blocked, not_found, …) or error code of a rejected request (invalid, forbidden, …).',
  ),
  origin: z
    .preprocess((text) => (typeof text === 'string' ? text.toLowerCase() : text), z.enum(origins))
    .optional()
    .describe('Interface or part that made the request.'),
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, 'Must be a two-letter country code (ISO 3166-1 alpha-2).')
    .transform((text) => text.toUpperCase())
    .optional()
    .describe('Two-letter country code of the exit.'),
  q: filterText.describe('Text to search for in the URL and the error.'),
  key_id: filterText.describe('Identifier of the key that made the request.'),
  reads: z
    .boolean()
    .default(true)
    .describe(
      '`false` leaves out successful requests that only list or get what is stored, such as `get_job`.',
    ),
});

function toFilter(query: z.output<typeof listQuery>): HistoryFilter {
  const { limit, before, tool, status, origin, country, q, key_id: keyId, reads } = query;
  return {
    limit,
    before: before ?? null,
    tool: tool ?? null,
    status: status ?? null,
    origin: origin ?? null,
    country: country ?? null,
    q: q ?? null,
    keyId: keyId ?? null,
    reads,
  };
}

const requestResource: Resource = {
  kind: requestKind,
  path: '/v1/requests/{rid}',
  idName: 'rid',
  id: z.string().min(1).max(100).describe('Identifier of the request.'),
  exampleId: 'req_0123456789',
};

/** Lists requests, newest first. */
export function listRequestsOperation(ports: Pick<RequestsPorts, 'listRequests' | 'describe'>): Operation {
  return defineReadOperation({
    name: 'list_requests',
    title: 'List requests',
    description:
      'Returns the requests of this account through all interfaces, newest first. Filters are combined with AND.',
    path: '/v1/requests',
    input: { query: listQuery },
    toCommand: ({ query }) => toFilter(query),
    output: z.object({
      requests: z.array(entrySchema).describe('Requests, newest first.'),
      next_before: z
        .number()
        .nullable()
        .describe(
          'Value of `before` for the next page, as Unix time in seconds. null: there are no older requests.',
        ),
    }),
    view: requestsView,
    example: { query: { limit: 50, tool: 'scrape', status: 'ok' } },
    run: async (filter, context) => {
      const { accountId } = context.principal;
      const { requests, nextBefore } = await ports.listRequests(accountId, filter);
      return freeOutcome({
        requests: await ports.describe(accountId, requests),
        next_before: nextBefore,
      });
    },
  });
}

/** Returns one request with its parameters and its receipt. */
export function getRequestOperation({ findRequest }: Pick<RequestsPorts, 'findRequest'>): Operation {
  return defineGetOperation(requestResource, {
    name: 'get_request',
    title: 'Get a request',
    description:
      'Returns one entry of the request history with its parameters (secrets masked) and its receipt.',
    output: detailSchema,
    view: requestView,
    find: findRequest,
  });
}
