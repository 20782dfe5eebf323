import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { Failure } from '../../domain/failure.ts';
import { type ProxyListener, type RouteRequest, refusal } from '../proxy-listener.ts';

const navigateWithinMs = 5_000;
/** How long packets may take to arrive. */
const packetsWithinMs = 500;
const start = 'http://probe.invalid/';
/** Pages of localhost count as secure, which is what scripts need to speak QUIC. */
const secure = 'http://localhost/';
const packetsEscape =
  'WebRTC or QUIC goes past the guard proxy (start it with --disable-quic ' +
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp ' +
  '--webrtc-ip-handling-policy=disable_non_proxied_udp)';

/** What a page of a browser elsewhere must not reach by itself: that machine's loopback, and a metadata service. */
function targetsFor(debuggerPort: string): string[] {
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

/** Gathers ways for a call between browsers; each over UDP is one past every proxy. */
const gatherWays = (host: string, port: number) => `new Promise((done) => {
  const found = [];
  if (typeof RTCPeerConnection === 'undefined') return done(found);
  const peer = new RTCPeerConnection({ iceServers: [{ urls: ${JSON.stringify(`stun:${host}:${port}`)} }] });
  peer.onicecandidate = ({ candidate }) => (candidate ? found.push(candidate.candidate) : done(found));
  peer.createDataChannel('x');
  peer.createOffer().then((offer) => peer.setLocalDescription(offer)).catch(() => done(found));
  setTimeout(() => done(found), 1500);
})`;

/** WebTransport speaks QUIC. */
const speakQuic = (host: string, port: number) => `new Promise((done) => {
  if (typeof WebTransport === 'undefined') return done(false);
  try { new WebTransport(${JSON.stringify(`https://${host}:${port}/`)}).ready.then(() => done(true), () => done(false)); }
  catch { done(false); }
  setTimeout(() => done(false), ${packetsWithinMs});
})`;

/**
 * Tries in a page of its own whether anything goes past the proxy: navigations, WebRTC and QUIC. The proxy contacts
 * nobody meanwhile: it answers everything itself, and what it was not asked for went elsewhere. Empty when nothing did;
 * rejects with a `Failure` where the browser does not reach the proxy at all.
 */
export async function escapesOf(
  browser: Pick<Browser, 'newContext'>,
  listener: ProxyListener,
  debuggerPort: string,
): Promise<string[]> {
  const seen = new Set<string>();
  const route: RouteRequest = async ({ request, isHttp }) => {
    const target = request.url ?? '';
    seen.add(isHttp ? target : `https://${target.replace(/:443$/, '')}/`);
    if (!isHttp) throw await refusal('only tried', 403);
    const headers = { 'content-type': 'text/html' };
    return {
      customResponseFunction: () => ({ statusCode: 200, headers, body: '<p>tried', encoding: 'utf8' }),
    };
  };
  const seat = listener.open(route);
  const packets = createSocket(listener.host.includes(':') ? 'udp6' : 'udp4').unref();
  let received = 0;
  packets.on('message', () => received++);
  try {
    packets.bind(0, listener.host);
    await once(packets, 'listening');
    const context = await browser.newContext({
      proxy: { server: seat.address, ...seat.credentials, bypass: '<-loopback>' },
      serviceWorkers: 'block',
    });
    try {
      const escapes = await navigationsPast(context, seen, seat.address, debuggerPort);
      await sendPackets(context, listener.host, packets.address().port).then((ways) => {
        if (received > 0 || ways.some((way) => / udp /i.test(way))) escapes.push(packetsEscape);
      });
      return escapes;
    } finally {
      await context.close();
    }
  } finally {
    packets.close();
    await seat.close();
  }
}

/** Opens the address in a page of its own, so that no failed navigation ends another. */
async function visit(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url, { timeout: navigateWithinMs }).catch(() => null);
  return page;
}

/** Which addresses were gone to without the proxy being asked. */
async function navigationsPast(
  context: BrowserContext,
  seen: ReadonlySet<string>,
  proxy: string,
  debuggerPort: string,
): Promise<string[]> {
  await visit(context, start);
  if (!seen.has(start)) throw new Failure('unavailable', `it does not reach the guard proxy at ${proxy}`);
  const targets = targetsFor(debuggerPort);
  await Promise.all(targets.map((target) => visit(context, target)));
  return targets
    .filter((target) => !seen.has(target))
    .map((target) => `it goes to ${target} past the guard proxy`);
}

/** Has a page send whatever it can over UDP; gives the ways that it found for a call between browsers. */
async function sendPackets(context: BrowserContext, host: string, port: number): Promise<string[]> {
  const page = await visit(context, secure);
  const [ways] = await Promise.all([
    page.evaluate<string[]>(gatherWays(host, port)),
    page.evaluate(speakQuic(host, port)),
  ]);
  return ways;
}
