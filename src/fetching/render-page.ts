import type { Clock } from '../domain/clock.ts';
import { Failure } from '../domain/failure.ts';
import type { PageErrorCode } from '../domain/outcome.ts';
import type { PageCommand } from '../domain/page-command.ts';
import type { Attempt } from '../domain/receipt.ts';
import type { BrowserClient } from '../web/browser/browser-page.ts';
import type { BrowserPool } from '../web/browser/browser-pool.ts';
import type { BrowserRequest, BrowserResponse } from '../web/browser/browser-request.ts';
import type { SavedState } from '../web/browser/saved-state.ts';
import type { Exit } from '../web/exits/exits.ts';
import type { HttpFault } from '../web/http-client.ts';
import type { Politeness } from '../web/politeness.ts';
import { feedbackOf, leaveOf, type Manners, plainManners } from './polite-request.ts';

/** What came of a page in a browser, and its line in the receipt; null where no browser could be used. */
export interface Rendered {
  answer: BrowserResponse | HttpFault | { kind: 'none'; code: PageErrorCode; message: string };
  attempt: Attempt | null;
}

/** Reads a page in a browser when its site may be asked. Rejects when `signal` says stop. */
export type RenderPage = (
  command: PageCommand,
  url: URL,
  exit: Exit,
  signal: AbortSignal,
  manners?: Manners,
  state?: SavedState | null,
) => Promise<Rendered>;

/** What rendering needs of the other rooms. */
export interface RendererPorts {
  client: BrowserClient;
  pool: BrowserPool;
  politeness: Politeness;
  clock: Clock;
}

/** The network may take this part of a page's time to settle, and no longer than this. */
const settlePart = 0.5;
const mostSettleMs = 12_000;
/** A browser that was lost is no fault of the page: it is tried once more in another. */
const mostTries = 2;

function requestOf(command: PageCommand, url: URL, exit: Exit, state: SavedState | null): BrowserRequest {
  const wantsPicture = command.screenshot !== null || command.formats.includes('screenshot');
  const usual = { fullPage: false, quality: null, width: null, height: null };
  return {
    url,
    headers: command.headers,
    steps: command.steps,
    waitMs: command.waitMs,
    settleWithinMs: Math.min(mostSettleMs, command.timeoutMs * settlePart),
    mobile: command.mobile,
    country: exit.report.country,
    screenshot: wantsPicture ? (command.screenshot ?? usual) : null,
    network: command.formats.includes('network'),
    captures: command.captures === true,
    via: exit.upstream,
    state,
  };
}

/** Composes the browser with politeness. */
export function createRenderer({ client, pool, politeness, clock }: RendererPorts): RenderPage {
  async function visit(request: BrowserRequest, exit: Exit, signal: AbortSignal, manners: Manners) {
    const admission = await leaveOf(politeness, request.url, exit, signal, manners);
    let answer: BrowserResponse | HttpFault | null = null;
    try {
      answer = await client.visit(request, signal);
      return answer;
    } finally {
      admission.done(feedbackOf(answer, manners.crawlDelayMs, clock.now()));
    }
  }

  async function visitInTries(request: BrowserRequest, exit: Exit, signal: AbortSignal, manners: Manners) {
    for (let tries = 1; ; tries++) {
      try {
        return await visit(request, exit, signal, manners);
      } catch (error) {
        if (signal.aborted || !(error instanceof Failure) || error.kind !== 'unavailable') throw error;
        if (tries < mostTries) continue;
        return { kind: 'none', code: 'dependency', message: 'the browser was lost twice' } as const;
      }
    }
  }

  return async (command, url, exit, signal, manners = plainManners, state = null) => {
    const { browser, detail } = await pool.search();
    if (browser === null) {
      const message = `this page needs a browser, and there is none: ${detail}`;
      return { answer: { kind: 'none', code: 'no_browser', message }, attempt: null };
    }
    const answer = await visitInTries(requestOf(command, url, exit, state), exit, signal, manners);
    if (answer.kind === 'none') return { answer, attempt: null };
    const attempt: Attempt = {
      route: exit.network === 'service' ? 'browser' : 'residential_browser',
      exit_country: exit.report.country,
      outcome: answer.kind === 'fault' ? answer.code : 'ok',
      status_code: answer.statusCode,
      ms: answer.ms,
      bytes: answer.wireBytes,
    };
    return { answer, attempt };
  };
}
