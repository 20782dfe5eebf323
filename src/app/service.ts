import { setTimeout as pause } from 'node:timers/promises';
import { listPublishedKeys } from '../account/accounts/instance.ts';
import type { Failure } from '../domain/system/failure.ts';
import type { Settings } from '../domain/system/settings.ts';
import { newIdentifier } from '../domain/values/identifier.ts';
import { createHttpInterface } from '../interfaces/http/http-interface.ts';
import type { UpgradeHandler } from '../interfaces/http/listener.ts';
import { createProbeInterface } from '../interfaces/http/probe-interface.ts';
import type { CallPath } from '../operations/call-path/call.ts';
import { findInstructions } from '../page/safety/find-instructions.ts';
import { databaseAnswers } from '../store/database.ts';
import {
  type AppContext,
  ensureFirstKey,
  type FirstKey,
  openAppContext,
  publishKeys,
  type Replaceable,
  type ServiceContext,
} from './app-context.ts';
import { capabilities } from './capabilities.ts';
import { checkStart } from './check-start.ts';
import { databaseTimeoutMs } from './commands/checks.ts';
import { version } from './commands/version.ts';
import { composeConsoleOidc } from './composition/console-oidc.ts';
import { composeConsoleSessions, createSignInUrl } from './composition/console-sessions.ts';
import { watchExits } from './composition/exits.ts';
import { closeSessionsOfKilledProcess, composeLiveView } from './composition/live-view.ts';
import { composeOauth } from './composition/oauth.ts';
import { composeProcessCalls } from './composition/process-calls.ts';
import { composeJobWatching, composeV2 } from './composition/v2.ts';
import { openCrashes } from './crashes.ts';
import { giveBackMemory } from './give-back-memory.ts';
import { listen, type Place } from './listen.ts';
import { type ComposedCallPath, composeCallPath } from './operations/call-path.ts';
import { startJobs } from './operations/jobs.ts';
import { composeSourceCheck } from './operations/source-check.ts';
import { toFailure } from './operations/to-failure.ts';
import { startWorkers } from './start-workers.ts';
import { startWatchdog } from './watchdog.ts';

/** A service that accepts requests, or works on jobs. */
export interface RunningService {
  url: string;
  role: Settings['role'];
  /** Kind of the database, for the first lines of output. */
  databaseKind: string;
  dataDirectory: string;
  /** Parts that do nothing without a setting that is not made, by name. */
  notConfigured: readonly string[];
  /** The first key and its file, if this start created it. */
  firstKey: FirstKey | null;
  /** Creates a one-time link that signs a browser in with the first key; null if this start did not create it. */
  createSignInUrl(): Promise<string | null>;
  /** Resolves with the reason when the service cannot continue. */
  lost: Promise<Failure>;
  /** Waits for running requests, then stops all parts in order. */
  stop(): Promise<void>;
}

/** The two phases of a stop. */
interface StopSignals {
  /** Aborted first: balancers learn that the process stops, and it still accepts requests. */
  draining: AbortSignal;
  /** Aborted when the process accepts no further requests, to end long streams. */
  stopping: AbortSignal;
}

/** Opens the HTTP interface. */
async function openHttpInterface(
  app: AppContext,
  composed: ComposedCallPath,
  { draining, stopping }: StopSignals,
  stack: AsyncDisposableStack,
): Promise<Place> {
  const { registry, callPath, ports, sessions } = composed;
  const { settings, database, clock, log } = app;
  let url = '';
  const httpInterface = createHttpInterface({
    registry,
    dialect: composeV2(app, registry, ports),
    callPath,
    consoleSessions: composeConsoleSessions(app),
    consoleOidc: composeConsoleOidc(app, stack),
    oauth: composeOauth(app, ports.fetchResource),
    version,
    baseUrl: settings.baseUrl,
    fallbackUrl: () => url,
    trustedProxies: settings.trustedProxies,
    corsOrigins: settings.corsOrigins,
    checkSource: composeSourceCheck(settings),
    ready: async () => !draining.aborted && (await databaseAnswers(database, databaseTimeoutMs)),
    receiptKeys: async () => listPublishedKeys(database),
    processCalls: composeProcessCalls(app, registry, sessions),
    stopping,
    toFailure,
    findInstructions,
    missingParts: ports.missingParts,
    metrics: app.metrics,
    clock,
    log,
  });
  const watching = composeJobWatching(
    app,
    (token) => callPath.authenticate(token),
    ports.signals,
    () => url,
    stopping,
  );
  const showing = composeLiveView(app, sessions, () => url, stopping);
  const takeUpgrade: UpgradeHandler = (request, connection, head) => {
    const take = /^\/(?:v1|internal)\//.test(request.url ?? '') ? showing : watching;
    take(request, connection, head);
  };
  const place = await listen(
    settings,
    (request, env) => httpInterface.fetch(request, env),
    stack,
    takeUpgrade,
  );
  url = place.url;
  return place;
}

/** Opens the health endpoints of a process that works on jobs and serves no requests. */
async function openProbeInterface(
  { settings, database, metrics, clock }: AppContext,
  callPath: CallPath,
  stopping: AbortSignal,
  stack: AsyncDisposableStack,
): Promise<Place> {
  const ready = async () => !stopping.aborted && (await databaseAnswers(database, databaseTimeoutMs));
  const httpInterface = createProbeInterface({
    ready,
    metrics,
    callPath,
    toFailure,
    newRequestId: () => newIdentifier('req', clock.now()),
  });
  return listen(settings, (request) => httpInterface.fetch(request), stack);
}

/** Starts the whole service. Throws a Failure of one line if it cannot. A cancelled start undoes its work and rejects. */
export async function startService(
  settings: Settings,
  replaced: Replaceable = {},
  cancelled: AbortSignal = new AbortController().signal,
): Promise<RunningService> {
  await checkStart(settings);
  await using stack = new AsyncDisposableStack();
  const { promise: lost, resolve: onLost } = Promise.withResolvers<Failure>();
  const opened = await openAppContext(settings, replaced, stack, { isReadOnly: false, cancelled, onLost });
  const app: ServiceContext = { ...opened, capabilities: replaced.capabilities ?? capabilities };
  startWatchdog(app, replaced.watchdog, stack);
  giveBackMemory(stack);
  const crashes = await openCrashes(app, stack);
  // A worker serves no requests, so it needs no account and no key.
  const firstKey = settings.role === 'worker' ? null : await ensureFirstKey(app);
  cancelled.throwIfAborted();
  let port = settings.port;
  const composed = composeCallPath(app, crashes, stack, () => port);
  if (settings.role !== 'api') await startWorkers(app, stack, () => port);
  cancelled.throwIfAborted();
  const draining = new AbortController();
  const stopping = new AbortController();
  const signals: StopSignals = { draining: draining.signal, stopping: stopping.signal };
  const place =
    settings.role === 'worker'
      ? await openProbeInterface(app, composed.callPath, stopping.signal, stack)
      : await openHttpInterface(app, composed, signals, stack);
  port = place.port;
  watchExits(app, composed.fetching.exits, stack);
  if (settings.role !== 'api') await startJobs(app, { ...composed, crashes }, stack);
  await publishKeys(app);
  await closeSessionsOfKilledProcess(app);
  cancelled.throwIfAborted();
  // Not awaited: requests before its end are only a little slower. The threads log their own failures.
  composed.warm().catch(() => {});
  // The model may be set in the database.
  const { ports } = composed;
  await ports.modelSettings.refresh();
  const missing = ports.missingParts();
  const rest = stack.move();
  return {
    url: place.url,
    role: settings.role,
    databaseKind: app.databaseKind,
    dataDirectory: app.directory.path,
    notConfigured: missing.map(({ name }) => name),
    firstKey,
    createSignInUrl: async () =>
      firstKey === null ? null : createSignInUrl(app, settings.baseUrl ?? place.url, firstKey.token),
    lost,
    async stop() {
      draining.abort();
      if (settings.role !== 'worker') {
        place.drain();
        await pause(settings.drainMs);
      }
      stopping.abort();
      await crashes.stopNoting();
      await rest.disposeAsync();
    },
  };
}
