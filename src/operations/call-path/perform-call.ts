import type { Commit } from '../../account/requests/idempotency.ts';
import { addMs } from '../../domain/system/clock.ts';
import { cleanJsonText, cleanValue } from '../../domain/values/clean-text.ts';
import type { ServerEvent } from '../declaration/answer-view.ts';
import {
  backgroundWebhook,
  isAsyncRequest,
  type StartInBackground,
  withoutAsync,
} from '../declaration/background.ts';
import { type SaveContinuation, timeLimitOf } from '../declaration/continuation.ts';
import {
  type Answer,
  freeOutcome,
  type OperationContext,
  type Outcome,
  type PublicContext,
} from '../declaration/operation.ts';
import { maskAnswer } from '../declaration/secret-fields.ts';
import { maskedParams, type StartedCall } from './call-request.ts';
import { startDeadline } from './deadline.ts';
import type { ContinuationPorts } from './resume-call.ts';

/** Time limit of every operation (docs/api/limits.md). */
const requestTimeoutMs = 120_000;
/** Time after which work should end, so that time remains for the response. */
const workTimeoutMs = 100_000;

/** Dependencies of {@link performCall}. */
export interface PerformPorts {
  startInBackground: StartInBackground;
  continuations: ContinuationPorts;
}

/** Returns the function that saves the work which a call leaves. */
export function createContinuationSave(
  { save }: Pick<ContinuationPorts, 'save'>,
  { operation, principal }: Pick<StartedCall, 'operation' | 'principal'>,
  { body }: Record<string, unknown>,
  now: Date,
): SaveContinuation {
  return async (command) => {
    if (operation.continues !== true || principal === null) return null;
    return save({ accountId: principal.accountId, operation: operation.name }, { body, command }, now);
  };
}

function createContext(
  call: StartedCall,
  input: Record<string, unknown>,
  commit: Commit,
  deadline: AbortSignal,
  { continuations }: PerformPorts,
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
    workUntil: addMs(call.startedAt, Math.min(workTimeoutMs, timeLimitOf(input) ?? workTimeoutMs)),
    saveContinuation: createContinuationSave(continuations, call, input, call.startedAt),
    commit,
  } as OperationContext | PublicContext;
}

/** Masks what the principal may not use in an answer. */
function forReader({ operation, principal }: StartedCall, outcome: Outcome): Outcome {
  const { answer } = outcome;
  const mayWrite =
    principal === null || principal.scopes.includes('write') || principal.scopes.includes('admin');
  if (mayWrite || answer.kind !== 'json') return outcome;
  return { ...outcome, answer: { kind: 'json', value: maskAnswer(operation.output, answer.value) } };
}

async function* cleanEvents(events: AsyncIterable<ServerEvent>): AsyncGenerator<ServerEvent> {
  for await (const event of events) yield cleanValue(event);
}

/**
 * Replaces NUL and lone surrogates in an answer, which pages may contain and many JSON parsers reject. All interfaces get
 * their answers here, and stored answers are stored like this.
 */
function cleanAnswer(answer: Answer): Answer {
  switch (answer.kind) {
    case 'json':
      return { kind: 'json', value: cleanValue(answer.value) };
    case 'json_text':
      return { kind: 'json_text', text: cleanJsonText(answer.text) };
    case 'events':
      return { kind: 'events', open: (signal) => cleanEvents(answer.open(signal)) };
    case 'bytes':
      return answer;
  }
}

/** Runs the operation within its time limit, which continues after the return only for streams. */
async function performNow(
  call: StartedCall,
  input: Record<string, unknown>,
  commit: Commit,
  ports: PerformPorts,
): Promise<Outcome> {
  const deadline = startDeadline(requestTimeoutMs);
  let isStream = false;
  try {
    const context = createContext(call, input, commit, deadline.signal, ports);
    const performed = await call.operation.perform(input, context);
    const outcome = forReader(call, { ...performed, answer: cleanAnswer(performed.answer) });
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
  ports: PerformPorts,
): Promise<Outcome> {
  const { operation, principal, requestId, startedAt } = call;
  const webhook = operation.background === undefined ? null : backgroundWebhook(input);
  if (operation.background === undefined || principal === null || !isAsyncRequest(input)) {
    return performNow(call, input, commit, ports);
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
    webhook,
  };
  return { ...freeOutcome(await ports.startInBackground(request, startedAt, commit)), url };
}
