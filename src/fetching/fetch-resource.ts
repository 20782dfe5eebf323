import type { PageErrorCode } from '../domain/pages/outcome.ts';
import type { Attempt } from '../domain/resources/receipt.ts';
import type { Semaphore } from '../domain/system/semaphore.ts';
import { chooseExit, type ExitOptions } from '../web/exits/choose-exit.ts';
import type { Exit, Exits } from '../web/exits/exits.ts';
import type { Guard } from '../web/guard/ssrf-guard.ts';
import type { HttpResponse, HttpResult } from '../web/http/http-client.ts';
import { createPageDeadline, type PageDeadline } from './page-deadline.ts';
import { maxPatientPauseMs, type PoliteRequest, type RequestPoliteness } from './stages/polite-request.ts';

/** Request for a file of a site that is not a page, such as a sitemap or a feed. */
export interface ResourceRequest {
  url: URL;
  exitOptions: ExitOptions;
  /** Maximum number of bytes of the body, counted after content encodings are removed. */
  maxBytes: number;
  timeoutMs: number;
  /** Minimum pause between two requests that robots.txt states, in milliseconds, or null. */
  crawlDelayMs: number | null;
  /** HEAD checks whether the file exists. Default: GET. */
  method?: 'GET' | 'HEAD';
}

/** The file, or the reason why it could not be fetched; `attempt` is null if nothing was contacted. */
export type FetchedResource =
  | { response: HttpResponse; attempt: Attempt | null }
  | { response: null; code: PageErrorCode; message: string; attempt: Attempt | null };

/** Fetches one file. Never throws for errors of the site; rejects when `signal` aborts. */
export type FetchResource = (request: ResourceRequest, signal: AbortSignal) => Promise<FetchedResource>;

/** Dependencies of the resource fetcher. */
export interface ResourcePorts {
  guard: Guard;
  request: PoliteRequest;
  exits: Exits;
  /** Limits the bodies held at once; files may be as large as the caller allows. */
  slots: Semaphore;
  /**
   * Present if no caller waits: requests then wait for the pauses of origins, beside their timeout, and are repeated after
   * one that the origin requests in its response. Called when a request begins to wait for a pause.
   */
  onPatientWait?: (origin: string, ms: number) => void;
}

/** Maximum number of requests for one file whose origin asks for pauses. */
const maxTries = 3;

/** Returns whether the origin asks for a pause instead of sending the file (RFC 9110 section 10.2.3). */
function asksForPause(answer: HttpResult): boolean {
  if (answer.kind === 'fault' || (answer.statusCode !== 429 && answer.statusCode !== 503)) return false;
  return answer.headers['retry-after'] !== undefined;
}

const timeoutError = {
  code: 'timeout',
  message: 'The file did not arrive within the timeout. Increase the timeout or try again later.',
} as const;

/**
 * Creates a fetcher of files: it checks the URL, chooses an exit and respects politeness and the timeout, but does
 * not parse the body.
 */
export function createResourceFetcher(ports: ResourcePorts): FetchResource {
  const { onPatientWait } = ports;

  function politenessOf(crawlDelayMs: number | null, deadline: PageDeadline): RequestPoliteness {
    if (onPatientWait === undefined)
      return { crawlDelayMs, pauseLimits: { maxPauseMs: () => deadline.getRemainingMs() } };
    return {
      crawlDelayMs,
      waiting: (admission) => deadline.pauseDuring(admission),
      pauseLimits: { maxPauseMs: () => maxPatientPauseMs, onPaused: onPatientWait },
    };
  }

  async function fetchBefore(
    request: ResourceRequest,
    deadline: PageDeadline,
    signal: AbortSignal,
  ): Promise<FetchedResource> {
    const { url, maxBytes, crawlDelayMs, method = 'GET' } = request;
    const choice = await chooseExit(ports.exits, request.exitOptions, signal);
    if (choice.exit === null)
      return { response: null, attempt: null, code: choice.code, message: choice.message };
    const release = await ports.slots.acquire(signal);
    try {
      const politeness = politenessOf(crawlDelayMs, deadline);
      const send = (exit: Exit) =>
        ports.request({ url, headers: {}, maxBytes, method }, exit, signal, politeness);
      let { answer, attempt } = await send(choice.exit);
      for (let tries = 1; onPatientWait !== undefined && asksForPause(answer) && tries < maxTries; tries += 1)
        ({ answer, attempt } = await send(choice.exit));
      if (answer.kind === 'fault')
        return { response: null, attempt, code: answer.code, message: answer.message };
      return { response: answer, attempt };
    } finally {
      release();
    }
  }

  return async (request, signal) => {
    const verdict = ports.guard.check(request.url);
    if (!verdict.allowed) {
      return { response: null, attempt: null, code: verdict.code, message: verdict.message };
    }
    const deadline = createPageDeadline(request.timeoutMs);
    try {
      return await fetchBefore(request, deadline, AbortSignal.any([signal, deadline.signal]));
    } catch (error) {
      if (signal.aborted || !deadline.signal.aborted) throw error;
      return { response: null, attempt: null, ...timeoutError };
    } finally {
      deadline.end();
    }
  };
}
