import { lookup } from 'node:dns';

const pendingLookups = new Map<string, Promise<string[]>>();

/**
 * Returns the IP addresses of a name from the system's resolver (hosts file and DNS). Rejects with its error code if there
 * are none. Concurrent lookups of a name are combined, because the system runs only four at a time.
 */
export function resolveBySystem(hostname: string): Promise<string[]> {
  const pending = pendingLookups.get(hostname);
  if (pending !== undefined) return pending;
  const started = lookUp(hostname).finally(() => pendingLookups.delete(hostname));
  pendingLookups.set(hostname, started);
  return started;
}

function lookUp(hostname: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    lookup(hostname, { all: true, order: 'verbatim' }, (error, addresses) => {
      if (error) reject(error);
      else resolve(addresses.map(({ address }) => address));
    });
  });
}
