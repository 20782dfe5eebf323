import { z } from 'zod';
import { type FailureKind, failureKinds } from '../../domain/failure.ts';
import type { JsonObject } from '../../operations/json-schema.ts';
import { named } from '../../operations/schema-names.ts';
import { problems } from '../http/problem.ts';

/** The body of an error answer (RFC 9457). */
export const problemSchema = named(
  'Problem',
  z.object({
    type: z.string().describe('a URI reference; `about:blank` where `code` says it all'),
    title: z.string(),
    status: z.int().describe('the HTTP status again'),
    detail: z.string().describe('what exactly went wrong, for people'),
    code: z.enum(failureKinds),
    request_id: z.string().describe('as in the header X-Request-Id and in the request history'),
    errors: z
      .array(z.object({ pointer: z.string(), detail: z.string() }))
      .optional()
      .describe('with 422, one entry per fault: a JSON pointer into the body, or /query/NAME, /path/NAME'),
  }),
);

/** When each status is answered, and an example of what its detail says. */
const cases: Readonly<Record<string, { name: string; when: string; detail: string }>> = {
  401: {
    name: 'Unauthorized',
    when: 'No key, or one that is unknown, expired or revoked',
    detail: 'send a key as "Authorization: Bearer KEY"',
  },
  402: {
    name: 'InsufficientCredits',
    when: 'The account has too few credits; nothing was done or charged',
    detail: 'the account has too few credits for a single page',
  },
  403: {
    name: 'Forbidden',
    when: 'The key lacks the scope, or may not give away what is asked',
    detail: 'this key lacks the scope "admin"',
  },
  404: {
    name: 'NotFound',
    when: 'There is no such thing in this account; what belongs to another account is answered the same',
    detail: 'there is no such job',
  },
  409: {
    name: 'Conflict',
    when: 'It does not fit the present state, or the Idempotency-Key was used for another request or one still under way',
    detail: 'a job that is completed cannot be cancelled',
  },
  410: {
    name: 'Expired',
    when: 'It was kept for a while and is gone',
    detail: 'this ref has expired: scrape the page again',
  },
  413: {
    name: 'TooLarge',
    when: 'The body has more than 2 MiB',
    detail: 'the body may have 2097152 bytes at most',
  },
  415: {
    name: 'UnsupportedMediaType',
    when: 'The body is not sent as application/json',
    detail: 'send the body as application/json',
  },
  422: {
    name: 'Invalid',
    when: 'The request is not valid: `errors` has one entry for each fault. Fields that are unknown are faults',
    detail: '/formats/0: Invalid option',
  },
  429: {
    name: 'RateLimited',
    when: 'Too many requests a minute or under way at once, of the key or its account',
    detail: 'this account may send 6000 requests a minute',
  },
  500: {
    name: 'Internal',
    when: 'Something went wrong here; the log has it under the request id',
    detail: 'something went wrong here; the log has it under this request id',
  },
  503: {
    name: 'Unavailable',
    when: 'What is needed does not answer now, or too little disk is left to store anything',
    detail: 'the database does not answer',
  },
};

/** The code that a status is shown with. */
function codeOf(status: number): FailureKind {
  return failureKinds.find((kind) => problems[kind].status === status) as FailureKind;
}

const retryHeaders = { 'Retry-After': { $ref: '#/components/headers/Retry-After' } };

function responseOf(status: number): JsonObject {
  const { when, detail } = cases[status] as { when: string; detail: string };
  const code = codeOf(status);
  return {
    description: when,
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
      ...(status === 401 && { 'WWW-Authenticate': { $ref: '#/components/headers/WWW-Authenticate' } }),
      ...((status === 429 || status === 503) && retryHeaders),
      ...(status === 429 && rateHeaderReferences),
    },
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        example: {
          type: 'about:blank',
          title: problems[code].title,
          status,
          detail,
          code,
          request_id: 'req_06gztfydz1wgvaefc9zmsq0z9g',
          ...(status === 422 && { errors: [{ pointer: '/formats/0', detail: 'Invalid option' }] }),
        },
      },
    },
  };
}

/** References to the headers that tell how the bounds on requests stand. */
export const rateHeaderReferences = {
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
};

/** `components.responses`: one for each status of an error. */
export function problemResponses(): Record<string, JsonObject> {
  const statuses = [...new Set(failureKinds.map((kind) => problems[kind].status))].sort((a, b) => a - b);
  return Object.fromEntries(statuses.map((status) => [cases[status]?.name, responseOf(status)]));
}

/** References to the answers for these kinds of failure, by status. */
export function problemReferences(kinds: Iterable<FailureKind>): Record<number, JsonObject> {
  const statuses = new Set([...kinds].map((kind) => problems[kind].status));
  return Object.fromEntries(
    [...statuses].map((status) => [status, { $ref: `#/components/responses/${cases[status]?.name}` }]),
  );
}
