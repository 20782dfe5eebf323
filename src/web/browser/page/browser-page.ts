import type { CDPSession, Page, Response } from 'playwright-core';
import { framesNotReadWarnings, unreadFramesAdvice } from '../../../domain/pages/frames.ts';
import type { Warning } from '../../../domain/pages/outcome.ts';
import type { CapturedCall } from '../../../domain/pages/records.ts';
import type { Guard } from '../../guard/ssrf-guard.ts';
import type { GuardProxy } from '../../guard-proxy/guard-proxy.ts';
import type { FetchError, HttpErrorResult } from '../../http/http-result.ts';
import type { BrowserPool, PagePlace } from '../pool/browser-pool.ts';
import { runSteps } from '../steps/page-steps.ts';
import { rejectConsent } from './consent/reject-consent.ts';
import { createDevice } from './device.ts';
import { readDocumentHtml } from './document-html.ts';
import { loadMore } from './load-more.ts';
import { toNavigationError, withCertificate } from './navigation-error.ts';
import {
  createNavigationRecord,
  getProxyError,
  type NavigationRecord,
  recordNavigation,
} from './navigation-record.ts';
import { advertisingHosts } from './network/advertising-hosts.ts';
import type { BrowserRequest, BrowserResult } from './network/browser-request.ts';
import { interceptRequests } from './network/intercept-requests.ts';
import { monitorNetwork } from './network/network-monitor.ts';
import { recordNetwork, withoutRequest } from './network/network-recorder.ts';
import { addCookies } from './saved-state.ts';
import { takeScreenshot } from './take-screenshot.ts';
import { showBlankArea, waitForContent } from './wait-for-content.ts';
import { createTabKey, watchHeaders, watchTabUse } from './watch-tab-use.ts';

/** Client that reads pages in a browser. */
export interface BrowserClient {
  /**
   * Reads one page. Errors of the page or its site are returned as values. Rejects with the signal's reason on abort, and
   * with a Failure of kind `unavailable` if there is no browser or it was lost.
   */
  visit(request: BrowserRequest, signal: AbortSignal): Promise<BrowserResult>;
}

/** Options of a browser client; `note` is appended to the browser's User-Agent and identifies the operator. */
export interface BrowserClientOptions {
  pool: BrowserPool;
  guard: Guard;
  note: string;
}

/** Requests that do not change the text of a page. */
const withoutText = ['images', 'media', 'fonts'] as const;
/** Maximum size of a document in bytes. */
const maxBytes = 20 * 1024 * 1024;
/** Maximum time for the network to settle after steps. */
const settleAfterStepsTimeoutMs = 3_000;

/** Creates a client on a browser pool. */
export function createBrowserClient({ pool, guard, note }: BrowserClientOptions): BrowserClient {
  return {
    async visit(request, signal) {
      const startedAt = performance.now();
      const verdict = guard.check(request.url);
      if (!verdict.allowed) return createErrorResult(verdict, createNavigationRecord(), 0, startedAt);
      signal.throwIfAborted();
      const { browser } = await pool.search();
      const baseDevice = createDevice(request, browser?.userAgent ?? '', note);
      const state = addCookies(request.state ?? null, request.visitor?.cookies ?? [], request.url);
      const device = state === null ? baseDevice : { ...baseDevice, storageState: state };
      const work = (place: PagePlace) => rejectOnAbort(visitInContext(place, request, startedAt), signal);
      const tabKey = createTabKey({ ...request, state }, device);
      return pool.use(device, signal, work, { via: request.via, tabKey });
    },
  };
}

/** Rejects on abort without ending the work; the caller closes the context, which ends it. */
async function rejectOnAbort<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise: abortion, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  // The race reports an error; after an abort the result no longer matters.
  work.catch(() => {});
  return Promise.race([work, abortion]).finally(() => signal.removeEventListener('abort', onAbort));
}

async function visitInContext(
  place: PagePlace,
  request: BrowserRequest,
  startedAt: number,
): Promise<BrowserResult> {
  const { context, proxy, spoilTab } = place;
  const page = await place.newPage();
  const endWatch = watchTabUse(context, page, spoilTab);
  const trail = recordNavigation(page);
  try {
    const session = await context.newCDPSession(page);
    const { url, headers, screenshot } = request;
    const ownHeaders = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
    const isTextOnly = screenshot === null && !needsImages(request);
    const skipsAds = request.blocksAds ?? (isTextOnly && !request.network && request.captures !== true);
    if (skipsAds) proxy.skipHosts(advertisingHosts(url.hostname));
    await interceptRequests(session, {
      origin: url.origin,
      headers,
      blocks: new Set(request.blocks ?? (isTextOnly ? withoutText : [])),
      // Pages with pictures or steps have a tab of their own.
      watch: isTextOnly ? (link) => watchHeaders(link, ownHeaders, spoilTab) : null,
    });
    return await read(page, session, trail, request, place, startedAt);
  } catch (error) {
    spoilTab();
    const pageError = toNavigationError(error, trail.requestedUrl, proxy);
    if (pageError === null) throw error;
    const explained = await withCertificate(pageError, trail.requestedUrl, proxy);
    return createErrorResult(explained, trail, proxy.bytes(), startedAt);
  } finally {
    endWatch();
  }
}

async function read(
  page: Page,
  session: CDPSession,
  trail: NavigationRecord,
  request: BrowserRequest,
  { proxy, pace }: PagePlace,
  startedAt: number,
): Promise<BrowserResult> {
  const { promise: crash, reject } = Promise.withResolvers<never>();
  page.on('crash', () => reject(new Error('Page crashed')));
  // The race below reports a crash; a crash after the visit does not matter.
  crash.catch(() => {});
  const networkMonitor = monitorNetwork(page, session);
  const captures = request.captures === true;
  const recorder = request.network || captures ? recordNetwork(page, captures) : null;
  const work = async (): Promise<BrowserResult> => {
    await openDocument(page, request.url, trail, proxy);
    await networkMonitor.waitUntilLoaded(request.settleTimeoutMs, pace);
    const settled = () => networkMonitor.waitUntilSettled(settleAfterStepsTimeoutMs);
    await waitForContent({ session, settled });
    const warnings: Warning[] = [];
    if (request.consent === 'reject') warnings.push(...(await rejectConsent({ session, settled })));
    const stepOutput = await runSteps({ page, activity: networkMonitor }, request.steps, warnings);
    const countAnswers = async () => ((await recorder?.calls()) ?? []).filter(isRepeatable).length;
    const capture = async () => (await readDocumentHtml(session, true)).html;
    const firstUrl = page.url();
    const loaded = captures
      ? await loadMore(page, { settled, isBusy: networkMonitor.isBusy, countAnswers, capture })
      : null;
    if (request.waitMs > 0) await page.waitForTimeout(request.waitMs);
    if (request.steps.length > 0) await settled();
    // Pictures and steps need the window that the caller knows.
    const viewport = page.viewportSize();
    if (viewport !== null && request.screenshot === null && request.steps.length === 0 && !captures)
      await showBlankArea({ session, settled }, { ...viewport, mobile: request.mobile });
    const proxyError = await getProxyError(trail, proxy);
    if (proxyError !== null)
      return createErrorResult(proxyError, createNavigationRecord(), proxy.bytes(), startedAt);
    const screenshot =
      request.screenshot === null ? null : await takeScreenshot(page, request.screenshot, warnings);
    const captured = recorder === null ? [] : await recorder.calls();
    const network = request.network ? captured.map(withoutRequest) : null;
    const lastAnswer = await readContent(page, session, trail, proxy, startedAt);
    const { scrolled, states } = loaded ?? { scrolled: null, states: [] };
    const answer = lastAnswer.kind === 'fault' ? lastAnswer : withFirstState(lastAnswer, firstUrl, states);
    return answer.kind === 'fault'
      ? answer
      : {
          ...answer,
          screenshot,
          network,
          captured: captures ? captured : [],
          scrolled,
          states: states.slice(1).map(toBytes),
          stepOutput,
          warnings: [...warnings, ...answer.warnings],
        };
  };
  return Promise.race([work(), crash]);
}

/** Opens a document. A host that is not asked for parts of a page is asked for the page itself, to which another one may redirect. */
async function openDocument(page: Page, url: URL, trail: NavigationRecord, proxy: GuardProxy): Promise<void> {
  const open = () => page.goto(url.href, { waitUntil: 'commit', timeout: 0 });
  try {
    await open();
    return;
  } catch (error) {
    if (trail.requestedUrl === null || !proxy.hasSkipped(trail.requestedUrl)) throw error;
  }
  proxy.skipHosts(null);
  await open();
}

/** Returns true if a call returned JSON and can be repeated without its page: GET, or a GraphQL query. */
function isRepeatable({ json, method, body }: CapturedCall): boolean {
  return json !== undefined && (method === 'GET' || body?.includes('"query"') === true);
}

function toBytes(html: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(html));
}

/** Returns the response with the first state of the page, which stands for the address that was requested. */
function withFirstState(answer: PageResponse, firstUrl: string, [first]: readonly string[]): PageResponse {
  return first === undefined ? answer : { ...answer, finalUrl: firstUrl, body: toBytes(first) };
}

/** Returns true if a step takes a screenshot or prints. */
function needsImages({ steps }: BrowserRequest): boolean {
  return steps.some(({ type }) => type === 'screenshot' || type === 'print');
}

interface PageResponse {
  kind: 'response';
  finalUrl: string;
  statusCode: number;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
  wireBytes: number;
  redirects: [];
  remoteAddress: null;
  ms: number;
  warnings: Warning[];
}

async function readContent(
  page: Page,
  session: CDPSession,
  trail: NavigationRecord,
  proxy: GuardProxy,
  startedAt: number,
): Promise<PageResponse | HttpErrorResult> {
  const { response } = trail;
  const headers = response === null ? {} : await response.allHeaders();
  const type = headers['content-type'] ?? 'text/html';
  const isPage = /html|^\s*$/i.test(type);
  const document = isPage ? await readDocumentHtml(session) : null;
  const body = document === null ? await (response as Response).body() : Buffer.from(document.html);
  if (body.length > maxBytes) {
    const pageError: FetchError = {
      code: 'too_large',
      message: 'The document is larger than the limit of 20 MiB.',
    };
    return createErrorResult(pageError, trail, proxy.bytes(), startedAt);
  }
  const currentUrl = URL.parse(page.url());
  const isHttp = currentUrl !== null && /^https?:$/.test(currentUrl.protocol);
  return {
    kind: 'response',
    finalUrl: isHttp && isPage ? currentUrl.href : (response?.url() ?? page.url()),
    statusCode: response?.status() ?? 200,
    headers: bodyHeaders(headers, isPage),
    body: new Uint8Array(body),
    wireBytes: proxy.bytes(),
    redirects: [],
    remoteAddress: null,
    ms: Math.round(performance.now() - startedAt),
    warnings: framesNotReadWarnings(document?.unreadFrames ?? [], unreadFramesAdvice),
  };
}

/** Returns the response headers that still apply to the returned body. */
function bodyHeaders(headers: Record<string, string>, isPage: boolean): Record<string, string> {
  const { 'content-encoding': _encoding, 'content-length': _length, ...rest } = headers;
  return isPage ? { ...rest, 'content-type': 'text/html; charset=utf-8' } : rest;
}

function createErrorResult(
  pageError: FetchError,
  trail: NavigationRecord,
  wireBytes: number,
  startedAt: number,
): HttpErrorResult {
  return {
    kind: 'fault',
    code: pageError.code,
    message: pageError.message,
    finalUrl: trail.response?.url() ?? null,
    statusCode: trail.response?.status() ?? null,
    wireBytes,
    redirects: [],
    ms: Math.round(performance.now() - startedAt),
  };
}
