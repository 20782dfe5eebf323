import { addMs } from '../domain/clock.ts';
import type { PageContent } from '../domain/content.ts';
import type { ExtractJob, PageExtraction } from '../domain/extraction.ts';
import { newSecretIdentifier } from '../domain/identifier.ts';
import { type PageErrorCode, type PageStatus, statusOf, type Warning } from '../domain/outcome.ts';
import type { NetworkCall, PageResult, StepResults } from '../domain/page.ts';
import type { PageCommand } from '../domain/page-command.ts';
import { type Charge, type Route, routePrices } from '../domain/rate-card.ts';
import type { Attempt, RobotsReport, UnsignedReceipt } from '../domain/receipt.ts';
import type { CapturedCall } from '../domain/records.ts';
import type { Validators } from '../store/cached-pages.ts';
import type { NewContent } from '../store/contents.ts';
import type { Exit } from '../web/exits/exits.ts';
import type { HttpResponse } from '../web/http-client.ts';
import type { FetchingRoute } from './rungs.ts';

/** What of a receipt the fetching itself observed; the rest is who asked and who signs. */
export type Observation = Omit<UnsignedReceipt, 'version' | 'id' | 'issuer' | 'request_id' | 'pages'>;

/** One page, whole, before anybody was charged and anything was stored. */
export interface FetchedPage {
  page: Omit<PageResult, 'receipt'>;
  observation: Observation;
  /** The whole Markdown of a long page, to be stored together with the charge. */
  content: NewContent | null;
  /** Present where values were asked for, and the page is what was asked for and not empty. */
  extraction?: PageExtraction;
  /** Looks for something else on the same response; null when the page turns out to be unreadable. */
  extractAgain?(job: ExtractJob, signal: AbortSignal): Promise<PageExtraction | null>;
  /** Present where the order asks to keep it and the page arrived. */
  response?: KeptResponse;
  /** By what the site tells whether the page has changed; null where it tells nothing, or a browser read it. */
  validators: Validators | null;
  /** True when the site answered that what was read before still holds; `page` then holds nothing but where that was. */
  isNotModified?: true;
}

/** The response that a page was read from, for whoever reads more out of it. */
export interface KeptResponse {
  bytes: Uint8Array;
  url: string;
  statusCode: number;
  /** In lower case. */
  headers: Record<string, string>;
  /** The calls of the page's scripts, where a browser read it and was asked to keep them. */
  calls: CapturedCall[];
}

/** A page's content, and a way to look for values on the same response once more, where values were looked for. */
export interface ReadContent extends PageContent {
  extractAgain?(job: ExtractJob, signal: AbortSignal): Promise<PageExtraction | null>;
}

/** Why there is no page. */
export interface Refused {
  code: PageErrorCode;
  message: string;
}

/** What is known of a page while it is being fetched. */
export interface Progress {
  command: PageCommand;
  accountId: string;
  startedAt: Date;
  exit: Exit | null;
  robots: RobotsReport;
  attempts: Attempt[];
  warnings: Warning[];
  /** What is to be found on the page, by the address that answered; absent for content alone. */
  prepareExtract?(finalUrl: string): Promise<ExtractJob>;
  /** Whether the response is handed on beside the page. */
  keepsResponse?: boolean;
  /** What there is to say of the exit that the page came through. */
  exitWarnings: Warning[];
}

function observation(progress: Progress, route: Route, now: Date, facts: Partial<Observation>): Observation {
  const { command, exit, startedAt, robots, attempts } = progress;
  return {
    url: command.url,
    final_url: null,
    status: null,
    status_code: null,
    derived_from: null,
    route,
    exit: exit?.report ?? null,
    credits: 0,
    charges: [],
    attempts,
    fetched_at: startedAt.toISOString(),
    ms: Math.max(0, now.getTime() - startedAt.getTime()),
    bytes: attempts.reduce((sum, attempt) => sum + attempt.bytes, 0),
    content_sha256: null,
    robots,
    ...facts,
  };
}

/** The result of a page that did not arrive; `reached` says how far the way there led. It costs nothing. */
export function pageNotArrived(
  progress: Progress,
  { code, message }: Refused,
  now: Date,
  reached: { finalUrl: string | null; statusCode: number | null } = { finalUrl: null, statusCode: null },
): FetchedPage {
  const status = statusOf(code);
  const where = { final_url: reached.finalUrl, status_code: reached.statusCode };
  return {
    page: {
      status,
      url: progress.command.url,
      ...where,
      title: null,
      metadata: {},
      length: 0,
      truncated: false,
      warnings: [...progress.exitWarnings, ...progress.warnings],
      error: { code, message },
    },
    observation: observation(progress, 'none', now, { status, ...where }),
    content: null,
    validators: null,
  };
}

function validatorsOf({ headers }: HttpResponse): Validators | null {
  const etag = headers.etag ?? null;
  const lastModified = headers['last-modified'] ?? null;
  return etag === null && lastModified === null ? null : { etag, lastModified };
}

/** What there is of a page whose site answered 304 Not Modified; it costs its route like any answer. */
export function pageNotModified(
  progress: Progress,
  response: HttpResponse,
  now: Date,
  route: FetchingRoute,
): FetchedPage {
  const where = { final_url: response.finalUrl, status_code: response.statusCode };
  return {
    page: {
      status: 'ok',
      url: progress.command.url,
      ...where,
      title: null,
      metadata: {},
      length: 0,
      truncated: false,
      warnings: [...progress.exitWarnings, ...progress.warnings],
    },
    observation: observation(progress, route, now, {
      status: 'ok',
      ...where,
      credits: routePrices[route],
      charges: [{ item: route, credits: routePrices[route] }],
    }),
    content: null,
    validators: validatorsOf(response),
    isNotModified: true,
  };
}

function toBeStored(
  accountId: string,
  url: string,
  content: PageContent,
  now: Date,
  keepMs: number,
): NewContent | null {
  if (content.packed === null) return null;
  return {
    ref: newSecretIdentifier('ref'),
    accountId,
    url,
    title: content.title,
    body: content.packed.bytes,
    length: content.length,
    sections: content.packed.sections,
    createdAt: now,
    expiresAt: addMs(now, keepMs),
  };
}

function requestedFormats(command: PageCommand, content: PageContent): Partial<PageResult> {
  return {
    ...(command.formats.includes('markdown') && { markdown: content.markdown }),
    ...(content.html !== undefined && { html: content.html }),
    ...(content.rawHtml !== undefined && { raw_html: content.rawHtml }),
    ...(content.text !== undefined && { text: content.text }),
    ...(content.links !== undefined && { links: content.links }),
    ...(content.images !== undefined && { images: content.images }),
    ...(content.structuredData !== undefined && { structured_data: content.structuredData }),
    ...(content.passages !== undefined && { passages: content.passages }),
    ...(content.attributes !== undefined && { attributes: content.attributes }),
  };
}

/** How a page arrived, and what only a browser brings. */
export interface Arrival {
  route: FetchingRoute | 'archive';
  /** Address of the picture. */
  screenshot: string | null;
  network: NetworkCall[] | null;
  /** What steps gave. */
  actions?: StepResults;
  /** Calls that are to be sent again; they stay inside. */
  captured?: CapturedCall[];
}

/** The arrival of a page that no browser was needed for. */
export const plainArrival: Arrival = { route: 'http', screenshot: null, network: null };

/** What is not charged although a page arrived: a wall, and a page that we could not read for reasons of our own. */
const freeStatuses: ReadonlySet<PageStatus> = new Set(['blocked', 'unavailable', 'budget_exhausted']);

/** Who passes walls for a living is paid only when that brought the page. */
function isCharged(status: PageStatus, route: Arrival['route']): boolean {
  return route === 'unblock' ? status === 'ok' : !freeStatuses.has(status);
}

/** The result of a page that arrived, whatever it turned out to be; all but {@link freeStatuses} cost their route. */
export function pageArrived(
  progress: Progress,
  response: HttpResponse,
  content: ReadContent,
  now: Date,
  keepMs: number,
  arrival: Arrival = plainArrival,
): FetchedPage {
  const { route, screenshot, network, actions } = arrival;
  const status = content.error === null ? 'ok' : statusOf(content.error.code);
  const stored = toBeStored(progress.accountId, response.finalUrl, content, now, keepMs);
  const charges: Charge[] = isCharged(status, route) ? [{ item: route, credits: routePrices[route] }] : [];
  const where = { final_url: response.finalUrl, status_code: response.statusCode };
  return {
    page: {
      status,
      url: progress.command.url,
      ...where,
      title: content.title,
      ...requestedFormats(progress.command, content),
      ...(screenshot !== null && { screenshot }),
      ...(network !== null && { network }),
      ...(actions !== undefined && { actions }),
      metadata: content.metadata,
      ...(stored !== null && { ref: stored.ref, expires_at: stored.expiresAt.toISOString() }),
      length: content.length,
      truncated: content.truncated,
      warnings: [...progress.exitWarnings, ...progress.warnings, ...content.warnings],
      ...(content.error !== null && { error: content.error }),
    },
    observation: observation(progress, route, now, {
      status,
      ...where,
      credits: charges.reduce((sum, charge) => sum + charge.credits, 0),
      charges,
      content_sha256: content.contentSha256,
    }),
    content: stored,
    ...(progress.keepsResponse === true && {
      response: {
        bytes: response.body,
        url: response.finalUrl,
        statusCode: response.statusCode,
        headers: response.headers,
        calls: arrival.captured ?? [],
      },
    }),
    ...(content.extraction !== undefined && { extraction: content.extraction }),
    ...(content.extractAgain !== undefined && { extractAgain: content.extractAgain }),
    validators: route === 'http' && response.statusCode === 200 ? validatorsOf(response) : null,
  };
}
