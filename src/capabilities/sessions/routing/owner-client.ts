import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../domain/system/clock.ts';
import { errorMessage, Failure } from '../../../domain/system/failure.ts';
import type { Log } from '../../../domain/system/log.ts';
import type { Outcome } from '../../../operations/declaration/operation.ts';
import {
  type AnswerMessage,
  answerRecipient,
  type CallMessage,
  callRecipient,
  type RoutedCall,
  routedCallPath,
  type SessionOwner,
} from './routed-call.ts';
import { openMessage, sealMessage } from './sealed-message.ts';

/** Dependencies of {@link createOwnerClient}. */
export interface OwnerClientPorts {
  /** Key of messages between processes. */
  key: Uint8Array;
  clock: Clock;
  log: Log;
}

/** Calls the processes that hold sessions. */
export interface OwnerClient {
  /**
   * Runs a call in the process that holds the session; null if it does not hold the session any more. Rejects with the
   * Failure of the operation, or with `unavailable` if the process does not respond.
   */
  run(owner: SessionOwner, call: RoutedCall, signal: AbortSignal): Promise<Outcome | null>;
}

/** Longer than the result of any step: texts, snapshots and values; files are in the blob store. */
const maxAnswerBytes = 64 * 2 ** 20;

async function readBounded({ body }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxAnswerBytes) throw new Error(`the answer has more than ${maxAnswerBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function toOutcome(answer: AnswerMessage): Outcome | null {
  if (answer.kind === 'outcome') return answer.outcome;
  if (answer.kind === 'not_held') return null;
  const { kind, message, errors, retryAfter } = answer.failure;
  throw new Failure(kind, message, { errors, ...(retryAfter !== null && { retryAfter }) });
}

/** Creates a client for the endpoint of `createCallHandler` in other processes. */
export function createOwnerClient({ key, clock, log }: OwnerClientPorts): OwnerClient {
  async function send(owner: SessionOwner, call: RoutedCall, signal: AbortSignal): Promise<AnswerMessage> {
    const nonce = randomBytes(16).toString('hex');
    const message: CallMessage = { nonce, sentAt: clock.now().getTime(), call };
    const response = await fetch(new URL(routedCallPath, owner.address), {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: new Uint8Array(sealMessage(key, callRecipient(owner.process), message)),
      redirect: 'error',
      signal,
    });
    // Another program can have the address of a process that has ended.
    if (!response.ok) {
      await response.body?.cancel();
      return { kind: 'not_held' };
    }
    const answer = openMessage(key, answerRecipient(nonce), await readBounded(response));
    if (answer === null) throw new Error('the answer is not from a process of this service');
    return answer as AnswerMessage;
  }

  return {
    async run(owner, call, signal) {
      const answer = await send(owner, call, signal).catch((cause: unknown) => {
        if (signal.aborted) throw signal.reason;
        log.warn(
          { sid: call.sid, address: owner.address, reason: errorMessage(cause) },
          'the process that holds a browser session did not respond',
        );
        throw new Failure(
          'unavailable',
          'The process that holds this session did not respond. Read the session before you repeat the step.',
          { cause, retryAfter: 5 },
        );
      });
      return toOutcome(answer);
    },
  };
}
