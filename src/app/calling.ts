import { type Environment, readSettings } from '../config.ts';
import { Failure } from '../domain/failure.ts';
import type { Settings } from '../domain/settings.ts';
import { type Caller, createOwnCaller } from '../doors/caller.ts';
import { createRemoteCaller } from '../doors/cli/remote-caller.ts';
import { openDataDirectory } from '../runtime/data-directory.ts';
import { readSecret } from '../runtime/secret-files.ts';
import { composeCallPath } from './call-path.ts';
import { ensureFirstKey, type Footing, openFooting } from './footing.ts';
import { startJobs } from './jobs.ts';

/** Somebody who answers, until it is disposed of. */
export interface OpenCaller extends AsyncDisposable {
  caller: Caller;
}

/** The door that calls come through. */
type Door = 'cli' | 'mcp';

const probeWithinMs = 1_000;

function ownAddress({ host, port }: Settings): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Whether the service of this data directory is the one at its address: the key is shown to nobody else. */
async function isOurs(url: string, dataDirectory: string): Promise<boolean> {
  const kept = await readSecret(dataDirectory, 'receipt-keys.json').catch(() => null);
  if (kept === null) return false;
  try {
    const answer = await fetch(`${url}/.well-known/jwks.json`, {
      signal: AbortSignal.timeout(probeWithinMs),
    });
    const { keys } = (await answer.json()) as { keys: Array<{ kid: string }> };
    const known = new Set((JSON.parse(kept) as { keys: Array<{ kid: string }> }).keys.map(({ kid }) => kid));
    return keys.length > 0 && keys.every(({ kid }) => known.has(kid));
  } catch {
    return false;
  }
}

/** The service that settings name, or that runs on this data directory; null when there is none. */
async function findService(settings: Settings, door: Door): Promise<Caller | null> {
  const { remoteUrl, remoteKey } = settings;
  if (remoteUrl !== null) {
    if (remoteKey === null)
      throw new Failure('unauthorized', 'set WEBDATA_KEY to a key of the service at WEBDATA_URL');
    return createRemoteCaller({ url: remoteUrl, key: remoteKey, door });
  }
  const url = ownAddress(settings);
  const directory = await openDataDirectory(settings.dataDir);
  if (!(await isOurs(url, directory.path))) return null;
  const key = remoteKey ?? (await readSecret(directory.secrets, 'first-key'));
  return key === null ? null : createRemoteCaller({ url, key, door });
}

/** As the one who owns the database, and works on jobs; beside a service that does, as a visitor who does not. */
async function openOwnOrVisit(
  settings: Settings,
  stack: AsyncDisposableStack,
): Promise<{ footing: Footing; isVisitor: boolean }> {
  const occupant = { calledOff: new AbortController().signal, onLost() {} };
  await using attempt = new AsyncDisposableStack();
  try {
    const footing = await openFooting(settings, {}, attempt, { ...occupant, isVisitor: false });
    stack.use(attempt.move());
    return { footing, isVisitor: false };
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'conflict') throw error;
  }
  return {
    footing: await openFooting(settings, {}, stack, { ...occupant, isVisitor: true }),
    isVisitor: true,
  };
}

/** The whole service but for its ways in, in this process. */
async function openEmbedded(settings: Settings, door: Door, stack: AsyncDisposableStack): Promise<Caller> {
  const { footing, isVisitor } = await openOwnOrVisit(settings, stack);
  await ensureFirstKey(footing);
  const { registry, callPath, fetching, signals } = composeCallPath(footing, stack, () => settings.port);
  if (!isVisitor) await startJobs(footing, { fetching, registry, signals }, stack);
  const key =
    settings.remoteKey ?? settings.apiKey ?? (await readSecret(footing.directory.secrets, 'first-key'));
  const principal = await callPath.authenticate(key);
  const baseUrl = settings.baseUrl ?? ownAddress(settings);
  const own = createOwnCaller({ callPath, clock: footing.clock, principal, origin: door, baseUrl });
  const composed = new Map(registry.map((operation) => [operation.name, operation]));
  // Commands know the operations as declared; here they can be run.
  return {
    call: (order) => own.call({ ...order, operation: composed.get(order.operation.name) ?? order.operation }),
  };
}

/** Opens the service that commands talk to: the one named, the one on this data directory, else one in this process. */
export async function openCaller(environment: Environment | undefined, door: Door): Promise<OpenCaller> {
  const settings = { ...readSettings(environment), logLevel: 'error' as const };
  await using stack = new AsyncDisposableStack();
  const caller = (await findService(settings, door)) ?? (await openEmbedded(settings, door, stack));
  const rest = stack.move();
  return { caller, [Symbol.asyncDispose]: () => rest.disposeAsync() };
}
