import { Failure } from '../../domain/failure.ts';
import type { ProxyListener } from '../proxy-listener.ts';
import { type BrowserSearch, findBrowser } from './find-browser.ts';
import { findRemoteBrowser, type GuardPlace, guardPlaceFor, listenAt } from './find-remote-browser.ts';
import { removeOldHomes } from './launch-command.ts';
import { isRemote } from './remote-browser.ts';

/** Knows which browser this process may use. */
export interface BrowserFinder {
  /** What browser there is: looked for when first asked, and then known. */
  search(): Promise<BrowserSearch>;
  /** Says that the browser could not be started or was lost, so that it is looked for again. */
  doubt(): void;
  /** Stops listening for browsers elsewhere. */
  close(): Promise<void>;
}

/** What a finder is made of. */
export interface BrowserFinderOptions {
  /** `WEBDATA_BROWSER`. */
  configured: string | null;
  /** `WEBDATA_GUARD_LISTEN`. */
  guardPlace: GuardPlace | null;
  /** Where the packaged browser is unpacked. */
  unpackInto: string;
  /** Told of every search. */
  onSearch(search: BrowserSearch): void;
}

/** A browser elsewhere that could not be used is not tried again for this long. */
const lookAgainAfterMs = 2_000;

/** A finder that has looked for nothing yet. */
export function createBrowserFinder(options: BrowserFinderOptions): BrowserFinder {
  const { configured, guardPlace, onSearch } = options;
  const isElsewhere = configured !== null && isRemote(configured);
  let known: Promise<BrowserSearch> | null = null;
  let dueAt = Number.POSITIVE_INFINITY;
  let listener: Promise<ProxyListener> | null = null;

  function listen(endpoint: string): Promise<ProxyListener> {
    const place = guardPlaceFor(endpoint, guardPlace);
    if (place === null) {
      throw new Failure('unavailable', 'WEBDATA_GUARD_LISTEN must say where it reaches the guard proxy');
    }
    const opened = listener ?? listenAt(place);
    listener = opened;
    opened.catch(() => {
      if (listener === opened) listener = null;
    });
    return opened;
  }

  async function look(): Promise<BrowserSearch> {
    dueAt = Number.POSITIVE_INFINITY;
    await removeOldHomes();
    const search = isElsewhere
      ? await findRemoteBrowser(configured, async () => listen(configured))
      : await findBrowser(configured, { unpackInto: options.unpackInto });
    if (isElsewhere && search.browser === null) dueAt = performance.now() + lookAgainAfterMs;
    onSearch(search);
    return search;
  }

  return {
    search() {
      if (known === null || performance.now() >= dueAt) known = look();
      return known;
    },
    doubt() {
      dueAt = Math.min(dueAt, performance.now());
    },
    async close() {
      await (await listener?.catch(() => null))?.close();
    },
  };
}
