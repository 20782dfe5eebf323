import { maskParams } from '../account/mask-params.ts';
import type { Settlement } from '../account/settlement.ts';
import type { Origin, Principal } from '../domain/account.ts';
import type { Clock } from '../domain/clock.ts';
import { Failure } from '../domain/failure.ts';
import type { Log } from '../domain/log.ts';
import type { Answer, Operation, OperationContext, Outcome, PublicContext } from './operation.ts';
import { type RawInput, validate } from './validate.ts';

/** Every operation answers within this time (api.md section 1, "Long calls"). */
const answerWithinMs = 120_000;

/** A request as a door hands it over, already authenticated where the operation needs it. */
export interface Call {
  operation: Operation;
  input: RawInput;
  principal: Principal | null;
  origin: Origin;
  requestId: string;
  baseUrl: string;
  /** Aborted when the caller is gone. */
  signal: AbortSignal;
}

/** What `createCall` needs of the other rooms. */
export interface CallPorts {
  /** Who holds this token; null when nobody does. */
  findPrincipal(token: string): Promise<Principal | null>;
  settlement: Settlement;
  /** Whether the disk is too full to store anything. */
  storageLow(): boolean;
  /** Turns anything thrown into a failure that a caller may see. */
  toFailure(error: unknown): Failure;
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

/** Composes the path of authentication, validation, work, settlement and history. */
export function createCallPath(ports: CallPorts): CallPath {
  const { settlement, clock, log } = ports;

  async function authenticate(token: string | null): Promise<Principal> {
    if (token === null) throw new Failure('unauthorized', 'send a key as "Authorization: Bearer KEY"');
    const principal = await ports.findPrincipal(token).catch((error: unknown) => {
      throw ports.toFailure(error);
    });
    if (principal === null) throw new Failure('unauthorized', 'this key is unknown, expired or revoked');
    return principal;
  }

  /** Writes the history entry; with it, in one transaction, whatever the request is charged. */
  async function record(call: Call, startedAt: Date, outcome: Outcome | Failure): Promise<void> {
    if (call.principal === null) return;
    const failed = outcome instanceof Failure;
    const charges = failed ? [] : outcome.charges;
    const { path, query, body } = call.input;
    await settlement.record({
      requestId: call.requestId,
      accountId: call.principal.accountId,
      keyId: call.principal.keyId,
      at: startedAt,
      tool: call.operation.name,
      origin: call.origin,
      status: failed ? outcome.kind : outcome.status,
      country: failed ? null : outcome.country,
      url: failed ? null : outcome.url,
      credits: charges.reduce((sum, charge) => sum + charge.credits, 0),
      ms: Math.max(0, clock.now().getTime() - startedAt.getTime()),
      error: failed ? { code: outcome.kind, message: outcome.message } : outcome.error,
      params: maskParams({ ...path, ...query, ...(typeof body === 'object' ? body : {}) }),
      receipts: failed ? [] : outcome.receipts,
      charges,
      reservationId: failed ? null : outcome.reservationId,
      contents: failed ? [] : outcome.contents,
      // Where nothing was charged or stored, losing the entry to a crash loses nothing that was acknowledged.
      durable: !failed && (outcome.receipts.length > 0 || outcome.contents.length > 0),
    });
  }

  async function work(call: Call, startedAt: Date): Promise<Outcome> {
    const { operation } = call;
    refuseScope(operation, call.principal);
    const input = validate(operation.input, call.input);
    if (operation.stores && ports.storageLow()) {
      throw new Failure('unavailable', 'too little disk space is left to store anything', { retryAfter: 60 });
    }
    const context: Omit<OperationContext, 'principal'> = {
      requestId: call.requestId,
      origin: call.origin,
      baseUrl: call.baseUrl,
      signal: AbortSignal.any([call.signal, AbortSignal.timeout(answerWithinMs)]),
      startedAt,
    };
    return operation.perform(input, { ...context, principal: call.principal } as
      | OperationContext
      | PublicContext);
  }

  async function run(call: Call): Promise<Answer> {
    const startedAt = clock.now();
    let outcome: Outcome;
    try {
      outcome = await work(call, startedAt);
    } catch (error) {
      const failure = ports.toFailure(error);
      if (failure.kind === 'internal')
        log.error({ err: error, request_id: call.requestId }, 'operation failed');
      await record(call, startedAt, failure).catch(() => {
        // The caller is told of the failure itself; a database that is down cannot take its history entry.
      });
      throw failure;
    }
    try {
      await record(call, startedAt, outcome);
    } catch (error) {
      throw ports.toFailure(error);
    }
    return outcome.answer;
  }

  return { authenticate, run };
}
