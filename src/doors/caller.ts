import type { Origin, Principal } from '../domain/account.ts';
import type { Clock } from '../domain/clock.ts';
import { newIdentifier } from '../domain/identifier.ts';
import type { CallPath } from '../operations/call.ts';
import type { Answer, Operation } from '../operations/operation.ts';
import type { RawInput } from '../operations/validate.ts';

/** One request through a door that names operations rather than routes. */
export interface CallerOrder {
  operation: Operation;
  input: RawInput;
  signal: AbortSignal;
}

/** An answer and the entry of the history that it has. */
export interface CallerAnswer {
  answer: Answer;
  requestId: string;
}

/** Whoever answers operations for one identity: this process, or a service reached over HTTP. */
export interface Caller {
  /** Throws Failure. */
  call(order: CallerOrder): Promise<CallerAnswer>;
}

/** What calling in this process needs, and who calls. */
export interface OwnCallerOptions {
  callPath: CallPath;
  clock: Clock;
  principal: Principal;
  origin: Origin;
  baseUrl: string;
}

/** Calls the operations of this process, on the path that every door takes. */
export function createOwnCaller({ callPath, clock, ...identity }: OwnCallerOptions): Caller {
  return {
    async call(order) {
      const requestId = newIdentifier('req', clock.now());
      return { answer: await callPath.run({ ...order, ...identity, requestId }), requestId };
    },
  };
}
