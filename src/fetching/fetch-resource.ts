import type { PageErrorCode } from '../domain/outcome.ts';
import type { Attempt } from '../domain/receipt.ts';
import type { Slots } from '../domain/slots.ts';
import type { Exits, ExitWish } from '../web/exits/exits.ts';
import type { Guard } from '../web/guard.ts';
import type { HttpResponse } from '../web/http-client.ts';
import type { PoliteRequest } from './polite-request.ts';

/** A file of a site that is no page: a sitemap, a feed. */
export interface ResourceRequest {
  url: URL;
  wish: ExitWish;
  /** Most bytes of body, counted after content encodings. */
  maxBytes: number;
  timeoutMs: number;
  /** What robots.txt asks to leave between two starts, in milliseconds, or null. */
  crawlDelayMs: number | null;
  /** HEAD to see whether it is there; GET when left out. */
  method?: 'GET' | 'HEAD';
}

/** The file as it came, or why it did not; `attempt` is null when nothing was contacted. */
export type FetchedResource =
  | { response: HttpResponse; attempt: Attempt }
  | { response: null; code: PageErrorCode; message: string; attempt: Attempt | null };

/** Fetches one file. Never throws for what its site does; rejects when `signal` says stop. */
export type FetchResource = (request: ResourceRequest, signal: AbortSignal) => Promise<FetchedResource>;

/** What fetching a file needs of the other rooms. */
export interface ResourcePorts {
  guard: Guard;
  request: PoliteRequest;
  exits: Exits;
  /** Bodies held at once; files may be as large as the caller allows. */
  slots: Slots;
}

const tooLate = { code: 'timeout', message: 'the file was not there in time' } as const;

/** Composes the fetching of files: judged, through an exit, politely and in time, but not read. */
export function createResourceFetcher(ports: ResourcePorts): FetchResource {
  async function fetchWithin(request: ResourceRequest, signal: AbortSignal): Promise<FetchedResource> {
    const { url, maxBytes, crawlDelayMs, method = 'GET' } = request;
    const choice = await ports.exits.choose(request.wish, signal);
    if (choice.exit === null)
      return { response: null, attempt: null, code: choice.code, message: choice.message };
    const leave = await ports.slots.take(signal);
    try {
      const { answer, attempt } = await ports.request(
        { url, headers: {}, maxBytes, method },
        choice.exit,
        signal,
        {
          crawlDelayMs,
        },
      );
      if (answer.kind === 'response') return { response: answer, attempt };
      return { response: null, attempt, code: answer.code, message: answer.message };
    } finally {
      leave();
    }
  }

  return async (request, signal) => {
    const verdict = ports.guard.judge(request.url);
    if (!verdict.allowed) {
      return { response: null, attempt: null, code: verdict.code, message: verdict.message };
    }
    const deadline = AbortSignal.timeout(request.timeoutMs);
    try {
      return await fetchWithin(request, AbortSignal.any([signal, deadline]));
    } catch (error) {
      if (signal.aborted || !deadline.aborted) throw error;
      return { response: null, attempt: null, ...tooLate };
    }
  };
}
