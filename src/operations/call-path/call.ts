import type { Principal } from '../../domain/resources/account.ts';
import { runWithSecretValues } from '../../domain/secrets/known-secrets.ts';
import { runActivity } from '../../domain/system/activity.ts';
import { Failure } from '../../domain/system/failure.ts';
import type { StartInBackground } from '../declaration/background.ts';
import { isDryRun } from '../declaration/estimate.ts';
import { withSentFile } from '../declaration/file-field.ts';
import { type Answer, freeOutcome, type Operation, type Outcome } from '../declaration/operation.ts';
import { type AuthenticationPorts, authenticate } from './authenticate.ts';
import { CallRecorder, type RecorderPorts, SettlementError } from './call-recorder.ts';
import { type Call, type RejectedRequest, type StartedCall, secretsOfCall } from './call-request.ts';
import { checkInput } from './check-input.ts';
import {
  createIdempotentRequest,
  type IdempotencyPorts,
  type IdempotentRun,
  nonIdempotentRun,
  requireIdempotencyKey,
  startIdempotentRun,
} from './idempotency.ts';
import { performCall } from './perform-call.ts';
import type { CountedRequests, RateLimiter, RateLimitState } from './rate-limiter.ts';
import { type ContinuationPorts, continueTokenOf, resumeCall } from './resume-call.ts';
import { validate } from './validate.ts';

/** Dependencies of {@link createCallPath}. */
export interface CallPorts extends RecorderPorts, AuthenticationPorts {
  limiter: RateLimiter;
  idempotency: IdempotencyPorts;
  continuations: ContinuationPorts;
  startInBackground: StartInBackground;
  /** Tells whether the disk is too full to store data. */
  storageLow(): boolean;
}

/** The single path of requests from every interface. */
export interface CallPath {
  /** Throws Failure `unauthorized` unless the token belongs to an active key. */
  authenticate(token: string | null): Promise<Principal>;
  /**
   * Counts the requests of one transmission, such as the messages of a batch, before their calls. Throws Failure
   * `rate_limited`, and counts none, if they exceed a limit.
   */
  countRequests(
    principal: Principal,
    requests: number,
    onLimits?: (states: RateLimitState[]) => void,
  ): CountedRequests;
  /** Checks scope and limits, validates, runs the operation, charges it and records it; throws Failure. */
  run(call: Call): Promise<Answer>;
  /** Records a request that an interface rejects before it becomes a call. Never rejects. */
  recordRejection(request: Omit<RejectedRequest, 'startedAt'>, failure: Failure): Promise<void>;
}

function requireScope(operation: Operation, principal: Principal | null): void {
  if (operation.scope === null) return;
  if (principal === null) {
    throw new Failure('unauthorized', 'This operation needs a key. Send it as "Authorization: Bearer KEY".');
  }
  if (!principal.scopes.includes(operation.scope)) {
    throw new Failure(
      'forbidden',
      `This key does not have the scope "${operation.scope}". Use a key that has it.`,
    );
  }
}

/** Returns the outcome of a replayed response, which costs nothing. */
function replayedOutcome(answer: Answer): Outcome {
  return { ...freeOutcome(null), answer };
}

/** Tells whether the work ended because its caller disconnected. */
function isDisconnect(error: unknown, caller: AbortSignal): boolean {
  return caller.aborted && error === caller.reason;
}

function disconnectFailure(cause: unknown): Failure {
  return new Failure('unavailable', 'The caller disconnected before the request was completed.', { cause });
}

/** Creates the call path: authentication, validation, work, settlement and history. */
export function createCallPath(ports: CallPorts): CallPath {
  return new CallPipeline(ports);
}

class CallPipeline implements CallPath {
  readonly #ports: CallPorts;
  readonly #recorder: CallRecorder;

  constructor(ports: CallPorts) {
    this.#ports = ports;
    this.#recorder = new CallRecorder(ports);
  }

  authenticate(token: string | null): Promise<Principal> {
    return authenticate(this.#ports, token);
  }

  countRequests(
    principal: Principal,
    requests: number,
    onLimits?: (states: RateLimitState[]) => void,
  ): CountedRequests {
    return this.#ports.limiter.count(principal, requests, this.#ports.clock.now(), onLimits);
  }

  run(received: Call): Promise<Answer> {
    const { operation, requestId, principal } = received;
    const input = withSentFile(operation.takesFile === true, received.input);
    const call = { ...received, input };
    const accountId = principal?.accountId ?? null;
    return runActivity({ operation: operation.name, requestId, accountId }, () =>
      runWithSecretValues(
        () => secretsOfCall(call),
        () => this.#runAndRecordFailure({ ...call, startedAt: this.#ports.clock.now() }),
      ),
    );
  }

  async recordRejection(request: Omit<RejectedRequest, 'startedAt'>, failure: Failure): Promise<void> {
    const startedAt = this.#ports.clock.now();
    await this.#recorder.recordRejection({ ...request, startedAt }, failure).catch(() => {
      // The caller gets the failure; an unavailable database cannot store its history entry.
    });
  }

  async #runAndRecordFailure(call: StartedCall): Promise<Answer> {
    try {
      return await this.#admitAndRun(call);
    } catch (error) {
      if (error instanceof SettlementError) throw error.failure;
      const failure = isDisconnect(error, call.signal)
        ? disconnectFailure(error)
        : this.#ports.toFailure(error);
      if (failure.kind === 'internal') {
        this.#ports.log.error({ err: error, request_id: call.requestId }, 'an operation failed');
      }
      await this.#recorder.record(call, failure).catch(() => {
        // The caller gets the original failure; an unavailable database cannot store its history entry.
      });
      throw failure;
    }
  }

  /** Checks scope and rate limits, validates the input, and runs the operation or estimates its cost. */
  async #admitAndRun(call: StartedCall): Promise<Answer> {
    const { operation, principal, startedAt } = call;
    requireScope(operation, principal);
    const admission =
      principal === null
        ? null
        : this.#ports.limiter.admit(principal, startedAt, (states) => call.onLimits?.(states), call.counted);
    try {
      if (call.idempotencyKey != null && operation.method === 'POST')
        requireIdempotencyKey(call.idempotencyKey);
      const checked = { ...call, input: checkInput(call.input) };
      const input = await this.#readInput(checked);
      const estimate = isDryRun(input) ? operation.preview?.(input) : undefined;
      if (estimate === undefined) return await this.#runOnce(checked, input);
      const outcome = freeOutcome({ estimate });
      await this.#recorder.settle(checked, outcome);
      return outcome.answer;
    } finally {
      admission?.release();
    }
  }

  /** Validates the input, or reads that of the call which the request continues. */
  async #readInput({
    operation,
    input,
    principal,
    startedAt,
  }: StartedCall): Promise<Record<string, unknown>> {
    const token = continueTokenOf(operation, input);
    if (token === null || principal === null) return validate(operation.input, input);
    const { accountId } = principal;
    return resumeCall(this.#ports.continuations, operation, input, { accountId, token, now: startedAt });
  }

  /** Runs the operation, or replays the response that is stored under its Idempotency-Key. */
  async #runOnce(call: StartedCall, input: Record<string, unknown>): Promise<Answer> {
    const run = await this.#startRun(call);
    if ('answered' in run) {
      await this.#recorder.record(call, replayedOutcome(run.answered));
      return run.answered;
    }
    try {
      this.#requireDiskSpace(call.operation);
      const outcome = await performCall(call, input, run.commit, this.#ports);
      await this.#recorder.settle(call, outcome, run);
      return outcome.answer;
    } catch (error) {
      // A key that cannot be released now becomes free when its lease expires.
      await run.abandon().catch(() => {});
      throw error;
    }
  }

  async #startRun(call: StartedCall): Promise<IdempotentRun | { answered: Answer }> {
    const { operation, input, principal, requestId, idempotencyKey: key, startedAt } = call;
    if (key == null || principal === null || operation.method !== 'POST') return nonIdempotentRun;
    const identity = { accountId: principal.accountId, requestId, key };
    const request = createIdempotentRequest(operation, input, identity);
    return startIdempotentRun(this.#ports.idempotency, operation, request, startedAt);
  }

  #requireDiskSpace(operation: Operation): void {
    if (!operation.writesToDisk || !this.#ports.storageLow()) return;
    throw new Failure('unavailable', 'Too little disk space is left to store data. Free some space.', {
      retryAfter: 60,
    });
  }
}
