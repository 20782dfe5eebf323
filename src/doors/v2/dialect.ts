import { Failure } from '../../domain/failure.ts';
import { type Answer, stringOf } from '../../operations/operation.ts';
import { createRegistry, type Registry } from '../../operations/registry.ts';
import { textResponse } from '../http/compress.ts';
import type { Dialect } from '../http/http-door.ts';
import { errorResponse } from './error-reply.ts';
import type { V2Reply } from './reply.ts';

/** What the third party takes. */
const maxBodyBytes = 10 * 1024 * 1024;

function replyOf(answer: Answer): V2Reply {
  if (answer.kind === 'json') return answer.value as V2Reply;
  if (answer.kind === 'json_text') return JSON.parse(stringOf(answer.text)) as V2Reply;
  throw new Error('calls of /v2 answer JSON');
}

async function encode(answer: Answer, acceptEncoding: string | undefined): Promise<Response> {
  const { status, body } = replyOf(answer);
  const response = await textResponse(JSON.stringify(body), 'application/json', acceptEncoding);
  return status === 200 ? response : new Response(response.body, { status, headers: response.headers });
}

/** The third party's API, version 2, over our own work (spec.md section 4.3). */
export function createV2Dialect(operations: Registry): Dialect {
  return {
    prefix: '/v2/',
    origin: 'v2',
    operations: createRegistryOfCalls(operations),
    maxBodyBytes,
    encode,
    refuse: errorResponse,
    missing: (method, path) =>
      new Failure(
        'not_found',
        `${method} ${path} is not supported by this server; /docs lists what is, under /v1 and /v2`,
      ),
  };
}

/** Routes are unique here too; names, which stand in the history, are those of our own operations and may repeat. */
function createRegistryOfCalls(operations: Registry): Registry {
  createRegistry(
    operations.map((operation) => ({ ...operation, name: `${operation.method} ${operation.path} ` })),
  );
  return operations;
}
