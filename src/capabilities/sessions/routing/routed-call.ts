import type { FailureKind, ValidationError } from '../../../domain/system/failure.ts';
import type { OperationContext, Outcome } from '../../../operations/declaration/operation.ts';

/** The process that holds a session, and the URL at which other processes reach it. */
export interface SessionOwner {
  process: string;
  address: string;
}

/** Operations on one session, which run in the process that holds it. */
export const routedOperations = ['browser_step', 'get_browser', 'close_browser'] as const;
export type RoutedOperation = (typeof routedOperations)[number];

/** A call of an operation that another process runs. The process that received it settles and records it. */
export interface RoutedCall {
  operation: RoutedOperation;
  sid: string;
  command: unknown;
  context: Omit<OperationContext, 'signal' | 'commit' | 'saveContinuation'>;
}

/** A call on its way. A receiver accepts each `nonce` once, and only for a short time after `sentAt`. */
export interface CallMessage {
  nonce: string;
  /** Milliseconds since 1970. */
  sentAt: number;
  call: RoutedCall;
}

/** The answer to a {@link CallMessage}. */
export type AnswerMessage =
  | { kind: 'outcome'; outcome: Outcome }
  | {
      kind: 'failure';
      failure: {
        kind: FailureKind;
        message: string;
        errors: ValidationError[];
        retryAfter: number | null;
      };
    }
  /** The process does not hold the session, or holds it no longer. */
  | { kind: 'not_held' };

/** Path of the endpoint for calls from other processes. */
export const routedCallPath = '/internal/sessions';
/** Path of the live view for viewers who are connected to another process. */
export const routedLivePath = '/internal/live';

/** Recipient of calls to a process, as in `sealMessage`. */
export function callRecipient(process: string): string {
  return `session call to ${process}`;
}

/** Recipient of the answer to a call, as in `sealMessage`. */
export function answerRecipient(nonce: string): string {
  return `answer to session call ${nonce}`;
}

/** Recipient of a live ticket that a process passes on, as in `sealMessage`. */
export function ticketRecipient(process: string): string {
  return `live ticket to ${process}`;
}
