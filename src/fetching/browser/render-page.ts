import type { PageErrorCode } from '../../domain/pages/outcome.ts';
import type { PageCommand } from '../../domain/pages/page-command.ts';
import type { Attempt } from '../../domain/resources/receipt.ts';
import type { Clock } from '../../domain/system/clock.ts';
import { Failure } from '../../domain/system/failure.ts';
import type { BrowserClient } from '../../web/browser/page/browser-page.ts';
import type { BrowserRequest, BrowserResponse } from '../../web/browser/page/network/browser-request.ts';
import type { SavedState } from '../../web/browser/page/saved-state.ts';
import type { BrowserPool } from '../../web/browser/pool/browser-pool.ts';
import type { Exit } from '../../web/exits/exits.ts';
import type { HttpErrorResult } from '../../web/http/http-client.ts';
import type { Politeness } from '../../web/politeness/politeness.ts';
import {
  admitRequest,
  createAttempt,
  createFeedback,
  type RequestPoliteness,
} from '../stages/polite-request.ts';

/** Result of reading a page in a browser, and its line in the receipt; null if no browser could be used. */
export interface RenderResult {
  answer: BrowserResponse | HttpErrorResult | { kind: 'none'; code: PageErrorCode; message: string };
  attempt: Attempt | null;
}

/** A page that a browser reads. */
export interface RenderRequest {
  command: PageCommand;
  url: URL;
  exit: Exit;
  signal: AbortSignal;
  politeness: RequestPoliteness;
  /** Cookies and storage of a saved login; null for none. */
  state: SavedState | null;
  /** Account that asks for the page. */
  accountId: string;
}

/** Reads a page in a browser after its site admits the request. Rejects when the signal aborts. */
export type RenderPage = (request: RenderRequest) => Promise<RenderResult>;

/** Dependencies of the renderer. */
export interface RendererPorts {
  client: BrowserClient;
  pool: BrowserPool;
  politeness: Politeness;
  clock: Clock;
}

/** Maximum part of a page's timeout that the network may take to settle, capped by `maxSettleMs`. */
const maxSettleFraction = 0.5;
const maxSettleMs = 12_000;
/** A lost browser is not an error of the page: the page is read once more in another one. */
const maxTries = 2;

function createBrowserRequest({ command, url, exit, state, accountId }: RenderRequest): BrowserRequest {
  const needsScreenshot = command.screenshot !== null || command.formats.includes('screenshot');
  const defaultScreenshot = { fullPage: false, quality: null, width: null, height: null };
  return {
    url,
    headers: command.headers,
    steps: command.steps,
    waitMs: command.waitMs,
    settleTimeoutMs: Math.min(maxSettleMs, command.timeoutMs * maxSettleFraction),
    mobile: command.mobile,
    country: exit.report.country,
    screenshot: needsScreenshot ? (command.screenshot ?? defaultScreenshot) : null,
    ...(command.blocksAds !== undefined && { blocksAds: command.blocksAds }),
    ...(command.blocks !== undefined && { blocks: command.blocks }),
    ...(command.consent !== undefined && { consent: command.consent }),
    ...(command.visitor !== undefined && { visitor: command.visitor }),
    network: command.formats.includes('network'),
    captures: command.captures === true,
    via: exit.upstream,
    state,
    accountId,
  };
}

/** Creates a renderer that respects the politeness limits of sites. */
export function createRenderer({ client, pool, politeness, clock }: RendererPorts): RenderPage {
  /** Visits the page; null if the browser was lost. Errors raised while waiting for the site are thrown. */
  async function visit(
    request: BrowserRequest,
    { exit, signal, politeness: requestPoliteness }: RenderRequest,
  ) {
    const admitted = await admitRequest(politeness, request.url, exit, signal, requestPoliteness);
    if (admitted.kind === 'paused') return admitted;
    let answer: BrowserResponse | HttpErrorResult | null = null;
    try {
      answer = await client.visit(request, signal);
      return answer;
    } catch (error) {
      if (signal.aborted || !(error instanceof Failure) || error.kind !== 'unavailable') throw error;
      return null;
    } finally {
      admitted.admission.done(createFeedback(answer, requestPoliteness.crawlDelayMs, clock.now()));
    }
  }

  async function visitWithRetry(page: RenderRequest) {
    const request = createBrowserRequest(page);
    for (let tries = 1; tries <= maxTries; tries++) {
      const answer = await visit(request, page);
      if (answer !== null) return answer;
    }
    return {
      kind: 'none',
      code: 'dependency',
      message: `The browser stopped ${maxTries} times while it read this page. Try again later.`,
    } as const;
  }

  return async (page) => {
    const { browser, detail } = await pool.search();
    if (browser === null) {
      const message = `This page needs a browser, and none is available: ${detail}`;
      return { answer: { kind: 'none', code: 'no_browser', message }, attempt: null };
    }
    const answer = await visitWithRetry(page);
    if (answer.kind === 'paused') return { answer: answer.result, attempt: null };
    if (answer.kind === 'none') return { answer, attempt: null };
    const route = page.exit.network === 'service' ? 'browser' : 'residential_browser';
    return { answer, attempt: createAttempt(route, page.exit, answer) };
  };
}
