import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import canonicalize from 'canonicalize';
import {
  type Commit,
  type IdempotencyClaim,
  type IdempotentRequest,
  type KeptAnswer,
  replayedForMs,
} from '../account/idempotency.ts';
import type { NewContent } from '../account/settlement.ts';
import { addMs } from '../domain/clock.ts';
import { Failure } from '../domain/failure.ts';
import { newSecretIdentifier } from '../domain/identifier.ts';
import { type Answer, type Operation, stringOf } from './operation.ts';
import type { RawInput } from './validate.ts';

/** What keeping answers needs of the other rooms. */
export interface IdempotencyPorts {
  claim(request: IdempotentRequest, now: Date): Promise<IdempotencyClaim>;
  release(request: IdempotentRequest): Promise<void>;
  keep: (...args: [Parameters<Commit>[0], KeptAnswer]) => Promise<void>;
  /** A long answer; null when it is gone. */
  readAnswer(accountId: string, ref: string): Promise<string | null>;
}

/** A run whose answer is to be kept. */
export interface FirstRun {
  commit: Commit;
  /** What is to be settled with the answer: nothing more when `commit` has kept it already. */
  finish(answer: Answer, now: Date): Promise<{ kept: KeptAnswer | null; contents: NewContent[] }>;
  /** Gives the key back: the run came to nothing. */
  abandon(): Promise<void>;
}

/** A run of which nothing is kept. */
export const freeRun: FirstRun = {
  commit: async () => {},
  finish: async () => ({ kept: null, contents: [] }),
  abandon: async () => {},
};

/** Longer answers lie in contents, compressed, beside long pages. */
const longestInRow = 64 * 1024;
const compress = promisify(zstdCompress);

/** The path that was asked, whatever door it came through. */
function routeOf({ method, path }: Operation, input: RawInput): string {
  const filled = path.replaceAll(/\{([a-z_]+)\}/g, (_whole, name: string) =>
    encodeURIComponent(String(input.path[name] ?? '')),
  );
  return `${method} ${filled}`;
}

/** Which request this is, by what is asked and not by how it is written. */
export function idempotentRequest(
  operation: Operation,
  input: RawInput,
  by: { accountId: string; requestId: string; key: string },
): IdempotentRequest {
  if (!/^[\x20-\x7e]{1,255}$/.test(by.key)) {
    throw new Failure('invalid', 'Idempotency-Key: 1 to 255 printable ASCII characters');
  }
  const asked = canonicalize({ query: input.query, body: input.body ?? null }) ?? '';
  return {
    ...by,
    route: routeOf(operation, input),
    fingerprint: createHash('sha256').update(asked).digest(),
  };
}

function textOf(answer: Answer, secretFields: readonly string[]): string | null {
  if (answer.kind === 'json_text') return stringOf(answer.text);
  if (answer.kind !== 'json') return null;
  const hidden = Object.fromEntries(secretFields.map((name) => [name, null]));
  return JSON.stringify(
    secretFields.length === 0 ? answer.value : { ...(answer.value as object), ...hidden },
  );
}

async function asContent(accountId: string, text: string, now: Date): Promise<NewContent> {
  return {
    ref: newSecretIdentifier('ref'),
    accountId,
    url: '',
    title: null,
    body: await compress(text),
    length: text.length,
    sections: [],
    createdAt: now,
    expiresAt: addMs(now, replayedForMs),
  };
}

function firstRun(ports: IdempotencyPorts, operation: Operation, request: IdempotentRequest): FirstRun {
  const { accountId, requestId } = request;
  const secretFields = operation.secretFields ?? [];
  let isCommitted = false;
  return {
    async commit(transaction, value) {
      const text = textOf({ kind: 'json', value }, secretFields);
      await ports.keep(transaction, { accountId, requestId, text, ref: null });
      isCommitted = true;
    },
    async finish(answer, now) {
      const text = isCommitted ? null : textOf(answer, secretFields);
      if (text === null) return { kept: null, contents: [] };
      if (text.length <= longestInRow)
        return { kept: { accountId, requestId, text, ref: null }, contents: [] };
      const content = await asContent(accountId, text, now);
      return { kept: { accountId, requestId, text: null, ref: content.ref }, contents: [content] };
    },
    abandon: () => ports.release(request),
  };
}

/**
 * Begins a run under the request's own key: a first one, or the answer that the first one gave. Throws Failure `conflict`
 * when the key stands for another request, or its first run is still under way.
 */
export async function beginIdempotent(
  ports: IdempotencyPorts,
  operation: Operation,
  request: IdempotentRequest,
  now: Date,
): Promise<FirstRun | { answered: Answer }> {
  const claim = await ports.claim(request, now);
  if (claim.kind === 'first') return firstRun(ports, operation, request);
  if (claim.kind === 'other_request') {
    throw new Failure('conflict', 'this Idempotency-Key was used for another request');
  }
  if (claim.kind === 'under_way') {
    const reason = 'the first request with this Idempotency-Key is still under way';
    throw new Failure('conflict', reason, { retryAfter: 2 });
  }
  const text = claim.ref === null ? claim.text : await ports.readAnswer(request.accountId, claim.ref);
  if (text === null) throw new Failure('expired', 'the answer to this Idempotency-Key is no longer kept');
  return { answered: { kind: 'json_text', text } };
}
