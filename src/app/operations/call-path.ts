import { findPrincipal } from '../../account/accounts/keys.ts';
import { findContinuation, saveContinuation } from '../../account/requests/continuations.ts';
import { claimKey, releaseKey, storeIdempotentResponse } from '../../account/requests/idempotency.ts';
import { createSettlement } from '../../account/requests/settlement.ts';
import type { CapabilityPorts } from '../../capabilities/capability.ts';
import { createBackgroundStart } from '../../capabilities/jobs/background-start.ts';
import type { Sessions } from '../../capabilities/sessions/lifecycle/create-sessions.ts';
import { deriveKey } from '../../domain/crypto/secret-keys.ts';
import type { TargetCheck } from '../../fetching/target-check.ts';
import { type CallPath, createCallPath } from '../../operations/call-path/call.ts';
import { createRateLimiter } from '../../operations/call-path/rate-limiter.ts';
import type { Registry } from '../../operations/declaration/registry.ts';
import { findContent } from '../../store/pages/contents.ts';
import type { AppContext, ServiceContext } from '../app-context.ts';
import { composeFetching, type Fetching } from '../composition/fetching.ts';
import type { Crashes } from '../crashes.ts';
import { watchParts } from '../metrics.ts';
import { composeOperations } from './operations.ts';
import { composePorts } from './ports.ts';
import { toFailure } from './to-failure.ts';

/** The operations of this process, and the parts that interfaces and jobs use beside them. */
export interface ComposedCallPath {
  registry: Registry;
  callPath: CallPath;
  fetching: Fetching;
  ports: CapabilityPorts;
  sessions: Sessions;
  /** Loads the content threads, so that the first page need not wait for them. */
  warm(): Promise<void>;
}

function openCallPath(
  app: AppContext,
  { addressErrors }: Pick<TargetCheck, 'addressErrors'>,
  stack: AsyncDisposableStack,
): CallPath {
  const { settings, clock, log, database, blobs, disk, metrics } = app;
  const continuations = { database, continuationKey: deriveKey(app.rootSecret, 'continuation') };
  const settlement = createSettlement({ database, blobs, clock, log });
  stack.defer(() => settlement.close());
  return createCallPath({
    findPrincipal: (token) => findPrincipal(database, token, clock.now()),
    settlement,
    limiter: createRateLimiter(settings.limits),
    idempotency: {
      claim: (request, now) => claimKey(database, request, now),
      release: (request) => releaseKey(database, request),
      store: storeIdempotentResponse,
      readAnswer: async (accountId, ref) => {
        const found = await findContent({ database, blobs }, accountId, ref, clock.now());
        return found.kind === 'found' ? found.markdown : null;
      },
    },
    continuations: {
      save: (call, state, now) => saveContinuation(continuations, call, state, now),
      find: (call, token, now) => findContinuation(continuations, call, token, now),
    },
    startInBackground: createBackgroundStart({ database, blobs, addressErrors }),
    storageLow: () => disk.isLow(),
    toFailure,
    metrics,
    clock,
    log,
  });
}

/** Composes every operation, and the path that all calls take to them; the stack closes what they opened. */
export function composeCallPath(
  app: ServiceContext,
  crashes: Pick<Crashes, 'guard'>,
  stack: AsyncDisposableStack,
  ownPort: () => number,
): ComposedCallPath {
  const fetching = composeFetching(app, stack, ownPort);
  const { ports, sessions } = composePorts(app, fetching, crashes, ownPort, stack);
  watchParts(app, fetching.threads, fetching.browsers);
  return {
    registry: composeOperations(app.capabilities, ports),
    callPath: openCallPath(app, ports.targets, stack),
    fetching,
    ports,
    sessions,
    warm: () => fetching.threads.warm(),
  };
}
