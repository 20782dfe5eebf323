import { errorMessage, Failure } from '../../domain/system/failure.ts';
import type { Settings } from '../../domain/system/settings.ts';
import { readSecret } from '../../runtime/files/secret-files.ts';
import { isRunning, readServiceAddress, type ServiceAddress } from './service-address.ts';

/** A running service of a data directory. */
export interface FoundService {
  url: string;
  /** Content of its address file; null for a service that wrote none. */
  address: ServiceAddress | null;
}

/** Time limit of a request to a place where the service may be. */
const probeTimeoutMs = 1_000;
/** The same if a process with the id of the service runs, which may be busy. */
const patientTimeoutMs = 10_000;

/** Returns the address at which this machine reaches a service that listens at `host`. */
export function reachableUrl(host: string, port: number): string {
  const address = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

/** Returns the URL at which the service of these settings listens. */
export function ownAddress({ host, port }: Settings): string {
  return reachableUrl(host, port);
}

/** Outcome of a request to a place where the service may be. */
type Probe = 'ours' | 'other' | 'nobody' | 'silent';

async function readKeyIds(dataDirectory: string): Promise<Set<string>> {
  // Without the public keys, no service can be recognized.
  const kept = await readSecret(dataDirectory, 'receipt-keys.json').catch(() => null);
  if (kept === null) return new Set();
  const { keys } = JSON.parse(kept) as { keys: Array<{ kid: string }> };
  return new Set(keys.map(({ kid }) => kid));
}

/** Asks which service answers at a URL. Only the one that publishes the receipt keys of the data directory may see a key. */
async function probe(url: string, dataDirectory: string, timeoutMs: number): Promise<Probe> {
  try {
    const known = await readKeyIds(dataDirectory);
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(`${url}/.well-known/jwks.json`, { signal, redirect: 'error' });
    const { keys } = (await answer.json()) as { keys: Array<{ kid: string }> };
    return keys.length > 0 && keys.every(({ kid }) => known.has(kid)) ? 'ours' : 'other';
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    if (cause?.code === 'ECONNREFUSED') return 'nobody';
    return error instanceof Error && error.name === 'TimeoutError' ? 'silent' : 'other';
  }
}

/** Returns true if the service at the URL uses this data directory. */
export async function isOurs(url: string, dataDirectory: string): Promise<boolean> {
  return (await probe(url, dataDirectory, probeTimeoutMs)) === 'ours';
}

/**
 * Finds the service that runs on the data directory of the settings: at the URL of its address file, or else at `HOST` and `PORT`.
 * Returns null if none runs. Throws Failure `unavailable` if it runs and does not answer.
 */
export async function findRunningService(settings: Settings): Promise<FoundService | null> {
  const { dataDir } = settings;
  const address = await readServiceAddress(dataDir);
  if (address !== null) {
    const mayRun = isRunning(address.pid);
    const found = await probe(address.url, dataDir, mayRun ? patientTimeoutMs : probeTimeoutMs);
    if (found === 'ours') return { url: address.url, address };
    if (found === 'silent' && mayRun) {
      throw new Failure(
        'unavailable',
        `the service of ${dataDir} (process ${address.pid}, ${address.url}) runs and did not answer in ${patientTimeoutMs / 1_000} seconds. Read its log, or restart it`,
      );
    }
  }
  const url = ownAddress(settings);
  return (await isOurs(url, dataDir)) ? { url, address: null } : null;
}

/** A service and the key for it. */
export interface ServiceAccess {
  url: string;
  key: string;
  /** Content of the address file; null for the service at `WEBDATA_URL`, and for one that wrote none. */
  address: ServiceAddress | null;
}

/**
 * Finds the service that commands use: the one at `WEBDATA_URL`, or else the running service of the data directory. Returns null if
 * there is none. Throws Failure.
 */
export async function findService(settings: Settings): Promise<ServiceAccess | null> {
  const { remoteUrl, remoteKey } = settings;
  if (remoteUrl !== null) {
    if (remoteKey === null)
      throw new Failure(
        'unauthorized',
        'WEBDATA_KEY is not set. Set it to a key of the service at WEBDATA_URL',
      );
    return { url: remoteUrl, key: remoteKey, address: null };
  }
  const found = await findRunningService(settings);
  if (found === null) return null;
  const key = remoteKey ?? (await readFirstKey(settings.dataDir));
  return { ...found, key };
}

async function readFirstKey(dataDirectory: string): Promise<string> {
  const place = `${dataDirectory}/secrets`;
  const key = await readSecret(place, 'first-key').catch((error: unknown) => {
    throw new Failure('unauthorized', `${errorMessage(error)} Or set WEBDATA_KEY to a key of the service`);
  });
  if (key !== null) return key;
  throw new Failure(
    'unauthorized',
    `${place} contains no first-key. Set WEBDATA_KEY to a key of the service`,
  );
}
