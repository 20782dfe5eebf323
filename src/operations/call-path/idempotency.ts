import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import canonicalize from 'canonicalize';
import {
  type Commit,
  type IdempotencyClaim,
  type IdempotentRequest,
  type IdempotentResponse,
  noCommit,
  replayPeriodMs,
} from '../../account/requests/idempotency.ts';
import type { NewContent } from '../../account/requests/settlement.ts';
import { addMs } from '../../domain/system/clock.ts';
import { Failure } from '../../domain/system/failure.ts';
import { newSecretIdentifier } from '../../domain/values/identifier.ts';
import { jsonBytes } from '../../domain/values/json-pieces.ts';
import { type Answer, decodeText, type Operation } from '../declaration/operation.ts';
import type { RawInput } from './validate.ts';

/** Storage of idempotent responses. */
export interface IdempotencyPorts {
  claim(request: IdempotentRequest, now: Date): Promise<IdempotencyClaim>;
  release(request: IdempotentRequest): Promise<void>;
  store: (...args: [Parameters<Commit>[0], IdempotentResponse]) => Promise<void>;
  /** Reads a long response; null if it no longer exists. */
  readAnswer(accountId: string, ref: string): Promise<string | null>;
}

/** A run whose response is stored under an Idempotency-Key. */
export interface IdempotentRun {
  commit: Commit;
  /** Returns the response to store with the settlement; nothing more if `commit` has stored it. */
  finish(answer: Answer, now: Date): Promise<{ stored: IdempotentResponse | null; contents: NewContent[] }>;
  /** Releases the key after a failed run. */
  abandon(): Promise<void>;
}

/** A run without an Idempotency-Key. */
export const nonIdempotentRun: IdempotentRun = {
  commit: noCommit,
  finish: async () => ({ stored: null, contents: [] }),
  abandon: async () => {},
};

/** Responses with more bytes are stored compressed in contents. */
const maxInRowLength = 64 * 1024;
const compress = promisify(zstdCompress);

/** Returns method and path of the request, independent of the interface. */
function getRoute({ method, path }: Operation, input: RawInput): string {
  const resolvedPath = path.replaceAll(/\{([a-z_]+)\}/g, (_whole, name: string) =>
    encodeURIComponent(String(input.path[name] ?? '')),
  );
  return `${method} ${resolvedPath}`;
}

/** Throws Failure `invalid` if the text is not an Idempotency-Key. */
export function requireIdempotencyKey(key: string): void {
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return;
  throw new Failure('invalid', 'Idempotency-Key: must have 1 to 255 printable ASCII characters');
}

/** Identifies a request by its canonical content, independent of its notation. */
export function createIdempotentRequest(
  operation: Operation,
  input: RawInput,
  identity: { accountId: string; requestId: string; key: string },
): IdempotentRequest {
  requireIdempotencyKey(identity.key);
  const canonicalRequest = canonicalize({ query: input.query, body: input.body ?? null }) ?? '';
  return {
    ...identity,
    route: getRoute(operation, input),
    fingerprint: createHash('sha256').update(canonicalRequest).digest(),
  };
}

/** Returns the text to store, in UTF-8 if it can be long; null for an answer that is no JSON. */
async function serializeAnswer(
  answer: Answer,
  secretFields: readonly string[],
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (answer.kind === 'json_text') return Buffer.from(answer.text);
  if (answer.kind !== 'json') return null;
  const redacted = Object.fromEntries(secretFields.map((name) => [name, null]));
  return jsonBytes(secretFields.length === 0 ? answer.value : { ...(answer.value as object), ...redacted });
}

async function createContent(accountId: string, text: Uint8Array, now: Date): Promise<NewContent> {
  return {
    ref: newSecretIdentifier('ref'),
    accountId,
    url: '',
    title: null,
    body: await compress(text),
    length: text.byteLength,
    createdAt: now,
    expiresAt: addMs(now, replayPeriodMs),
  };
}

function createFirstRun(
  ports: IdempotencyPorts,
  operation: Operation,
  request: IdempotentRequest,
): IdempotentRun {
  const { accountId, requestId } = request;
  const secretFields = operation.secretFields ?? [];
  let isCommitted = false;
  return {
    async commit(transaction, value) {
      const text = await serializeAnswer({ kind: 'json', value }, secretFields);
      await ports.store(transaction, { accountId, requestId, text: text && decodeText(text), ref: null });
      isCommitted = true;
    },
    async finish(answer, now) {
      const text = isCommitted ? null : await serializeAnswer(answer, secretFields);
      if (text === null) return { stored: null, contents: [] };
      if (text.byteLength <= maxInRowLength)
        return { stored: { accountId, requestId, text: decodeText(text), ref: null }, contents: [] };
      const content = await createContent(accountId, text, now);
      return { stored: { accountId, requestId, text: null, ref: content.ref }, contents: [content] };
    },
    abandon: () => ports.release(request),
  };
}

/**
 * Starts a run under the request's Idempotency-Key: a first run, or the stored response. Throws Failure `conflict` if
 * the key belongs to a different request, or its first run is still in progress.
 */
export async function startIdempotentRun(
  ports: IdempotencyPorts,
  operation: Operation,
  request: IdempotentRequest,
  now: Date,
): Promise<IdempotentRun | { answered: Answer }> {
  const claim = await ports.claim(request, now);
  if (claim.kind === 'first') return createFirstRun(ports, operation, request);
  if (claim.kind === 'other_request') {
    throw new Failure('conflict', 'This Idempotency-Key was used for a different request. Send a new key.');
  }
  if (claim.kind === 'under_way') {
    const reason = 'The first request with this Idempotency-Key is still in progress. Try again later.';
    throw new Failure('conflict', reason, { retryAfter: 2 });
  }
  const text = claim.ref === null ? claim.text : await ports.readAnswer(request.accountId, claim.ref);
  if (text === null)
    throw new Failure(
      'expired',
      'The response for this Idempotency-Key is no longer stored. Send a new key.',
    );
  return { answered: { kind: 'json_text', text } };
}
