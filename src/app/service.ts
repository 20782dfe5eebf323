import { publishedKeys } from '../account/instance.ts';
import type { Failure } from '../domain/failure.ts';
import { newIdentifier } from '../domain/identifier.ts';
import type { Settings } from '../domain/settings.ts';
import { createHttpDoor } from '../doors/http/http-door.ts';
import type { TakeUpgrade } from '../doors/http/listener.ts';
import { createProbeDoor } from '../doors/http/probe-door.ts';
import type { CallPath } from '../operations/call.ts';
import type { Registry } from '../operations/registry.ts';
import { composeCallPath } from './call-path.ts';
import { databaseAnswers } from './checks.ts';
import { watchExits } from './exits.ts';
import {
  ensureFirstKey,
  type FirstKey,
  type Footing,
  openFooting,
  publishKeys,
  type Replaceable,
} from './footing.ts';
import { startJobs } from './jobs.ts';
import { listen, type Place } from './listening.ts';
import { closeLeftSessions, composeLiveView } from './sessions.ts';
import { toFailure } from './to-failure.ts';
import { composeV2, composeWatching } from './v2.ts';
import { version } from './version.ts';
import { startWorking } from './working.ts';

/** A service that serves. */
export interface RunningService {
  url: string;
  role: Settings['role'];
  /** How the database is run and where the data lies, for the first lines of output. */
  databaseKind: string;
  dataDirectory: string;
  /** The first key when it was made just now, and the file that keeps it. */
  firstKey: FirstKey | null;
  /** Resolves with the reason when the service can no longer go on. */
  lost: Promise<Failure>;
  /** Finishes what runs, then stops everything in order. */
  stop(): Promise<void>;
}

/** Opens the HTTP door. */
async function openDoor(
  footing: Footing,
  registry: Registry,
  callPath: CallPath,
  { signals, admitViewer }: Pick<ReturnType<typeof composeCallPath>, 'signals' | 'admitViewer'>,
  stopping: AbortSignal,
  stack: AsyncDisposableStack,
): Promise<Place> {
  const { settings, database, clock, log } = footing;
  let url = '';
  const door = createHttpDoor({
    registry,
    dialect: composeV2(footing, registry),
    callPath,
    version,
    baseUrl: settings.baseUrl,
    ownUrl: () => url,
    trustedProxies: settings.trustedProxies,
    corsOrigins: settings.corsOrigins,
    ready: async () => !stopping.aborted && (await databaseAnswers(database)),
    receiptKeys: async () => publishedKeys(database),
    stopping,
    toFailure,
    metrics: footing.metrics,
    clock,
    log,
  });
  const watching = composeWatching(footing, callPath.authenticate, signals, () => url, stopping);
  const showing = composeLiveView(footing, admitViewer, () => url, stopping);
  const takeUpgrade: TakeUpgrade = (request, connection, head) => {
    const take = request.url?.startsWith('/v1/') === true ? showing : watching;
    take(request, connection, head);
  };
  const place = await listen(settings, (request, env) => door.fetch(request, env), stack, takeUpgrade);
  url = place.url;
  return place;
}

/** Opens the way in of a process that only works: it tells whether it lives and whether it can work. */
async function openProbes(
  { settings, database, metrics, clock }: Footing,
  callPath: CallPath,
  stopping: AbortSignal,
  stack: AsyncDisposableStack,
): Promise<Place> {
  const ready = async () => !stopping.aborted && (await databaseAnswers(database));
  const door = createProbeDoor({
    ready,
    metrics,
    callPath,
    toFailure,
    newRequestId: () => newIdentifier('req', clock.now()),
  });
  return listen(settings, (request) => door.fetch(request), stack);
}

/**
 * Starts the whole service; throws Failure with one line when it cannot. A start that is called off undoes what it did
 * and rejects.
 */
export async function startService(
  settings: Settings,
  replaced: Replaceable = {},
  calledOff: AbortSignal = new AbortController().signal,
): Promise<RunningService> {
  await using stack = new AsyncDisposableStack();
  const { promise: lost, resolve: onLost } = Promise.withResolvers<Failure>();
  const footing = await openFooting(settings, replaced, stack, { isVisitor: false, calledOff, onLost });
  // Whoever serves nobody needs no account and makes no key.
  const firstKey = settings.role === 'worker' ? null : await ensureFirstKey(footing);
  calledOff.throwIfAborted();
  let port = settings.port;
  const { registry, callPath, fetching, signals, admitViewer, warm } = composeCallPath(
    footing,
    stack,
    () => port,
  );
  if (settings.role !== 'api') await startWorking(footing, stack, () => port);
  calledOff.throwIfAborted();
  const stopping = new AbortController();
  const place =
    settings.role === 'worker'
      ? await openProbes(footing, callPath, stopping.signal, stack)
      : await openDoor(footing, registry, callPath, { signals, admitViewer }, stopping.signal, stack);
  port = place.port;
  watchExits(footing, fetching.exits, stack);
  if (settings.role !== 'api') await startJobs(footing, { fetching, registry, signals }, stack);
  await publishKeys(footing);
  await closeLeftSessions(footing);
  calledOff.throwIfAborted();
  // Not waited for: whoever asks now is served a little slower. What cannot be warmed is told of in the log.
  warm().catch(() => {});
  const rest = stack.move();
  return {
    url: place.url,
    role: settings.role,
    databaseKind: footing.databaseKind,
    dataDirectory: footing.directory.path,
    firstKey,
    lost,
    async stop() {
      stopping.abort();
      await rest.disposeAsync();
    },
  };
}
