import { isIP } from 'node:net';
import { openProxyListener, type ProxyListener } from '../../guard-proxy/proxy-listener.ts';
import { findTrustGap } from './certificate-store.ts';
import { type BrowserSearch, createEmptySearch, createRejectedBrowser } from './find-browser.ts';
import { connectRemoteBrowser, redactEndpoint } from './remote-browser.ts';

/** Address at which remote browsers reach the guard proxy (`WEBDATA_GUARD_LISTEN`). */
export interface GuardListenAddress {
  /** Name or address of this machine. */
  host: string;
  /** Port; 0 for any free one. */
  port: number;
}

/** Opens the shared listener through which remote browsers reach the guard proxy. */
export type OpenListener = () => Promise<ProxyListener>;

/**
 * Probes the browser at a DevTools address. It is used only if its pages cannot bypass the guard proxy, which is checked at
 * every connection.
 */
export async function findRemoteBrowser(
  endpoint: string,
  open: OpenListener,
  trustedCertificates: readonly string[] = [],
): Promise<BrowserSearch> {
  const executable = redactEndpoint(endpoint);
  try {
    const listener = await open();
    const { product, userAgent, process } = await connectRemoteBrowser(endpoint, listener);
    await process.end();
    const start = async () => (await connectRemoteBrowser(endpoint, await open())).process;
    const browser = { product, userAgent, program: null, start };
    const detail = `${product} at ${executable}, guarded at ${listener.address}`;
    const gap = trustedCertificates.length > 0 ? findTrustGap(null) : null;
    return { browser, detail: gap === null ? detail : `${detail}. ${gap}`, rejected: [] };
  } catch (error) {
    const rejected = createRejectedBrowser(executable, error);
    return createEmptySearch(`${executable} cannot be used: ${rejected.reason}`, [rejected]);
  }
}

/**
 * Returns the listen address for a browser: the configured one, or loopback for a browser on this machine; otherwise null.
 */
export function getGuardListenAddress(
  endpoint: string,
  configured: GuardListenAddress | null,
): GuardListenAddress | null {
  if (configured !== null) return configured;
  const host = (URL.parse(endpoint)?.hostname ?? '').replace(/^\[|\]$/g, '');
  const isLocal = host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
  return isLocal ? { host: '127.0.0.1', port: 0 } : null;
}

/** Listens at the address, or on a free port if another process of this service uses the configured one. */
export async function listenAt({ host, port }: GuardListenAddress): Promise<ProxyListener> {
  // Another process of this service may use the port; an unusable host fails in the next call.
  const listener = await openProxyListener(host, port).catch(() => null);
  return listener ?? openProxyListener(host, 0);
}
