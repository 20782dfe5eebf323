import { z } from 'zod';
import { type FailureKind, failureKinds } from '../../domain/system/failure.ts';
import type { JsonObject } from '../../operations/json-schema.ts';
import { withSchemaName } from '../../operations/schema-names.ts';
import { problems, problemType } from '../http/response/problem.ts';

/** Body of an error response (RFC 9457). */
export const problemSchema = withSchemaName(
  'Problem',
  z.object({
    type: z.string().describe('URL of the section about `code` in the error reference of the service.'),
    title: z.string().describe('Reason phrase of the error, such as "Not Found".'),
    status: z.int().describe('HTTP status code.'),
    detail: z.string().describe('Explanation of this error, for people.'),
    code: z.enum(failureKinds).describe('Code of the error, for programs. The list is closed.'),
    request_id: z
      .string()
      .describe(
        'Identifier of the request, the same as in the header X-Request-Id and in the request history.',
      ),
    setting: z.string().optional().describe('With `not_configured`: the setting to set.'),
    documentation: z
      .string()
      .optional()
      .describe('With `not_configured`: URL of the page about the setting.'),
    errors: z
      .array(
        z.object({
          pointer: z.string().describe('JSON Pointer of the field.'),
          detail: z.string().describe('Reason why the value is not valid.'),
        }),
      )
      .optional()
      .describe(
        'With 422: one entry per validation error, with a JSON Pointer into the body, or /query/NAME or /path/NAME.',
      ),
  }),
);

/** Reason and example of each error status of an operation. */
const errorCases: Readonly<Record<string, { name: string; description: string; detail: string }>> = {
  401: {
    name: 'Unauthorized',
    description: 'The key is missing, unknown, expired or revoked.',
    detail: 'The request has no API key. Send one as "Authorization: Bearer KEY".',
  },
  402: {
    name: 'InsufficientCredits',
    description: 'The account has too few credits. Nothing was done or charged.',
    detail: 'The account has too few credits for a page.',
  },
  403: {
    name: 'Forbidden',
    description: 'The key does not have the required scope, or requested permissions that it does not have.',
    detail: 'This key does not have the scope "admin".',
  },
  404: {
    name: 'NotFound',
    description:
      'The resource does not exist in this account. Resources of other accounts are reported in the same way.',
    detail: 'There is no job with this identifier. List the jobs with GET /v1/jobs.',
  },
  405: {
    name: 'MethodNotAllowed',
    description: 'The path does not accept the method of the request. The header `Allow` lists the methods.',
    detail: '/v1/jobs does not accept PUT. Use GET or HEAD.',
  },
  409: {
    name: 'Conflict',
    description:
      'The current state does not allow the action, or the Idempotency-Key was used for another request or for one that is still running.',
    detail: 'A completed job cannot be cancelled.',
  },
  410: {
    name: 'Expired',
    description: 'The resource has expired.',
    detail: 'This ref has expired. Scrape the page again to get a new one.',
  },
  413: {
    name: 'TooLarge',
    description: 'The body has more than 2 MiB, or its file more than 20 MB.',
    detail: 'The body has more than 2097152 bytes.',
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The body is not sent as application/json.',
    detail: 'The content type of the body is not supported. Send the body as application/json.',
  },
  422: {
    name: 'Invalid',
    description:
      'The request is not valid. `errors` has one entry per validation error. Unknown fields are validation errors.',
    detail: '/url: is required',
  },
  429: {
    name: 'RateLimited',
    description: 'Too many requests per minute or concurrent requests, of the key or its account.',
    detail: 'This account is limited to 6000 requests per minute.',
  },
  500: {
    name: 'Internal',
    description: 'An internal error occurred. The log contains details under the request identifier.',
    detail: 'An internal error occurred. The log contains details under this request identifier.',
  },
  501: {
    name: 'NotConfigured',
    description:
      'A part that the request needs is not configured. `setting` and `documentation` say how to enable it. A repetition fails again.',
    detail: 'No search provider is configured. Set WEBDATA_SEARCH to enable it (docs/search.md).',
  },
  503: {
    name: 'Unavailable',
    description: 'A required part does not answer, or there is too little disk space.',
    detail: 'The database does not answer.',
  },
};

/** Returns the error code for a status. */
function codeOf(status: number): FailureKind {
  return failureKinds.find((kind) => problems[kind].status === status) as FailureKind;
}

/** Address of a service in examples. */
const exampleBaseUrl = 'http://127.0.0.1:8787';

const retryHeaders = { 'Retry-After': { $ref: '#/components/headers/Retry-After' } };

function createResponse(status: number): JsonObject {
  const { description, detail } = errorCases[status] as { description: string; detail: string };
  const code = codeOf(status);
  return {
    description,
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
      ...(status === 401 && { 'WWW-Authenticate': { $ref: '#/components/headers/WWW-Authenticate' } }),
      ...(status === 405 && { Allow: { $ref: '#/components/headers/Allow' } }),
      ...((status === 429 || status === 503) && retryHeaders),
      ...(status === 429 && rateHeaderReferences),
    },
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        example: {
          type: problemType(code, exampleBaseUrl),
          title: problems[code].title,
          status,
          detail,
          code,
          request_id: 'req_06gztfydz1wgvaefc9zmsq0z9g',
          ...(status === 422 && { errors: [{ pointer: '/url', detail: 'is required' }] }),
        },
      },
    },
  };
}

/** References to the rate limit headers. */
export const rateHeaderReferences = {
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
};

/** Returns `components.responses`: one response per error status. */
export function problemResponses(): Record<string, JsonObject> {
  const statuses = [...new Set(failureKinds.map((kind) => problems[kind].status))]
    .filter((status) => status in errorCases)
    .sort((a, b) => a - b);
  return Object.fromEntries(statuses.map((status) => [errorCases[status]?.name, createResponse(status)]));
}

/** Returns references to the responses for these kinds of failure, by status. */
export function problemReferences(kinds: Iterable<FailureKind>): Record<number, JsonObject> {
  const statuses = new Set([...kinds].map((kind) => problems[kind].status));
  return Object.fromEntries(
    [...statuses].map((status) => [status, { $ref: `#/components/responses/${errorCases[status]?.name}` }]),
  );
}
