import { Failure } from '../../domain/system/failure.ts';
import { type Answer, decodeText } from '../../operations/declaration/operation.ts';
import { checkUnique, type Registry } from '../../operations/declaration/registry.ts';
import type { ApiDialect } from '../http/http-interface.ts';
import { jsonResponse } from '../http/response/json-response.ts';
import { createErrorResponse } from './error-response.ts';
import { createV2Document } from './openapi/v2-document.ts';
import type { V2Reply } from './reply.ts';

/** The same limit as in the third-party API. */
const maxBodyBytes = 10 * 1024 * 1024;

function toReply(answer: Answer): V2Reply {
  if (answer.kind === 'json') return answer.value as V2Reply;
  if (answer.kind === 'json_text') return JSON.parse(decodeText(answer.text)) as V2Reply;
  throw new Error('calls of /v2 must return JSON');
}

async function encode(answer: Answer, acceptEncoding: string | undefined): Promise<Response> {
  const { status, body } = toReply(answer);
  const response = await jsonResponse(body, acceptEncoding);
  return status === 200 ? response : new Response(response.body, { status, headers: response.headers });
}

/** Creates the third-party API, version 2, on top of the operations (docs/api/third-party.md). */
export function createV2Dialect(operations: Registry): ApiDialect {
  return {
    prefix: '/v2/',
    origin: 'v2',
    operations: checkRoutes(operations),
    maxBodyBytes,
    encode,
    encodeFailure: createErrorResponse,
    createDocument: (version) => createV2Document(operations, version),
    createNotFound: (method, path) =>
      new Failure(
        'not_found',
        `${method} ${path} is not supported by this server. /docs lists the supported endpoints.`,
      ),
  };
}

/**
 * Checks that routes are unique. Names can repeat, because they are those of the `/v1` operations in the request
 * history.
 */
function checkRoutes(operations: Registry): Registry {
  checkUnique(
    operations.map((operation) => ({ ...operation, name: `${operation.method} ${operation.path} ` })),
  );
  return operations;
}
