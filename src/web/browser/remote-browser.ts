import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Browser } from 'playwright-core';
import { Failure, messageOf } from '../../domain/failure.ts';
import { keepPagesFrom, type ProxyListener } from '../proxy-listener.ts';
import { type BrowserProcess, within } from './browser-process.ts';
import type { ProbedBrowser } from './probe-browser.ts';
import { escapesOf } from './probe-escapes.ts';

/** A connection to a browser that runs elsewhere, and what that browser says of itself. */
export interface RemoteBrowser extends ProbedBrowser {
  process: BrowserProcess;
}

const connectWithinMs = 15_000;
const closeWithinMs = 3_000;
const mostVersionBytes = 64 * 1024;

/** Whether `WEBDATA_BROWSER` names a browser elsewhere: a DevTools address, `ws:`, `wss:`, `http:` or `https:`. */
export function isRemote(configured: string): boolean {
  return /^(wss?|https?):\/\//i.test(configured);
}

/** The address without what may be secret in it: host and port alone. */
export function shownAddress(endpoint: string): string {
  const url = URL.parse(endpoint);
  return url === null ? 'the remote browser' : `${url.protocol}//${url.host}`;
}

/**
 * Connects to a remote browser and tries, with a page of its own, whether everything that pages send passes our proxy.
 * Rejects with a `Failure` of kind `unavailable` that says why it is not used; addresses in it hold no credentials.
 */
export async function connectRemoteBrowser(
  endpoint: string,
  listener: ProxyListener,
): Promise<RemoteBrowser> {
  const { chromium } = await import('playwright-core');
  const address = await debuggerAddress(endpoint);
  let browser: Browser;
  try {
    browser = await chromium.connectOverCDP(address, { timeout: connectWithinMs });
  } catch {
    // The driver's message holds the address with everything in it.
    throw new Failure('unavailable', 'it cannot be connected to');
  }
  try {
    const escapes = await escapesOf(browser, listener, URL.parse(address)?.port ?? '');
    if (escapes.length > 0) throw new Failure('unavailable', `it is not safe to use: ${escapes.join('; ')}`);
    const session = await browser.newBrowserCDPSession();
    const { product, userAgent } = await session.send('Browser.getVersion');
    await session.detach();
    const end = async () => void (await within(closeWithinMs, browser.close()));
    return { product, userAgent, process: { browser, pid: null, readMemory: null, listener, end } };
  } catch (error) {
    await within(closeWithinMs, browser.close());
    if (error instanceof Failure) throw error;
    throw new Failure('unavailable', `it could not be tried: ${messageOf(error).split('\n', 1)[0]}`);
  }
}

/**
 * Where the browser takes orders. `http:` is asked for it; only path and query of the answer count, since the browser
 * does not know where we reach it. It answers none that ask by a name, so that names without TLS are resolved here.
 */
async function debuggerAddress(endpoint: string): Promise<string> {
  const url = URL.parse(endpoint);
  if (url === null) throw new Failure('unavailable', 'its address cannot be read');
  const isSecure = /^(wss|https):$/.test(url.protocol);
  if (!isSecure) url.hostname = await addressOf(url.hostname);
  if (isIP(bare(url.hostname)) > 0) {
    keepPagesFrom({ address: bare(url.hostname), port: Number(url.port || (isSecure ? 443 : 80)) });
  }
  if (/^wss?:$/.test(url.protocol)) return url.href;
  const stated = URL.parse(await webSocketAddress(url));
  if (stated === null) throw new Failure('unavailable', 'it does not speak the DevTools protocol');
  const path = `${stated.pathname}${stated.search}`;
  const address = new URL(path, url);
  address.protocol = isSecure ? 'wss:' : 'ws:';
  return address.href;
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

async function addressOf(hostname: string): Promise<string> {
  if (isIP(bare(hostname)) > 0) return hostname;
  try {
    const { address, family } = await lookup(hostname);
    return family === 6 ? `[${address}]` : address;
  } catch {
    throw new Failure('unavailable', `no address is known for ${hostname}`);
  }
}

/** What `/json/version` below the address names; the browser's own, so that it is followed nowhere else. */
async function webSocketAddress(base: URL): Promise<string> {
  const asked = new URL(base);
  asked.pathname = `${asked.pathname.replace(/\/+$/, '')}/json/version`;
  const headers: Record<string, string> = {};
  if (asked.username !== '') {
    const pair = `${decodeURIComponent(asked.username)}:${decodeURIComponent(asked.password)}`;
    headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
    asked.username = '';
    asked.password = '';
  }
  try {
    const signal = AbortSignal.timeout(connectWithinMs);
    const answer = await fetch(asked, { headers, redirect: 'error', signal });
    const text = await readBounded(answer);
    const { webSocketDebuggerUrl } = JSON.parse(text) as { webSocketDebuggerUrl?: unknown };
    return String(webSocketDebuggerUrl);
  } catch {
    throw new Failure('unavailable', 'it does not answer at /json/version');
  }
}

async function readBounded(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (bytes > mostVersionBytes) throw new Error('too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
