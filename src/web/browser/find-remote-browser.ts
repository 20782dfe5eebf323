import { isIP } from 'node:net';
import { messageOf } from '../../domain/failure.ts';
import { openProxyListener, type ProxyListener } from '../proxy-listener.ts';
import { type BrowserSearch, missing } from './find-browser.ts';
import { connectRemoteBrowser, shownAddress } from './remote-browser.ts';

/** Where the guard proxy is reached by browsers elsewhere (`WEBDATA_GUARD_LISTEN`). */
export interface GuardPlace {
  /** A name or address of this machine. */
  host: string;
  /** Any free one when it is 0. */
  port: number;
}

/** Opens the place where browsers elsewhere reach the guard proxy; the same one for all who ask. */
export type OpenListener = () => Promise<ProxyListener>;

/**
 * Tries the browser at a DevTools address. It is used only when a page of ours in it could reach nothing past the guard
 * proxy, which is looked at again whenever it is connected to.
 */
export async function findRemoteBrowser(endpoint: string, open: OpenListener): Promise<BrowserSearch> {
  const executable = shownAddress(endpoint);
  try {
    const listener = await open();
    const { product, userAgent, process } = await connectRemoteBrowser(endpoint, listener);
    await process.end();
    const start = async () => (await connectRemoteBrowser(endpoint, await open())).process;
    const browser = { product, userAgent, program: null, start };
    return { browser, detail: `${product} at ${executable}, guarded at ${listener.address}`, rejected: [] };
  } catch (error) {
    const reason = messageOf(error);
    return missing(`${executable} cannot be used: ${reason}`, [{ executable, reason }]);
  }
}

/** The place to listen at for the browser at an address: the one set, or loopback for a browser on this machine. */
export function guardPlaceFor(endpoint: string, configured: GuardPlace | null): GuardPlace | null {
  if (configured !== null) return configured;
  const host = (URL.parse(endpoint)?.hostname ?? '').replace(/^\[|\]$/g, '');
  const isHere = host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
  return isHere ? { host: '127.0.0.1', port: 0 } : null;
}

/** Listens at the place, on a free port where another process of this service has the one named. */
export async function listenAt({ host, port }: GuardPlace): Promise<ProxyListener> {
  const listener = await openProxyListener(host, port).catch(() => null);
  return listener ?? openProxyListener(host, 0);
}
