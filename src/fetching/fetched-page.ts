import type { PageContent } from '../domain/pages/content.ts';
import type { ExtractJob, PageExtraction } from '../domain/pages/extraction.ts';
import { limitHeadings } from '../domain/pages/limit-headings.ts';
import { type PageErrorCode, type PageStatus, statusOf, type Warning } from '../domain/pages/outcome.ts';
import type { NetworkCall, PageResult, Section, StepResults } from '../domain/pages/page.ts';
import type { PageCommand } from '../domain/pages/page-command.ts';
import type { CapturedCall, ScrolledLists } from '../domain/pages/records.ts';
import { type Charge, type FetchingRoute, type Route, routePrices } from '../domain/resources/rate-card.ts';
import type { Attempt, RobotsReport, UnsignedReceipt } from '../domain/resources/receipt.ts';
import { addMs } from '../domain/system/clock.ts';
import { newSecretIdentifier } from '../domain/values/identifier.ts';
import type { Validators } from '../store/pages/cached-pages.ts';
import type { NewContent } from '../store/pages/contents.ts';
import type { Exit } from '../web/exits/exits.ts';
import type { HttpResponse } from '../web/http/http-client.ts';

/** Part of a receipt that the fetch observes; request and signature are added later. */
export type Observation = Omit<UnsignedReceipt, 'version' | 'id' | 'issuer' | 'request_id' | 'pages'>;

/** Maximum number of sections that the result of a cut page names. */
const maxSections = 100;

/** Whole Markdown of a long page with its digest, which the content thread has computed. */
export interface LongContent extends NewContent {
  /** SHA-256 (hex) of the Markdown in UTF-8. */
  sha256: string;
  sections: Section[];
}

/** One complete page before it is charged and stored. */
export interface FetchedPage {
  page: Omit<PageResult, 'receipt'>;
  observation: Observation;
  /** Whole Markdown of a long page, to be stored together with the charge. */
  content: LongContent | null;
  /** Present if values were requested and the page is the requested one and not empty. */
  extraction?: PageExtraction;
  /** Extracts other values from the same response; null if the page turns out to be unreadable. */
  extractAgain?(job: ExtractJob, signal: AbortSignal): Promise<PageExtraction | null>;
  /** Present if the request sets `keepsResponse` and the page arrived. */
  response?: FetchedResponse;
  /** Validators of the site for conditional requests; null if it sends none, or a browser read the page. */
  validators: Validators | null;
  /** Present if the request asks for it and a plain request read the page. */
  bodyDigest?: BodyDigest;
  /** True if the site answered 304 Not Modified or sent the known bytes; `page` then holds only status and URLs. */
  isNotModified?: true;
  /** True if the page waited for its turn for most of its timeout, so that its failure says nothing about its site. */
  isStarved?: true;
  /** Time at which the login that the page was read with was saved. */
  loginSavedAt?: Date;
}

/** Digests (SHA-256, hex) and type of a body: with the same ones, a response yields the same page. */
export interface BodyDigest {
  body: string;
  contentType: string | null;
  /** Digest of the decoded text, as in the receipt. */
  content: string | null;
}

/** Response that a page was read from, for callers that read more out of it. */
export interface FetchedResponse {
  bytes: Uint8Array;
  url: string;
  statusCode: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** Calls of the page's scripts, if a browser read the page and recorded them. */
  calls: CapturedCall[];
  /** How the lists of the page ended while a browser scrolled it; null if no browser did. */
  scrolled: ScrolledLists | null;
  /** HTML of the page after entries of `bytes` left its lists, in order; empty if `bytes` holds all of them. */
  states: Uint8Array[];
}

/** Content of a page, with a function that extracts other values from the same response if values were requested. */
export interface ReadContent extends PageContent {
  extractAgain?(job: ExtractJob, signal: AbortSignal): Promise<PageExtraction | null>;
}

/** Reason why there is no page. */
export interface PageError {
  code: PageErrorCode;
  message: string;
}

/** State of a page fetch. A stage does not change it: it returns what it observed, and the route escalation adds that. */
export interface PageProgress {
  readonly command: PageCommand;
  readonly accountId: string;
  readonly startedAt: Date;
  readonly exit: Exit | null;
  readonly robots: RobotsReport;
  readonly attempts: readonly Attempt[];
  readonly warnings: readonly Warning[];
  /** Returns the extraction to run on the page, by the URL that answered; absent if only content is requested. */
  prepareExtract?(finalUrl: string): Promise<ExtractJob>;
  /** True if the result includes the response. */
  readonly keepsResponse?: boolean;
  /** True for a file that the caller sent. */
  readonly isSent?: true;
  /** Warnings about the exit through which the page came. */
  readonly exitWarnings: readonly Warning[];
}

/** Returns what was observed so far, as a copy: it is signed, stored and returned. */
function createObservation(
  progress: PageProgress,
  route: Route,
  now: Date,
  facts: Partial<Observation>,
): Observation {
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
    attempts: attempts.map((attempt) => ({ ...attempt })),
    fetched_at: startedAt.toISOString(),
    ms: Math.max(0, now.getTime() - startedAt.getTime()),
    bytes: attempts.reduce((sum, attempt) => sum + attempt.bytes, 0),
    content_sha256: null,
    robots: { ...robots },
    ...(command.sent !== undefined && { method: command.sent.method }),
    ...(command.login !== null && { login: command.login }),
    ...facts,
  };
}

/** Returns a page result without content. */
function createEmptyPage(
  { command, exitWarnings, warnings }: PageProgress,
  status: PageResult['status'],
  location: Pick<PageResult, 'final_url' | 'status_code'>,
) {
  return {
    status,
    url: command.url,
    ...location,
    title: null,
    metadata: {},
    length: 0,
    truncated: false,
    warnings: [...exitWarnings, ...warnings],
  };
}

/** Returns the result of a page that did not arrive; `reached` states how far the request got. It is free. */
export function createFailedPage(
  progress: PageProgress,
  { code, message }: PageError,
  now: Date,
  reachedResponse: { finalUrl: string | null; statusCode: number | null } = {
    finalUrl: null,
    statusCode: null,
  },
): FetchedPage {
  const status = statusOf(code);
  const location = { final_url: reachedResponse.finalUrl, status_code: reachedResponse.statusCode };
  return {
    page: {
      ...createEmptyPage(progress, status, location),
      error: { code, message },
    },
    observation: createObservation(progress, 'none', now, { status, ...location }),
    content: null,
    validators: null,
  };
}

/** Returns the result of a page that was not fetched, because an earlier request read it. */
export function createUnfetchedPage(progress: PageProgress, finalUrl: string, now: Date): FetchedPage {
  const location = { final_url: finalUrl, status_code: null };
  return {
    page: createEmptyPage(progress, 'ok', location),
    observation: createObservation(progress, 'none', now, { status: 'ok', ...location }),
    content: null,
    validators: null,
  };
}

/**
 * Returns the validators for the next request of the page; null behind a refresh, because the page that leads on would be
 * asked for them and not the one that they belong to.
 */
function validatorsOf({ headers, redirects }: HttpResponse): Validators | null {
  if (redirects.some(({ statusCode }) => statusCode < 300)) return null;
  const etag = headers.etag ?? null;
  const lastModified = headers['last-modified'] ?? null;
  return etag === null && lastModified === null ? null : { etag, lastModified };
}

/**
 * Returns the result of a page whose site answered 304 Not Modified or sent the known bytes; it costs its route like any
 * answer.
 */
export function createNotModifiedPage(
  progress: PageProgress,
  response: HttpResponse,
  now: Date,
  { route, contentSha256 }: { route: FetchingRoute; contentSha256: string | null },
): FetchedPage {
  const location = { final_url: response.finalUrl, status_code: response.statusCode };
  return {
    page: createEmptyPage(progress, 'ok', location),
    observation: createObservation(progress, route, now, {
      status: 'ok',
      ...location,
      credits: routePrices[route],
      charges: [{ item: route, credits: routePrices[route] }],
      content_sha256: contentSha256,
    }),
    content: null,
    validators: validatorsOf(response),
    isNotModified: true,
  };
}

function createStoredContent(
  accountId: string,
  url: string,
  content: PageContent,
  now: Date,
  keepMs: number,
): LongContent | null {
  if (content.packed === null) return null;
  return {
    ref: newSecretIdentifier('ref'),
    accountId,
    url,
    title: content.title,
    body: content.packed.bytes,
    length: content.length,
    sha256: content.packed.sha256,
    sections: content.packed.sections,
    createdAt: now,
    expiresAt: addMs(now, keepMs),
  };
}

/** Returns the main sections of a page of which only the start is shown, so that the reader knows what follows. */
function outlineOf(
  { formats }: PageCommand,
  { truncated, passages }: PageContent,
  stored: LongContent | null,
): Pick<PageResult, 'sections'> {
  if (!truncated || stored === null || passages !== undefined || !formats.includes('markdown')) return {};
  const sections = limitHeadings(stored.sections, maxSections);
  return sections.length > 1 ? { sections: [...sections] } : {};
}

function selectRequestedFormats(command: PageCommand, content: PageContent): Partial<PageResult> {
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

/** Route of an arrived page, and the results that only a browser provides. */
export interface Arrival {
  route: FetchingRoute | 'archive' | 'upload';
  /** Address of the screenshot. */
  screenshot: string | null;
  network: NetworkCall[] | null;
  /** Results of the browser steps. */
  actions?: StepResults;
  /** Recorded calls for a later replay; they are not part of the response. */
  captured?: CapturedCall[];
  /** How the lists of the page ended while a browser scrolled it; null if it did not. */
  scrolled?: ScrolledLists | null;
  /** Later states of the page, if entries left its lists meanwhile. */
  states?: Uint8Array[];
  /** Digest of the body, if it was computed. */
  bodyDigest?: Omit<BodyDigest, 'content'> | undefined;
}

/** Arrival of a page that needed no browser. */
const plainArrival: Arrival = { route: 'http', screenshot: null, network: null };

/** Statuses that are not charged although a page arrived: blocks, and pages that the service could not process. */
const freeStatuses: ReadonlySet<PageStatus> = new Set(['blocked', 'unavailable', 'budget_exhausted']);

/** Routes that are charged only if they returned the page. */
const routesOfSuccess: ReadonlySet<Arrival['route']> = new Set(['unblock', 'upload']);

function isCharged(status: PageStatus, route: Arrival['route']): boolean {
  return routesOfSuccess.has(route) ? status === 'ok' : !freeStatuses.has(status);
}

/**
 * Returns the result of a page that arrived, with any status; all but {@link freeStatuses}, and pages that the service gave up
 * on, cost their route.
 */
export function createArrivedPage(
  progress: PageProgress,
  response: HttpResponse,
  content: ReadContent,
  now: Date,
  keepMs: number,
  arrival: Arrival = plainArrival,
): FetchedPage {
  const { route, screenshot, network, actions } = arrival;
  const status = content.error === null ? 'ok' : statusOf(content.error.code);
  const stored = createStoredContent(progress.accountId, response.finalUrl, content, now, keepMs);
  const isPaid = content.isUnread !== true && isCharged(status, route);
  const charges: Charge[] = isPaid ? [{ item: route, credits: routePrices[route] }] : [];
  const location = { final_url: response.finalUrl, status_code: response.statusCode };
  return {
    page: {
      status,
      url: progress.command.url,
      ...location,
      title: content.title,
      ...selectRequestedFormats(progress.command, content),
      ...(screenshot !== null && { screenshot }),
      ...(network !== null && { network }),
      ...(actions !== undefined && { actions }),
      metadata: content.metadata,
      ...(stored !== null && { ref: stored.ref, expires_at: stored.expiresAt.toISOString() }),
      length: content.length,
      truncated: content.truncated,
      ...outlineOf(progress.command, content, stored),
      warnings: [...progress.exitWarnings, ...progress.warnings, ...content.warnings],
      ...(content.error !== null && { error: content.error }),
    },
    observation: createObservation(progress, route, now, {
      status,
      ...location,
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
        scrolled: arrival.scrolled ?? null,
        states: arrival.states ?? [],
      },
    }),
    ...(arrival.bodyDigest !== undefined && {
      bodyDigest: { ...arrival.bodyDigest, content: content.contentSha256 },
    }),
    ...(content.extraction !== undefined && { extraction: content.extraction }),
    ...(content.extractAgain !== undefined && { extractAgain: content.extractAgain }),
    validators: route === 'http' && response.statusCode === 200 ? validatorsOf(response) : null,
  };
}
