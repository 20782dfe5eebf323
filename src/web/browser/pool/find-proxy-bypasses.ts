import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { Failure } from '../../../domain/system/failure.ts';
import {
  createRequestError,
  type ProxyListener,
  type RouteRequest,
} from '../../guard-proxy/proxy-listener.ts';

const navigationTimeoutMs = 5_000;
/** Time to wait for packets. */
const packetTimeoutMs = 500;
const probeUrl = 'http://probe.invalid/';
/** Pages of localhost are secure contexts, which QUIC from scripts requires. */
const secureUrl = 'http://localhost/';
const udpBypassMessage =
  'WebRTC or QUIC bypasses the guard proxy (start the browser with --disable-quic ' +
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp ' +
  '--webrtc-ip-handling-policy=disable_non_proxied_udp)';

/** URLs that a page of a remote browser must not reach directly: that machine's loopback, and a metadata service. */
function listTargets(debuggerPort: string): string[] {
  const port = debuggerPort === '' ? '' : `:${debuggerPort}`;
  return [
    `http://127.0.0.1${port}/json/version`,
    `http://[::1]${port}/`,
    'https://127.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'https://169.254.169.254/',
    `http://localhost${port}/`,
  ];
}

/** Collects ICE candidates; each UDP candidate bypasses proxies. */
const gatherCandidates = (host: string, port: number) => `new Promise((done) => {
  const found = [];
  if (typeof RTCPeerConnection === 'undefined') return done(found);
  const peer = new RTCPeerConnection({ iceServers: [{ urls: ${JSON.stringify(`stun:${host}:${port}`)} }] });
  peer.onicecandidate = ({ candidate }) => (candidate ? found.push(candidate.candidate) : done(found));
  peer.createDataChannel('x');
  peer.createOffer().then((offer) => peer.setLocalDescription(offer)).catch(() => done(found));
  setTimeout(() => done(found), 1500);
})`;

/** Opens a WebTransport session, which uses QUIC. */
const openQuic = (host: string, port: number) => `new Promise((done) => {
  if (typeof WebTransport === 'undefined') return done(false);
  try { new WebTransport(${JSON.stringify(`https://${host}:${port}/`)}).ready.then(() => done(true), () => done(false)); }
  catch { done(false); }
  setTimeout(() => done(false), ${packetTimeoutMs});
})`;

/**
 * Tests with a page whether navigations, WebRTC or QUIC bypass the proxy, and returns the ways that do. During the test the
 * proxy contacts no site and answers all requests itself; addresses that it was not asked for were contacted directly.
 * Rejects with a Failure if the browser does not reach the proxy.
 */
export async function findProxyBypasses(
  browser: Pick<Browser, 'newContext'>,
  listener: ProxyListener,
  debuggerPort: string,
): Promise<string[]> {
  const requestedUrls = new Set<string>();
  const route: RouteRequest = async ({ request, isHttp }) => {
    const target = request.url ?? '';
    requestedUrls.add(isHttp ? target : `https://${target.replace(/:443$/, '')}/`);
    if (!isHttp) throw createRequestError('probe only', 403);
    const headers = { 'content-type': 'text/html' };
    return {
      customResponseFunction: () => ({ statusCode: 200, headers, body: '<p>probed', encoding: 'utf8' }),
    };
  };
  const registration = listener.open(route);
  const packets = createSocket(listener.host.includes(':') ? 'udp6' : 'udp4').unref();
  let received = 0;
  packets.on('message', () => received++);
  try {
    packets.bind(0, listener.host);
    await once(packets, 'listening');
    const context = await browser.newContext({
      proxy: { server: registration.address, ...registration.credentials, bypass: '<-loopback>' },
      serviceWorkers: 'block',
    });
    try {
      const escapes = await findNavigationBypasses(
        context,
        requestedUrls,
        registration.address,
        debuggerPort,
      );
      await sendPackets(context, listener.host, packets.address().port).then((candidates) => {
        if (received > 0 || candidates.some((way) => / udp /i.test(way))) escapes.push(udpBypassMessage);
      });
      return escapes;
    } finally {
      await context.close();
    }
  } finally {
    packets.close();
    await registration.close();
  }
}

/** Opens the URL in its own page, so that a failed navigation does not end another one. */
async function visit(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  // The page load may fail; only the route of its requests matters.
  await page.goto(url, { timeout: navigationTimeoutMs }).catch(() => null);
  return page;
}

/** Returns the URLs that were contacted without the proxy. */
async function findNavigationBypasses(
  context: BrowserContext,
  requestedUrls: ReadonlySet<string>,
  proxy: string,
  debuggerPort: string,
): Promise<string[]> {
  await visit(context, probeUrl);
  if (!requestedUrls.has(probeUrl))
    throw new Failure('unavailable', `the browser does not reach the guard proxy at ${proxy}`);
  const targets = listTargets(debuggerPort);
  await Promise.all(targets.map((target) => visit(context, target)));
  return targets
    .filter((target) => !requestedUrls.has(target))
    .map((target) => `${target} bypasses the guard proxy`);
}

/** Makes a page send over UDP in all ways; returns the ICE candidates. */
async function sendPackets(context: BrowserContext, host: string, port: number): Promise<string[]> {
  const page = await visit(context, secureUrl);
  const [candidates] = await Promise.all([
    page.evaluate<string[]>(gatherCandidates(host, port)),
    page.evaluate(openQuic(host, port)),
  ]);
  return candidates;
}
