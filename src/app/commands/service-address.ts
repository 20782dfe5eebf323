import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

/** Name of the address file in the data directory. */
const fileName = 'service.json';

const maxBytes = 256 * 1024;

const addressSchema = z.object({
  /** URL at which this machine reaches the service. */
  url: z.url({ protocol: /^https?$/ }),
  /** `BASE_URL` of the service. */
  base_url: z.url({ protocol: /^https?$/ }).nullable(),
  pid: z.int().positive(),
  version: z.string(),
  started_at: z.iso.datetime(),
  /** The settings of the service, one line each, secrets hidden. */
  settings: z.array(z.string()),
});

/** The service that runs on a data directory, as commands on the same machine find it. */
export type ServiceAddress = z.infer<typeof addressSchema>;

/** Writes the address file of a data directory. Replaces the file of a service that was killed. */
export async function writeServiceAddress(dataDirectory: string, address: ServiceAddress): Promise<void> {
  const path = join(dataDirectory, fileName);
  const draft = `${path}.${address.pid}`;
  await writeFile(draft, `${JSON.stringify(address, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, path);
}

/**
 * Returns true if the host of a URL is an address of this machine. A data directory can come from somebody else, and no key may be
 * sent to a host that they chose.
 */
function isOnThisMachine(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  const interfaces = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return /^127\./.test(host) || host === '::1' || interfaces.some(({ address }) => address === host);
}

/**
 * Returns the content of the address file; null if there is none, or it is damaged or names another machine. A service that was killed leaves its file, so
 * the caller checks whether the service answers.
 */
export async function readServiceAddress(dataDirectory: string): Promise<ServiceAddress | null> {
  try {
    const text = await readFile(join(dataDirectory, fileName), 'utf8');
    if (text.length > maxBytes) return null;
    const address = addressSchema.parse(JSON.parse(text));
    return isOnThisMachine(address.url) ? address : null;
  } catch {
    // The caller then looks at HOST and PORT.
    return null;
  }
}

/** Removes the address file, unless another process has replaced it. */
export async function removeServiceAddress(dataDirectory: string, pid: number): Promise<void> {
  if ((await readServiceAddress(dataDirectory))?.pid === pid)
    await rm(join(dataDirectory, fileName), { force: true });
}

/** Returns true if a process of this machine has the id. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
