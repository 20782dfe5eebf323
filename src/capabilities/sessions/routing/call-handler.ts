import { runActivity } from '../../../domain/system/activity.ts';
import type { Clock } from '../../../domain/system/clock.ts';
import type { Failure } from '../../../domain/system/failure.ts';
import type { Outcome } from '../../../operations/declaration/operation.ts';
import {
  type AnswerMessage,
  answerRecipient,
  type CallMessage,
  callRecipient,
  type RoutedCall,
} from './routed-call.ts';
import { openMessage, sealMessage } from './sealed-message.ts';

/** Dependencies of {@link createCallHandler}. */
export interface CallHandlerPorts {
  /** Key of messages between processes. */
  key: Uint8Array;
  /** Id of this process. */
  process: string;
  /** Tells whether this process holds the session. */
  holds(accountId: string, sid: string): boolean;
  /** Runs the call in this process. */
  run(call: RoutedCall, signal: AbortSignal): Promise<Outcome>;
  toFailure(error: unknown): Failure;
  clock: Clock;
}

/** Handles a sealed call of another process; null if it is not a valid call to this process. */
export type CallHandler = (sealed: Uint8Array, signal: AbortSignal) => Promise<Buffer | null>;

/** Maximum difference between the clocks of two machines, and age of a message, in ms. */
const maxAgeMs = 60_000;

/** Accepts each nonce once. A message is too old when its nonce is forgotten. */
function createReplayGuard(): (nonce: string, now: number) => boolean {
  const seen = new Map<string, number>();
  return (nonce, now) => {
    for (const [known, at] of seen) {
      // The map is ordered by time.
      if (now - at <= 2 * maxAgeMs) break;
      seen.delete(known);
    }
    if (seen.has(nonce)) return false;
    seen.set(nonce, now);
    return true;
  };
}

async function answerCall(
  { holds, run, toFailure }: CallHandlerPorts,
  call: RoutedCall,
  signal: AbortSignal,
): Promise<AnswerMessage> {
  const { operation, sid, context } = call;
  const { requestId, principal } = context;
  // Checked in the same turn in which the operation looks up the session, so that no call is passed on twice.
  if (!holds(principal.accountId, sid)) return { kind: 'not_held' };
  try {
    const { undo: _, ...outcome } = await runActivity(
      { operation, requestId, accountId: principal.accountId },
      () => run(call, signal),
    );
    return { kind: 'outcome', outcome };
  } catch (error) {
    const { kind, message, errors, retryAfter } = toFailure(error);
    return { kind: 'failure', failure: { kind, message, errors, retryAfter } };
  }
}

/** Creates the handler of calls that other processes pass on to this one, which holds the session. */
export function createCallHandler(ports: CallHandlerPorts): CallHandler {
  const { key, process, clock } = ports;
  const isNew = createReplayGuard();
  return async (sealed, signal) => {
    const message = openMessage(key, callRecipient(process), sealed) as CallMessage | null;
    const now = clock.now().getTime();
    if (message === null || Math.abs(now - message.sentAt) > maxAgeMs || !isNew(message.nonce, now))
      return null;
    return sealMessage(key, answerRecipient(message.nonce), await answerCall(ports, message.call, signal));
  };
}
