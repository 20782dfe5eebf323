import type { Commit } from '../account/idempotency.ts';
import { maskParams } from '../account/mask-params.ts';
import type { Settlement } from '../account/settlement.ts';
import type { Origin, Principal } from '../domain/account.ts';
import { addMs, type Clock } from '../domain/clock.ts';
import { Failure } from '../domain/failure.ts';
import type { Log } from '../domain/log.ts';
import type { Metrics } from '../domain/metrics.ts';
import { backgroundInput, isForBackground, type StartInBackground } from './background.ts';
import {
  beginIdempotent,
  type FirstRun,
  freeRun,
  type IdempotencyPorts,
  idempotentRequest,
} from './idempotency.ts';
import type { Limiter, RateState } from './limits.ts';
import {
  type Answer,
  freeOutcome,
  type Operation,
  type OperationContext,
  type Outcome,
  type PublicContext,
} from './operation.ts';
import { type RawInput, validate } from './validate.ts';

/** Every operation answers within this time (api.md section 1, "Long calls"). */
const answerWithinMs = 120_000;
/** Time for the work, so that there is some left for the answer. */
const workMs = 100_000;

/** A request as a door hands it over, already authenticated where the operation needs it. */
export interface Call {
  operation: Operation;
  input: RawInput;
  principal: Principal | null;
  origin: Origin;
  requestId: string;
  baseUrl: string;
  /** The IP address that the request came from; null or absent where it came through no network. */
  clientAddress?: string | null;
  /** The media types that the caller takes, as it wrote them; null or absent where it named none. */
  accept?: string | null;
  /** Aborted when the caller is gone. */
  signal: AbortSignal;
  /** The caller's own name for this request, by which a POST takes effect once (Idempotency-Key). */
  idempotencyKey?: string | null;
  /** Told how the bounds on requests stand, before the work and also when it is refused for them. */
  onLimits?(states: RateState[]): void;
}

/** What `createCall` needs of the other rooms. */
export interface CallPorts {
  /** Who holds this token; null when nobody does. */
  findPrincipal(token: string): Promise<Principal | null>;
  settlement: Settlement;
  limiter: Limiter;
  idempotency: IdempotencyPorts;
  startInBackground: StartInBackground;
  /** Whether the disk is too full to store anything. */
  storageLow(): boolean;
  /** Turns anything thrown into a failure that a caller may see. */
  toFailure(error: unknown): Failure;
  metrics: Metrics;
  clock: Clock;
  log: Log;
}

/** The one path that every door takes (invariant 8). */
export interface CallPath {
  /** Throws Failure `unauthorized` unless the token belongs to a key in force. */
  authenticate(token: string | null): Promise<Principal>;
  /** Scope, limits, validation, the work, the bill and the history; throws Failure. */
  run(call: Call): Promise<Answer>;
}

function refuseScope(operation: Operation, principal: Principal | null): void {
  if (operation.scope === null) return;
  if (principal === null) throw new Failure('unauthorized', 'this operation needs a key');
  if (!principal.scopes.includes(operation.scope)) {
    throw new Failure('forbidden', `this key lacks the scope "${operation.scope}"`);
  }
}

/** Thrown where an outcome could not be written. */
class Unsettled extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message, { cause: failure });
    this.failure = failure;
  }
}

const nothingKept = { kept: null, contents: [] };

/** The outcome of a request that was answered before: it costs nothing again. */
function answerAgain(answer: Answer): Outcome {
  return { ...freeOutcome(null), answer };
}

function isDryRun(input: Record<string, unknown>): boolean {
  return (input.query as { dry_run?: boolean } | undefined)?.dry_run === true;
}

/** Whether the work ended because its caller was gone. */
function isDeparture(error: unknown, caller: AbortSignal): boolean {
  return caller.aborted && error === caller.reason;
}

function callerLeft(cause: unknown): Failure {
  return new Failure('unavailable', 'the caller was gone before it was done', { cause });
}

function paramsOf({ input: { path, query, body } }: Call): Record<string, unknown> {
  return maskParams({ ...path, ...query, ...(typeof body === 'object' ? body : {}) });
}

/** Composes the path of authentication, validation, work, settlement and history. */
export function createCallPath(ports: CallPorts): CallPath {
  const { settlement, metrics, clock, log } = ports;

  async function authenticate(token: string | null): Promise<Principal> {
    if (token === null) throw new Failure('unauthorized', 'send a key as "Authorization: Bearer KEY"');
    const principal = await ports.findPrincipal(token).catch((error: unknown) => {
      throw ports.toFailure(error);
    });
    if (principal === null) throw new Failure('unauthorized', 'this key is unknown, expired or revoked');
    return principal;
  }

  /** Writes the history entry; with it, in one transaction, whatever the request is charged and the answer to its key. */
  async function record(
    call: Call,
    startedAt: Date,
    outcome: Outcome | Failure,
    run = freeRun,
  ): Promise<void> {
    const failed = outcome instanceof Failure;
    const charges = failed ? [] : outcome.charges;
    const observed = {
      tool: call.operation.name,
      origin: call.origin,
      status: failed ? outcome.kind : outcome.status,
      credits: charges.reduce((sum, charge) => sum + charge.credits, 0),
      ms: Math.max(0, clock.now().getTime() - startedAt.getTime()),
    };
    metrics.requestEnded(observed);
    if (call.principal === null) return;
    const kept = failed ? nothingKept : await run.finish(outcome.answer, clock.now());
    await settlement.record({
      requestId: call.requestId,
      accountId: call.principal.accountId,
      keyId: call.principal.keyId,
      at: startedAt,
      ...observed,
      country: failed ? null : outcome.country,
      url: failed ? null : outcome.url,
      error: failed ? { code: outcome.kind, message: outcome.message } : outcome.error,
      params: paramsOf(call),
      receipts: failed ? [] : outcome.receipts,
      charges,
      reservationId: failed ? null : outcome.reservationId,
      contents: failed ? [] : [...outcome.contents, ...kept.contents],
      cached: failed ? [] : (outcome.cached ?? []),
      keptAnswer: kept.kept,
      // Where nothing was charged or stored, losing the entry to a crash loses nothing that was acknowledged.
      durable: !failed && (outcome.receipts.length > 0 || outcome.contents.length > 0),
    });
  }

  function contextOf(call: Call, startedAt: Date, commit: Commit): OperationContext | PublicContext {
    return {
      requestId: call.requestId,
      principal: call.principal,
      origin: call.origin,
      baseUrl: call.baseUrl,
      clientAddress: call.clientAddress ?? null,
      accept: call.accept ?? null,
      signal: AbortSignal.any([call.signal, AbortSignal.timeout(answerWithinMs)]),
      startedAt,
      workUntil: addMs(startedAt, workMs),
      commit,
    } as OperationContext | PublicContext;
  }

  /** The run under the key that the caller named, if it did; or the answer that it led to before. */
  async function begin(call: Call, startedAt: Date): Promise<FirstRun | { answered: Answer }> {
    const { operation, input, principal, requestId, idempotencyKey: key } = call;
    if (key == null || principal === null || operation.method !== 'POST') return freeRun;
    const by = { accountId: principal.accountId, requestId, key };
    return beginIdempotent(ports.idempotency, operation, idempotentRequest(operation, input, by), startedAt);
  }

  /** The work itself, or the job that will do it. */
  async function outcomeOf(
    call: Call,
    startedAt: Date,
    input: Record<string, unknown>,
    commit: Commit,
  ): Promise<Outcome> {
    const { operation, principal, requestId } = call;
    if (operation.background === undefined || principal === null || !isForBackground(input)) {
      return operation.perform(input, contextOf(call, startedAt, commit));
    }
    const { url } = (input.body ?? {}) as { url?: string | null };
    const order = {
      type: operation.background,
      operation: operation.name,
      input: backgroundInput(input),
      principal,
      requestId,
      params: paramsOf(call),
      url: url ?? null,
    };
    return { ...freeOutcome(await ports.startInBackground(order, startedAt, commit)), url: order.url };
  }

  async function perform(call: Call, startedAt: Date, input: Record<string, unknown>): Promise<Answer> {
    const { operation } = call;
    const run = await begin(call, startedAt);
    if ('answered' in run) {
      await record(call, startedAt, answerAgain(run.answered));
      return run.answered;
    }
    try {
      if (operation.stores && ports.storageLow()) {
        throw new Failure('unavailable', 'too little disk space is left to store anything', {
          retryAfter: 60,
        });
      }
      const outcome = await outcomeOf(call, startedAt, input, run.commit);
      await settle(call, startedAt, outcome, run);
      return outcome.answer;
    } catch (error) {
      // A key that cannot be given back now is free when its lease is over.
      await run.abandon().catch(() => {});
      throw error;
    }
  }

  /** What could not be settled is not answered; its failure is told, but there is no second entry to write. */
  async function settle(call: Call, startedAt: Date, outcome: Outcome, run: FirstRun): Promise<void> {
    await record(call, startedAt, outcome, run).catch((error: unknown) => {
      throw new Unsettled(ports.toFailure(error));
    });
  }

  async function work(call: Call, startedAt: Date): Promise<Answer> {
    const { operation, principal } = call;
    refuseScope(operation, principal);
    const admission =
      principal === null
        ? null
        : ports.limiter.admit(principal, startedAt, (states) => call.onLimits?.(states));
    try {
      const input = validate(operation.input, call.input);
      const estimate = isDryRun(input) ? operation.preview?.(input) : undefined;
      if (estimate === undefined) return await perform(call, startedAt, input);
      const outcome = freeOutcome({ estimate });
      await settle(call, startedAt, outcome, freeRun);
      return outcome.answer;
    } finally {
      admission?.leave();
    }
  }

  async function run(call: Call): Promise<Answer> {
    const startedAt = clock.now();
    try {
      return await work(call, startedAt);
    } catch (error) {
      if (error instanceof Unsettled) throw error.failure;
      const failure = isDeparture(error, call.signal) ? callerLeft(error) : ports.toFailure(error);
      if (failure.kind === 'internal')
        log.error({ err: error, request_id: call.requestId }, 'operation failed');
      await record(call, startedAt, failure).catch(() => {
        // The caller is told of the failure itself; a database that is down cannot take its history entry.
      });
      throw failure;
    }
  }

  return { authenticate, run };
}
