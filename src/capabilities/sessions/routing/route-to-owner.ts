import { Failure } from '../../../domain/system/failure.ts';
import type { OperationContext, Outcome } from '../../../operations/declaration/operation.ts';
import type { SessionPorts } from '../lifecycle/session-ports.ts';
import type { RoutedOperation } from './routed-call.ts';

/** An operation on one session. */
export interface SessionCall {
  operation: RoutedOperation;
  sid: string;
  command: unknown;
}

function notReachable(): Failure {
  return new Failure(
    'unavailable',
    'Another process of the service holds this session and cannot be reached. Try again.',
    { retryAfter: 1 },
  );
}

/**
 * Runs a call in the process that holds the session, if that is another one. Returns null if the session is not open in
 * another process, so that the call runs here.
 */
export async function routeToOwner(
  ports: Pick<SessionPorts, 'sessions' | 'findOwner' | 'owners'>,
  { operation, sid, command }: SessionCall,
  { signal, commit: _commit, saveContinuation: _save, ...context }: OperationContext,
): Promise<Outcome | null> {
  const { accountId } = context.principal;
  if (ports.sessions.find(accountId, sid) !== null) return null;
  const owner = await ports.findOwner(sid, accountId);
  if (owner === null) return null;
  if (owner.address === null) throw notReachable();
  const target = { process: owner.process, address: owner.address };
  const outcome = await ports.owners.run(target, { operation, sid, command, context }, signal);
  if (outcome !== null) return outcome;
  // The session has ended meanwhile, or its process was killed and another one has its address.
  if ((await ports.findOwner(sid, accountId)) === null) return null;
  throw notReachable();
}
