import { accessSync, constants } from 'node:fs';
import { createServer } from 'node:net';
import { Failure } from '../domain/system/failure.ts';
import type { Settings } from '../domain/system/settings.ts';
import { isRemote } from '../web/browser/find/remote-browser.ts';
import { isOurs, reachableUrl } from './commands/find-service.ts';

/** Returns the error of listening at an address for a moment; null if that works. */
function tryToListen(host: string, port: number): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
}

/** Returns what is wrong with the address and what to do; null for an error that can be temporary, which the listener reports. */
async function describeError(error: NodeJS.ErrnoException, settings: Settings): Promise<string | null> {
  if (error.code === 'EADDRINUSE') return describeUse(settings);
  if (error.code === 'EADDRNOTAVAIL')
    return 'this machine does not have the address. Set HOST to 127.0.0.1, to 0.0.0.0 for all addresses, or to one of its own';
  if (error.code === 'EACCES')
    return 'permission denied. Set PORT to a port above 1023, or allow this user to use it';
  return null;
}

async function describeUse({ host, port, dataDir }: Settings): Promise<string> {
  if (await isOurs(reachableUrl(host, port), dataDir))
    return `it is in use by webdata, which runs on the same data directory ${dataDir}. Use that service, or stop it first`;
  return 'it is in use by another program. Stop that program, or set PORT to a free port (0: any free port)';
}

/** Throws before anything is created if the service cannot listen at `HOST` and `PORT`. */
async function checkPort(settings: Settings): Promise<void> {
  const { host, port } = settings;
  const error = await tryToListen(host, port);
  const reason = error === null ? null : await describeError(error, settings);
  if (reason === null) return;
  throw new Failure('unavailable', `Cannot listen on ${host} port ${port}: ${reason}`, { cause: error });
}

/** Throws if `WEBDATA_BROWSER` is the path of something that cannot be started. Contacts no remote browser. */
function checkBrowser({ browser }: Settings): void {
  if (browser === null || browser === 'none' || isRemote(browser)) return;
  try {
    accessSync(browser, constants.X_OK);
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'does not exist' : 'is not executable';
    throw new Failure(
      'invalid',
      `bad setting WEBDATA_BROWSER: ${browser} ${reason}. Correct the path, or unset it to use a browser of the system`,
      { cause: error },
    );
  }
}

/** Throws a Failure of one line if a setting prevents the start, before anything is created. */
export async function checkStart(settings: Settings): Promise<void> {
  checkBrowser(settings);
  await checkPort(settings);
}
