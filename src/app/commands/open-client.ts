import { type Environment, readSettings } from '../../config.ts';
import { Failure } from '../../domain/system/failure.ts';
import type { Settings } from '../../domain/system/settings.ts';
import { type Caller, createLocalCaller } from '../../interfaces/caller.ts';
import { createRemoteCaller } from '../../interfaces/cli/remote-caller.ts';
import { openDataDirectory } from '../../runtime/files/data-directory.ts';
import { readSecret } from '../../runtime/files/secret-files.ts';
import { type AppContext, ensureFirstKey, openAppContext } from '../app-context.ts';
import { readCrashes } from '../crashes.ts';
import { composeCallPath } from '../operations/call-path.ts';
import { startJobs } from '../operations/jobs.ts';

/** An open client of a service; disposing closes it. */
export interface OpenCaller extends AsyncDisposable {
  caller: Caller;
}

/** The interface that calls come from, as in the request history. */
type InterfaceName = 'cli' | 'mcp';

const probeTimeoutMs = 1_000;

/** Returns the URL at which the service of these settings listens. */
export function ownAddress({ host, port }: Settings): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Returns whether the service at the URL uses this data directory. Only then may it see the key. */
export async function isOurs(url: string, dataDirectory: string): Promise<boolean> {
  // Without the public keys, no service can be recognized.
  const kept = await readSecret(dataDirectory, 'receipt-keys.json').catch(() => null);
  if (kept === null) return false;
  try {
    const answer = await fetch(`${url}/.well-known/jwks.json`, {
      signal: AbortSignal.timeout(probeTimeoutMs),
    });
    const { keys } = (await answer.json()) as { keys: Array<{ kid: string }> };
    const known = new Set((JSON.parse(kept) as { keys: Array<{ kid: string }> }).keys.map(({ kid }) => kid));
    return keys.length > 0 && keys.every(({ kid }) => known.has(kid));
  } catch {
    // No answer, or another one, means that this is not the service.
    return false;
  }
}

/** Finds the service of the settings, or the one that runs on this data directory; null if there is none. */
async function findService(settings: Settings, interfaceName: InterfaceName): Promise<Caller | null> {
  const { remoteUrl, remoteKey } = settings;
  if (remoteUrl !== null) {
    if (remoteKey === null)
      throw new Failure('unauthorized', 'set WEBDATA_KEY to a key of the service at WEBDATA_URL');
    return createRemoteCaller({ url: remoteUrl, key: remoteKey, interfaceName });
  }
  const url = ownAddress(settings);
  const directory = await openDataDirectory(settings.dataDir);
  if (!(await isOurs(url, directory.path))) return null;
  const key = remoteKey ?? (await readSecret(directory.secrets, 'first-key'));
  return key === null ? null : createRemoteCaller({ url, key, interfaceName });
}

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

/** Opens the whole service in this process, without its network interfaces. */
async function openEmbedded(
  settings: Settings,
  interfaceName: InterfaceName,
  stack: AsyncDisposableStack,
): Promise<Caller> {
  const { app, isReadOnly } = await openContext(settings, stack);
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
export async function openCaller(
  environment: Environment | undefined,
  interfaceName: InterfaceName,
): Promise<OpenCaller> {
  const settings = { ...readSettings(environment), logLevel: 'error' as const };
  await using stack = new AsyncDisposableStack();
  const caller =
    (await findService(settings, interfaceName)) ?? (await openEmbedded(settings, interfaceName, stack));
  const rest = stack.move();
  return { caller, [Symbol.asyncDispose]: () => rest.disposeAsync() };
}
