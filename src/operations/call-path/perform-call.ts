import type { Commit } from '../../account/requests/idempotency.ts';
import { addMs } from '../../domain/system/clock.ts';
import { isAsyncRequest, type StartInBackground, withoutAsync } from '../declaration/background.ts';
import {
  freeOutcome,
  type OperationContext,
  type Outcome,
  type PublicContext,
} from '../declaration/operation.ts';
import { maskedParams, type StartedCall } from './call-request.ts';
import { startDeadline } from './deadline.ts';

/** Time limit of every operation (docs/api.md section 12). */
const requestTimeoutMs = 120_000;
/** Time after which work should end, so that time remains for the response. */
const workTimeoutMs = 100_000;

function createContext(
  call: StartedCall,
  commit: Commit,
  deadline: AbortSignal,
): OperationContext | PublicContext {
  return {
    requestId: call.requestId,
    principal: call.principal,
    origin: call.origin,
    baseUrl: call.baseUrl,
    clientAddress: call.clientAddress ?? null,
    accept: call.accept ?? null,
    signal: AbortSignal.any([call.signal, deadline]),
    startedAt: call.startedAt,
    workUntil: addMs(call.startedAt, workTimeoutMs),
    commit,
  } as OperationContext | PublicContext;
}

/** Runs the operation within its time limit, which continues after the return only for streams. */
async function performNow(
  call: StartedCall,
  input: Record<string, unknown>,
  commit: Commit,
): Promise<Outcome> {
  const deadline = startDeadline(requestTimeoutMs);
  let isStream = false;
  try {
    const outcome = await call.operation.perform(input, createContext(call, commit, deadline.signal));
    isStream = outcome.answer.kind === 'events' || outcome.answer.kind === 'bytes';
    return outcome;
  } finally {
    if (!isStream) deadline.clear();
  }
}

/** Runs the operation of a call, or starts the job that runs it in the background. */
export async function performCall(
  call: StartedCall,
  input: Record<string, unknown>,
  commit: Commit,
  startInBackground: StartInBackground,
): Promise<Outcome> {
  const { operation, principal, requestId, startedAt } = call;
  if (operation.background === undefined || principal === null || !isAsyncRequest(input)) {
    return performNow(call, input, commit);
  }
  const { url = null } = (input.body ?? {}) as { url?: string | null };
  const request = {
    type: operation.background,
    operation: operation.name,
    input: withoutAsync(input),
    principal,
    requestId,
    params: maskedParams(call),
    url,
  };
  return { ...freeOutcome(await startInBackground(request, startedAt, commit)), url };
}
