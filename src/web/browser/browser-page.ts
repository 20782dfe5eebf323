import type { CDPSession, Page, Response } from 'playwright-core';
import type { Warning } from '../../domain/outcome.ts';
import type { Guard } from '../guard.ts';
import type { GuardProxy } from '../guard-proxy.ts';
import type { Fault, HttpFault } from '../http-answer.ts';
import type { BrowserPlace, BrowserPool } from './browser-pool.ts';
import type { BrowserAnswer, BrowserRequest } from './browser-request.ts';
import { deviceOf } from './device.ts';
import { documentHtml } from './document-html.ts';
import { gateRequests } from './gate-requests.ts';
import { navigationFault } from './navigation-fault.ts';
import { recordNetwork, withoutRequest } from './network-calls.ts';
import { runSteps } from './page-steps.ts';
import { createTrail, follow, refusalOf, type Trail } from './page-trail.ts';
import { watchNetwork } from './settling.ts';
import { takeScreenshot } from './take-screenshot.ts';

/** Reads pages in a browser. */
export interface BrowserClient {
  /**
   * Reads one page. What the page or its site does is a value; rejects when `signal` aborts, with its reason, and with a
   * `Failure` of kind `unavailable` when there is no browser or it was lost.
   */
  visit(request: BrowserRequest, signal: AbortSignal): Promise<BrowserAnswer>;
}

/** What a client is made of; `note` stands behind the browser's own User-Agent and says who sends it. */
export interface BrowserClientOptions {
  pool: BrowserPool;
  guard: Guard;
  note: string;
}

/** Bytes of a document at most. */
const mostBytes = 20 * 1024 * 1024;
/** How long the network may take to settle after steps. */
const resettleWithinMs = 3_000;

/** A client over a pool. */
export function createBrowserClient({ pool, guard, note }: BrowserClientOptions): BrowserClient {
  return {
    async visit(request, signal) {
      const started = performance.now();
      const verdict = guard.judge(request.url);
      if (!verdict.allowed) return faultAnswer(verdict, createTrail(), 0, started);
      signal.throwIfAborted();
      const { browser } = await pool.search();
      const own = deviceOf(request, browser?.userAgent ?? '', note);
      const device = request.state == null ? own : { ...own, storageState: request.state };
      const work = (place: BrowserPlace) => untilStopped(visitIn(place, request, started), signal);
      return pool.use(device, signal, work, request.via);
    },
  };
}

/** Ends the wait, not the work: the context is closed right after, which ends that. */
async function untilStopped<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  work.catch(() => {});
  return Promise.race([work, stopped]).finally(() => signal.removeEventListener('abort', stop));
}

async function visitIn(
  place: BrowserPlace,
  request: BrowserRequest,
  started: number,
): Promise<BrowserAnswer> {
  const { context, proxy } = place;
  const page = await context.newPage();
  // Windows that a page opens are no part of it.
  context.on('page', (other) => void other.close().catch(() => {}));
  const trail = follow(page);
  try {
    const session = await context.newCDPSession(page);
    const { url, headers, screenshot } = request;
    await gateRequests(session, {
      origin: url.origin,
      headers,
      isTextOnly: screenshot === null && !showsPictures(request),
    });
    return await read(page, session, trail, request, proxy, started);
  } catch (error) {
    const fault = navigationFault(error, trail.asked, proxy);
    if (fault === null) throw error;
    return faultAnswer(fault, trail, proxy.bytes(), started);
  }
}

async function read(
  page: Page,
  session: CDPSession,
  trail: Trail,
  request: BrowserRequest,
  proxy: GuardProxy,
  started: number,
): Promise<BrowserAnswer> {
  const { promise: crashed, reject } = Promise.withResolvers<never>();
  page.on('crash', () => reject(new Error('Page crashed')));
  crashed.catch(() => {});
  const watch = watchNetwork(page, session);
  const captures = request.captures === true;
  const record = request.network || captures ? recordNetwork(page, captures) : null;
  const work = async (): Promise<BrowserAnswer> => {
    await page.goto(request.url.href, { waitUntil: 'commit', timeout: 0 });
    await watch.settled(request.settleWithinMs);
    const warnings: Warning[] = [];
    const given = await runSteps(page, request.steps, warnings);
    if (captures) await scrollDown(page, () => watch.settled(resettleWithinMs));
    if (request.waitMs > 0) await page.waitForTimeout(request.waitMs);
    if (request.steps.length > 0) await watch.settled(resettleWithinMs);
    const refused = await refusalOf(trail, proxy);
    if (refused !== null) return faultAnswer(refused, createTrail(), proxy.bytes(), started);
    const screenshot =
      request.screenshot === null ? null : await takeScreenshot(page, request.screenshot, warnings);
    const captured = record === null ? [] : await record.calls();
    const network = request.network ? captured.map(withoutRequest) : null;
    const answer = await contentOf(page, session, trail, proxy, started);
    return answer.kind === 'fault'
      ? answer
      : {
          ...answer,
          screenshot,
          network,
          captured: captures ? captured : [],
          given,
          warnings,
        };
  };
  return Promise.race([work(), crashed]);
}

/** Times that a page is scrolled to its end: what comes then tells how it asks for more. */
const scrolls = 2;

/** To the end of what there is, for pages that ask for more when they are. */
async function scrollDown(page: Page, settled: () => Promise<void>): Promise<void> {
  for (let times = 0; times < scrolls; times++) {
    const before = await page.evaluate('document.documentElement.scrollHeight').catch(() => null);
    await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)').catch(() => null);
    await settled();
    const after = await page.evaluate('document.documentElement.scrollHeight').catch(() => null);
    if (after === before) return;
  }
}

/** Whether some step shows the page to somebody. */
function showsPictures({ steps }: BrowserRequest): boolean {
  return steps.some(({ type }) => type === 'screenshot' || type === 'print');
}

interface Read {
  kind: 'response';
  finalUrl: string;
  statusCode: number;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
  wireBytes: number;
  redirects: [];
  remoteAddress: null;
  ms: number;
}

async function contentOf(
  page: Page,
  session: CDPSession,
  trail: Trail,
  proxy: GuardProxy,
  started: number,
): Promise<Read | HttpFault> {
  const { answered } = trail;
  const headers = answered === null ? {} : await answered.allHeaders();
  const type = headers['content-type'] ?? 'text/html';
  const isPage = /html|^\s*$/i.test(type);
  const body = isPage ? Buffer.from(await documentHtml(session)) : await (answered as Response).body();
  if (body.length > mostBytes) {
    const fault: Fault = { code: 'too_large', message: 'The document is larger than allowed.' };
    return faultAnswer(fault, trail, proxy.bytes(), started);
  }
  const shown = URL.parse(page.url());
  const isWeb = shown !== null && /^https?:$/.test(shown.protocol);
  return {
    kind: 'response',
    finalUrl: isWeb && isPage ? shown.href : (answered?.url() ?? page.url()),
    statusCode: answered?.status() ?? 200,
    headers: ownHeaders(headers, isPage),
    body: new Uint8Array(body),
    wireBytes: proxy.bytes(),
    redirects: [],
    remoteAddress: null,
    ms: Math.round(performance.now() - started),
  };
}

/** The answer's headers without those that no longer hold of what was read. */
function ownHeaders(headers: Record<string, string>, isPage: boolean): Record<string, string> {
  const { 'content-encoding': _encoding, 'content-length': _length, ...rest } = headers;
  return isPage ? { ...rest, 'content-type': 'text/html; charset=utf-8' } : rest;
}

function faultAnswer(fault: Fault, trail: Trail, wireBytes: number, started: number): HttpFault {
  return {
    kind: 'fault',
    code: fault.code,
    message: fault.message,
    finalUrl: trail.answered?.url() ?? null,
    statusCode: trail.answered?.status() ?? null,
    wireBytes,
    redirects: [],
    ms: Math.round(performance.now() - started),
  };
}
