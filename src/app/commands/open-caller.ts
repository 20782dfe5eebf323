import { Failure } from '../../domain/system/failure.ts';
import type { Settings } from '../../domain/system/settings.ts';
import { type Caller, createLocalCaller } from '../../interfaces/caller.ts';
import { createRemoteCaller } from '../../interfaces/cli/remote-caller.ts';
import { readSecret } from '../../runtime/files/secret-files.ts';
import { type AppContext, ensureFirstKey, openAppContext } from '../app-context.ts';
import { capabilities } from '../capabilities.ts';
import { readCrashes } from '../crashes.ts';
import { composeCallPath } from '../operations/call-path.ts';
import { startJobs } from '../operations/jobs.ts';
import { findService, ownAddress } from './find-service.ts';

/** An open client of a service; disposing closes it. */
export interface OpenCaller extends AsyncDisposable {
  caller: Caller;
  /** True if the work is done in this process. */
  isEmbedded: boolean;
}

/** The interface that calls come from, as in the request history. */
type InterfaceName = 'cli' | 'mcp';

/** Opens the context as the owner of the database, or read-only if a service owns it. */
async function openContext(
  settings: Settings,
  stack: AsyncDisposableStack,
): Promise<{ app: AppContext; isReadOnly: boolean }> {
  const startMode = { cancelled: new AbortController().signal, onLost() {} };
  await using attempt = new AsyncDisposableStack();
  try {
    const app = await openAppContext(settings, {}, attempt, { ...startMode, isReadOnly: false });
    stack.use(attempt.move());
    return { app, isReadOnly: false };
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'conflict') throw error;
  }
  return {
    app: await openAppContext(settings, {}, stack, { ...startMode, isReadOnly: true }),
    isReadOnly: true,
  };
}

/** Options of {@link openCaller}. */
export interface OpenCallerOptions {
  settings: Settings;
  interfaceName: InterfaceName;
  /** Reports that no service was found, and whose settings are used instead. */
  onEmbedded(message: string): void;
}

/** Opens the whole service in this process, without its network interfaces. */
async function openEmbedded(
  settings: Settings,
  { interfaceName, onEmbedded }: Omit<OpenCallerOptions, 'settings'>,
  stack: AsyncDisposableStack,
): Promise<Caller> {
  const { app: opened, isReadOnly } = await openContext(settings, stack);
  const app = { ...opened, capabilities };
  const reason = isReadOnly ? 'the service that uses the database was not found' : 'no service runs';
  onEmbedded(
    `${reason} on ${settings.dataDir}: the work is done in this process, with the settings of this shell`,
  );
  await ensureFirstKey(app);
  // An interrupted command is not a crash.
  const crashes = await readCrashes(app, stack);
  const parts = composeCallPath(app, crashes, stack, () => settings.port);
  const { registry, callPath } = parts;
  if (!isReadOnly) await startJobs(app, { ...parts, crashes }, stack);
  const key = settings.remoteKey ?? settings.apiKey ?? (await readSecret(app.directory.secrets, 'first-key'));
  const principal = await callPath.authenticate(key);
  const baseUrl = settings.baseUrl ?? ownAddress(settings);
  const own = createLocalCaller({ callPath, clock: app.clock, principal, origin: interfaceName, baseUrl });
  const composed = new Map(registry.map((operation) => [operation.name, operation]));
  // Commands have the declared operations; these are the ones with ports.
  return {
    call: (order) => own.call({ ...order, operation: composed.get(order.operation.name) ?? order.operation }),
  };
}

/** Opens the service that commands call: the configured one, the one on this data directory, or one in this process. */
export async function openCaller({ settings: given, ...options }: OpenCallerOptions): Promise<OpenCaller> {
  const settings = { ...given, logLevel: 'error' as const };
  const service = await findService(settings);
  if (service !== null) {
    const { url, key } = service;
    const caller = createRemoteCaller({ url, key, interfaceName: options.interfaceName });
    return { caller, isEmbedded: false, async [Symbol.asyncDispose]() {} };
  }
  await using stack = new AsyncDisposableStack();
  const caller = await openEmbedded(settings, options, stack);
  const rest = stack.move();
  return { caller, isEmbedded: true, [Symbol.asyncDispose]: () => rest.disposeAsync() };
}
