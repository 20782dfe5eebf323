import { publishedKeys } from '../account/instance.ts';
import type { Failure } from '../domain/failure.ts';
import type { Settings } from '../domain/settings.ts';
import { createHttpDoor } from '../doors/http/http-door.ts';
import { startListener } from '../doors/http/listener.ts';
import type { CallPath } from '../operations/call.ts';
import type { Registry } from '../operations/registry.ts';
import { composeCallPath } from './call-path.ts';
import { databaseAnswers } from './checks.ts';
import {
  ensureFirstKey,
  type FirstKey,
  type Footing,
  openFooting,
  publishKeys,
  type Replaceable,
} from './footing.ts';
import { toFailure } from './to-failure.ts';
import { version } from './version.ts';
import { startWorking } from './working.ts';

/** How long a stop waits for requests under way. */
const stopGraceMs = 20_000;

/** A service that serves. */
export interface RunningService {
  url: string;
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
  stopping: AbortSignal,
  stack: AsyncDisposableStack,
): Promise<{ url: string; port: number }> {
  const { settings, database, clock, log } = footing;
  let url = '';
  const door = createHttpDoor({
    registry,
    callPath,
    version,
    baseUrl: settings.baseUrl,
    ownUrl: () => url,
    trustedProxies: settings.trustedProxies,
    corsOrigins: settings.corsOrigins,
    ready: async () => !stopping.aborted && (await databaseAnswers(database)),
    receiptKeys: async () => publishedKeys(database),
    toFailure,
    clock,
    log,
  });
  const listener = await startListener(
    (request, env) => door.fetch(request, env),
    settings.host,
    settings.port,
  );
  stack.defer(() => listener.close(stopGraceMs));
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  url = `http://${host}:${listener.port}`;
  return { url, port: listener.port };
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
  const firstKey = await ensureFirstKey(footing);
  calledOff.throwIfAborted();
  let port = settings.port;
  const { registry, callPath } = composeCallPath(footing, stack, () => port);
  if (settings.role !== 'api') await startWorking(footing, stack, () => port);
  calledOff.throwIfAborted();
  const stopping = new AbortController();
  let url = '';
  if (settings.role !== 'worker')
    ({ url, port } = await openDoor(footing, registry, callPath, stopping.signal, stack));
  await publishKeys(footing);
  calledOff.throwIfAborted();
  const rest = stack.move();
  return {
    url,
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
