import type { FinishedRequest, Settlement } from '../../account/requests/settlement.ts';
import type { Origin } from '../../domain/resources/account.ts';
import { createSecretFilter } from '../../domain/secrets/secret-filter.ts';
import type { Clock } from '../../domain/system/clock.ts';
import { Failure } from '../../domain/system/failure.ts';
import type { Log } from '../../domain/system/log.ts';
import type { Metrics } from '../../domain/system/metrics.ts';
import type { Outcome } from '../declaration/operation.ts';
import { maskedParams, type RejectedRequest, type StartedCall } from './call-request.ts';
import { type IdempotentRun, nonIdempotentRun } from './idempotency.ts';

/** Dependencies of {@link CallRecorder}. */
export interface RecorderPorts {
  settlement: Settlement;
  /** Converts any thrown value to a failure that is safe to return. */
  toFailure(error: unknown): Failure;
  metrics: Metrics;
  clock: Clock;
  log: Log;
}

/** Thrown if an outcome could not be written. */
export class SettlementError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message, { cause: failure });
    this.failure = failure;
  }
}

/** Values of a request for metrics and history. */
interface CallSummary {
  tool: string;
  origin: Origin;
  status: string;
  credits: number;
  ms: number;
}

/** The fields of a history entry that depend on the outcome. */
type OutcomeFields = Omit<
  FinishedRequest,
  'requestId' | 'accountId' | 'keyId' | 'at' | 'params' | keyof CallSummary
>;

function failureFields(failure: Failure): OutcomeFields {
  return {
    country: null,
    url: null,
    error: { code: failure.kind, message: failure.message },
    receipts: [],
    charges: [],
    reservationId: null,
    contents: [],
    cached: [],
    idempotentResponse: null,
    isDurable: false,
  };
}

/**
 * Tells whether a call is a successful free read of the console. An open page of the console reads every few seconds, which
 * would hide the requests of the user in the history.
 */
function isConsoleRead({ isFromConsole, operation }: StartedCall, outcome: Outcome | Failure): boolean {
  if (isFromConsole !== true || outcome instanceof Failure) return false;
  const isFree = outcome.receipts.length === 0 && outcome.charges.length === 0;
  return operation.method === 'GET' && operation.annotations.readOnly && isFree;
}

/** Writes charges, responses for Idempotency-Keys and history entries of calls. */
export class CallRecorder {
  readonly #ports: RecorderPorts;

  constructor(ports: RecorderPorts) {
    this.#ports = ports;
  }

  /** Writes the history entry and, in the same transaction, the charges and the response for the Idempotency-Key. */
  async record(
    call: StartedCall,
    outcome: Outcome | Failure,
    run: IdempotentRun = nonIdempotentRun,
  ): Promise<void> {
    const request = { ...call, tool: call.operation.name, params: {} };
    const summary = this.#summarize(request, outcome);
    this.#ports.metrics.requestCompleted(summary);
    if (call.principal === null || isConsoleRead(call, outcome)) return;
    const fields =
      outcome instanceof Failure ? failureFields(outcome) : await this.#outcomeFields(outcome, run);
    const secrets = createSecretFilter(outcome instanceof Failure ? [] : outcome.secrets);
    const params = secrets.maskValue(maskedParams(call));
    await this.#write({ ...request, params }, summary, {
      ...fields,
      url: fields.url === null ? null : secrets.mask(fields.url),
      error: secrets.maskValue(fields.error),
    });
  }

  /** Writes the history entry of a request that was rejected before it became a call. */
  async recordRejection(request: RejectedRequest, failure: Failure): Promise<void> {
    const summary = this.#summarize(request, failure);
    this.#ports.metrics.requestCompleted(summary);
    await this.#write(request, summary, failureFields(failure));
  }

  async #write(request: RejectedRequest, summary: CallSummary, fields: OutcomeFields): Promise<void> {
    const { requestId, principal, startedAt, params } = request;
    if (principal === null) return;
    const { accountId, keyId } = principal;
    await this.#ports.settlement.record({
      ...{ requestId, accountId, keyId, at: startedAt, params },
      ...summary,
      ...fields,
    });
  }

  /**
   * Records an outcome; throws {@link SettlementError} if that fails, after its effects were reverted, because an outcome
   * without a record must not be returned.
   */
  async settle(call: StartedCall, outcome: Outcome, run: IdempotentRun = nonIdempotentRun): Promise<void> {
    try {
      await this.record(call, outcome, run);
    } catch (error) {
      await outcome.undo?.().catch((err: unknown) => {
        const fields = { err, request_id: call.requestId };
        this.#ports.log.warn(
          fields,
          'the effects of a request that could not be recorded are not reverted yet',
        );
      });
      throw new SettlementError(this.#ports.toFailure(error));
    }
  }

  #summarize(request: RejectedRequest, outcome: Outcome | Failure): CallSummary {
    const isFailure = outcome instanceof Failure;
    const charges = isFailure ? [] : outcome.charges;
    return {
      tool: request.tool,
      origin: request.origin,
      status: isFailure ? outcome.kind : outcome.status,
      credits: charges.reduce((sum, charge) => sum + charge.credits, 0),
      ms: Math.max(0, this.#ports.clock.now().getTime() - request.startedAt.getTime()),
    };
  }

  async #outcomeFields(outcome: Outcome, run: IdempotentRun): Promise<OutcomeFields> {
    const stored = await run.finish(outcome.answer, this.#ports.clock.now());
    return {
      country: outcome.country,
      url: outcome.url,
      error: outcome.error,
      receipts: outcome.receipts,
      charges: outcome.charges,
      reservationId: outcome.reservationId,
      contents: [...outcome.contents, ...stored.contents],
      cached: outcome.cached ?? [],
      idempotentResponse: stored.stored,
      // Without charges and stored data, a crash that loses the entry loses nothing that was acknowledged.
      isDurable: outcome.receipts.length > 0 || outcome.contents.length > 0,
    };
  }
}
