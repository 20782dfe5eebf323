import { Failure } from '../../../domain/system/failure.ts';
import type { ProxyListener } from '../../guard-proxy/proxy-listener.ts';
import { type BrowserSearch, findBrowser } from './find-browser.ts';
import {
  findRemoteBrowser,
  type GuardListenAddress,
  getGuardListenAddress,
  listenAt,
} from './find-remote-browser.ts';
import { removeOldHomes } from './launch-command.ts';
import { isRemote } from './remote-browser.ts';

/** Finds the browser that this process uses. */
export interface BrowserFinder {
  /** Returns the browser; searched on the first call, then cached. */
  search(): Promise<BrowserSearch>;
  /** Invalidates the result after the browser failed to start or was lost. */
  invalidate(): void;
  /** Closes the listener for remote browsers. */
  close(): Promise<void>;
}

/** Options of a browser finder. */
export interface BrowserFinderOptions {
  /** `WEBDATA_BROWSER`. */
  configured: string | null;
  /** `WEBDATA_GUARD_LISTEN`. */
  guardListenAddress: GuardListenAddress | null;
  /** Folder into which the packaged browser is unpacked. */
  unpackFolder: string;
  /** Certificates in PEM that the browser trusts beside its own. */
  trustedCertificates?: readonly string[];
  /** Called after every search. */
  onSearch(search: BrowserSearch): void;
}

/** Minimum time between searches for a remote browser, or after a lack of resources. */
const shortRetryIntervalMs = 2_000;
/**
 * Minimum time between searches after other failures of a local browser; probing takes seconds, and the machine may be
 * busy.
 */
const retryIntervalMs = 5 * 60_000;

/** Creates a finder, which searches on demand. */
export function createBrowserFinder(options: BrowserFinderOptions): BrowserFinder {
  const { configured, guardListenAddress, onSearch } = options;
  const isRemoteConfigured = configured !== null && isRemote(configured);
  let cachedSearch: Promise<BrowserSearch> | null = null;
  let expiresAt = Number.POSITIVE_INFINITY;
  let listener: Promise<ProxyListener> | null = null;

  function listen(endpoint: string): Promise<ProxyListener> {
    const listenAddress = getGuardListenAddress(endpoint, guardListenAddress);
    if (listenAddress === null) {
      throw new Failure(
        'unavailable',
        'WEBDATA_GUARD_LISTEN is not set. Set it to the address at which the remote browser reaches the guard proxy.',
      );
    }
    const opening = listener ?? listenAt(listenAddress);
    listener = opening;
    opening.catch(() => {
      // The caller gets the error; the next call listens again.
      if (listener === opening) listener = null;
    });
    return opening;
  }

  function retryDelayMs({ browser, rejected }: BrowserSearch): number {
    if (browser !== null) return Number.POSITIVE_INFINITY;
    if (isRemoteConfigured || rejected.some(({ isTransient }) => isTransient)) return shortRetryIntervalMs;
    return rejected.length === 0 ? Number.POSITIVE_INFINITY : retryIntervalMs;
  }

  async function searchOnce(): Promise<BrowserSearch> {
    expiresAt = Number.POSITIVE_INFINITY;
    await removeOldHomes();
    const { unpackFolder, trustedCertificates = [] } = options;
    const search = isRemoteConfigured
      ? await findRemoteBrowser(configured, async () => listen(configured), trustedCertificates)
      : await findBrowser(configured, { unpackFolder, trustedCertificates });
    expiresAt = Math.min(expiresAt, performance.now() + retryDelayMs(search));
    onSearch(search);
    return search;
  }

  return {
    search() {
      if (cachedSearch !== null && performance.now() < expiresAt) return cachedSearch;
      const searching = searchOnce();
      cachedSearch = searching;
      searching.catch(() => {
        // The caller gets the error; the next call searches again.
        if (cachedSearch === searching) cachedSearch = null;
      });
      return searching;
    },
    invalidate() {
      expiresAt = Math.min(expiresAt, performance.now());
    },
    async close() {
      // A listener that failed to open needs no close.
      await (await listener?.catch(() => null))?.close();
    },
  };
}
