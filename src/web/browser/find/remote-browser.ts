import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Browser } from 'playwright-core';
import { errorMessage, Failure } from '../../../domain/system/failure.ts';
import { removeTrailingSlashes } from '../../../domain/values/trailing-slashes.ts';
import { type ProxyListener, protectDebugger } from '../../guard-proxy/proxy-listener.ts';
import { type BrowserProcess, settlesWithin } from '../pool/browser-process.ts';
import { findProxyBypasses } from '../pool/find-proxy-bypasses.ts';
import { loadDriver } from '../pool/load-driver.ts';
import type { ProbedBrowser } from './probe-browser.ts';

/** A connection to a remote browser, with its identity. */
export interface RemoteBrowser extends ProbedBrowser {
  process: BrowserProcess;
}

const connectTimeoutMs = 15_000;
const closeTimeoutMs = 3_000;
const maxVersionBytes = 64 * 1024;

/** Returns true if `WEBDATA_BROWSER` is a DevTools URL with `ws:`, `wss:`, `http:` or `https:`. */
export function isRemote(configured: string): boolean {
  return /^(wss?|https?):\/\//i.test(configured);
}

/** Returns the URL without potential secrets: only scheme, host and port. */
export function redactEndpoint(endpoint: string): string {
  const url = URL.parse(endpoint);
  return url === null ? 'the remote browser' : `${url.protocol}//${url.host}`;
}

/**
 * Connects to a remote browser and verifies with a page that all traffic passes the guard proxy. Rejects with a Failure of
 * kind `unavailable` and the reason, without credentials.
 */
export async function connectRemoteBrowser(
  endpoint: string,
  listener: ProxyListener,
): Promise<RemoteBrowser> {
  const chromium = await loadDriver();
  const address = await resolveDebuggerUrl(endpoint);
  let browser: Browser;
  try {
    browser = await chromium.connectOverCDP(address, { timeout: connectTimeoutMs });
  } catch {
    // The driver's message contains the URL with credentials.
    throw new Failure('unavailable', 'the browser refuses the connection');
  }
  try {
    const escapes = await findProxyBypasses(browser, listener, URL.parse(address)?.port ?? '');
    if (escapes.length > 0)
      throw new Failure('unavailable', `the browser is not safe to use: ${escapes.join('; ')}`);
    const session = await browser.newBrowserCDPSession();
    const { product, userAgent } = await session.send('Browser.getVersion');
    await session.detach();
    const end = async () => void (await settlesWithin(closeTimeoutMs, browser.close()));
    return { product, userAgent, process: { browser, pid: null, readMemory: null, listener, end } };
  } catch (error) {
    await settlesWithin(closeTimeoutMs, browser.close());
    if (error instanceof Failure) throw error;
    throw new Failure(
      'unavailable',
      `the browser could not be probed: ${errorMessage(error).split('\n', 1)[0]}`,
    );
  }
}

/**
 * Returns the WebSocket URL of the browser. An `http:` URL is queried for it; only path and query of the response are used,
 * because the browser does not know its public address. Chromium rejects host names without TLS, so they are resolved here.
 */
async function resolveDebuggerUrl(endpoint: string): Promise<string> {
  const url = URL.parse(endpoint);
  if (url === null)
    throw new Failure('unavailable', 'its URL is invalid; set WEBDATA_BROWSER to a DevTools URL');
  const isSecure = /^(wss|https):$/.test(url.protocol);
  if (!isSecure) url.hostname = await resolveHost(url.hostname);
  if (isIP(stripBrackets(url.hostname)) > 0) {
    protectDebugger({
      address: stripBrackets(url.hostname),
      port: Number(url.port || (isSecure ? 443 : 80)),
    });
  }
  if (/^wss?:$/.test(url.protocol)) return url.href;
  const advertised = URL.parse(await fetchWebSocketUrl(url));
  if (advertised === null)
    throw new Failure('unavailable', 'the server does not support the DevTools protocol');
  const path = `${advertised.pathname}${advertised.search}`;
  const address = new URL(path, url);
  address.protocol = isSecure ? 'wss:' : 'ws:';
  return address.href;
}

function stripBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

async function resolveHost(hostname: string): Promise<string> {
  if (isIP(stripBrackets(hostname)) > 0) return hostname;
  try {
    const { address, family } = await lookup(hostname);
    return family === 6 ? `[${address}]` : address;
  } catch {
    // Error codes of resolvers do not help the reader, so only the name is reported.
    throw new Failure('unavailable', `the host name ${hostname} cannot be resolved`);
  }
}

/**
 * Returns the WebSocket URL from `/json/version`. Redirects are not followed, because the response must be the browser's
 * own.
 */
async function fetchWebSocketUrl(base: URL): Promise<string> {
  const versionUrl = new URL(base);
  versionUrl.pathname = `${removeTrailingSlashes(versionUrl.pathname)}/json/version`;
  const headers: Record<string, string> = {};
  if (versionUrl.username !== '') {
    const pair = `${decodeURIComponent(versionUrl.username)}:${decodeURIComponent(versionUrl.password)}`;
    headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
    versionUrl.username = '';
    versionUrl.password = '';
  }
  try {
    const signal = AbortSignal.timeout(connectTimeoutMs);
    const response = await fetch(versionUrl, { headers, redirect: 'error', signal });
    const text = await readBounded(response);
    const { webSocketDebuggerUrl } = JSON.parse(text) as { webSocketDebuggerUrl?: unknown };
    return String(webSocketDebuggerUrl);
  } catch {
    // The cause may contain the URL with credentials.
    throw new Failure('unavailable', 'the browser does not respond at /json/version');
  }
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxVersionBytes) throw new Error(`the response is larger than ${maxVersionBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
