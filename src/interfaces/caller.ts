import type { Origin, Principal } from '../domain/resources/account.ts';
import type { Clock } from '../domain/system/clock.ts';
import { newIdentifier } from '../domain/values/identifier.ts';
import type { CallPath } from '../operations/call-path/call.ts';
import type { RawInput } from '../operations/call-path/validate.ts';
import type { Answer, Operation } from '../operations/declaration/operation.ts';

/** A request through an interface that names operations instead of routes. */
export interface CallerRequest {
  operation: Operation;
  input: RawInput;
  signal: AbortSignal;
}

/** Answer of an operation, and the identifier of its entry in the request history. */
export interface CallerAnswer {
  answer: Answer;
  requestId: string;
}

/** Calls operations for one identity, in this process or over HTTP. */
export interface Caller {
  /** Throws Failure. */
  call(request: CallerRequest): Promise<CallerAnswer>;
}

/** Dependencies and identity of a caller in this process. */
export interface LocalCallerOptions {
  callPath: CallPath;
  clock: Clock;
  principal: Principal;
  origin: Origin;
  baseUrl: string;
}

/** Creates a caller for the operations of this process, through the same call path as every interface. */
export function createLocalCaller({ callPath, clock, ...identity }: LocalCallerOptions): Caller {
  return {
    async call(request) {
      const requestId = newIdentifier('req', clock.now());
      return { answer: await callPath.run({ ...request, ...identity, requestId }), requestId };
    },
  };
}
