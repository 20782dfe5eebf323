import type { CallTemplate, ValueOrigin } from '../../domain/pages/listing.ts';
import type { CapturedCall, FoundSource } from '../../domain/pages/records.ts';
import type { Attempt } from '../../domain/resources/receipt.ts';
import type { FetchedPage } from '../../fetching/fetched-page.ts';
import { findSufficientHeaders, type Headers, minimizeHeaders, scriptHeaders } from './minimize-headers.ts';
import { getReplayObstacle } from './read-only-calls.ts';
import {
  fetchWithResponse,
  type ListingOptions,
  type ListingPorts,
  pageCommand,
  type RecordsPage,
} from './records-page.ts';
import { createFreeBudget, ReplayTrial } from './replay-trial.ts';
import {
  findCookieOrigin,
  findOrigin,
  getNeededTexts,
  type OriginTexts,
  parseCookieHeader,
  parseSetCookie,
  resolveHeaders,
} from './value-origins.ts';

/** Result of replaying a call without the page. */
export interface Replay {
  /** False if the call was not replayed; `reason` then states why. */
  tested: boolean;
  ok: boolean;
  reason: string | null;
  /** Number of calls that the replay needed. */
  calls: number;
  template: CallTemplate | null;
  /** Last successful response, so that it need not be requested again. */
  first: RecordsPage | null;
}

/** Fetches a page or script without charge. */
async function fetchText(
  ports: ListingPorts,
  options: ListingOptions,
  url: string,
  attempts: Attempt[],
): Promise<FetchedPage> {
  const command = { ...pageCommand(url, options.page), render: 'never' as const, timeoutMs: 20_000 };
  const fetched = await fetchWithResponse(ports, command, options, createFreeBudget());
  attempts.push(...fetched.observation.attempts);
  return fetched;
}

/** Fetches the page and its scripts as texts that may contain header values, without a browser. */
async function fetchOriginTexts(
  ports: ListingPorts,
  options: ListingOptions,
  needed: { page: boolean; scripts: readonly string[] },
  attempts: Attempt[],
): Promise<OriginTexts> {
  const texts = new Map<string | null, string>();
  let cookies: ReadonlyMap<string, string> = new Map();
  if (needed.page) {
    const { response } = await fetchText(ports, options, options.page.url, attempts);
    if (response !== undefined) {
      texts.set(null, Buffer.from(response.bytes).toString('utf8'));
      cookies = parseSetCookie(response.headers['set-cookie']);
    }
  }
  for (const url of needed.scripts) {
    const { response } = await fetchText(ports, options, url, attempts);
    if (response !== undefined) texts.set(url, Buffer.from(response.bytes).toString('utf8'));
  }
  return { texts, cookies };
}

/**
 * Creates a template with the origin of each value; returns the name of a header or cookie without an origin.
 */
function createTemplate(
  call: CapturedCall,
  headers: Headers,
  origins: OriginTexts,
): CallTemplate | { missing: string } {
  const template: CallTemplate = {
    method: call.method === 'POST' ? 'POST' : 'GET',
    url: call.url,
    body: call.body,
    headers: {},
    cookies: {},
  };
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'cookie') continue;
    const origin = findOrigin(name, value, origins);
    if (origin === null) return { missing: `the header ${name}` };
    template.headers[name] = origin;
  }
  for (const [name, value] of parseCookieHeader(headers.cookie)) {
    const origin = findCookieOrigin(name, value, origins);
    if (origin === null) return { missing: `the cookie ${name}` };
    template.cookies[name] = origin;
  }
  return template;
}

function isFixed(template: CallTemplate): boolean {
  const origins: ValueOrigin[] = [...Object.values(template.headers), ...Object.values(template.cookies)];
  return origins.every(({ kind }) => kind === 'fixed');
}

function createFailedReplay(reason: string, tested: boolean, calls: number): Replay {
  return { tested, ok: false, reason, calls, template: null, first: null };
}

/** Searches the page, and then its scripts, for the origins of the header values of a call. */
async function findTemplate(
  ports: ListingPorts,
  options: ListingOptions,
  call: CapturedCall,
  headers: Headers,
  page: { text: string; scripts: readonly string[] },
  attempts: Attempt[],
): Promise<{ template: ReturnType<typeof createTemplate>; currentOrigins: OriginTexts }> {
  const names = Object.keys(headers).filter(
    (name) => !scriptHeaders.includes(name) && name !== 'content-type',
  );
  let currentOrigins: OriginTexts = { cookies: new Map(), texts: new Map() };
  if (names.length > 0)
    currentOrigins = await fetchOriginTexts(ports, options, { page: true, scripts: [] }, attempts);
  // The page of the original call contains its values, which show where the current page contains the current
  // ones.
  let originalOrigins: OriginTexts = {
    cookies: new Map(
      [...parseCookieHeader(call.requestHeaders.cookie)].filter(([name]) => currentOrigins.cookies.has(name)),
    ),
    texts: new Map([[null, page.text]]),
  };
  let template = createTemplate(call, headers, originalOrigins);
  if ('missing' in template && page.scripts.length > 0) {
    const more = await fetchOriginTexts(ports, options, { page: false, scripts: page.scripts }, attempts);
    currentOrigins = {
      cookies: currentOrigins.cookies,
      texts: new Map([...currentOrigins.texts, ...more.texts]),
    };
    originalOrigins = {
      cookies: originalOrigins.cookies,
      texts: new Map([...originalOrigins.texts, ...more.texts]),
    };
    template = createTemplate(call, headers, originalOrigins);
  }
  return { template, currentOrigins };
}

/**
 * Replays a call without the page, with as few headers and cookies as possible, in at most twelve calls. A call
 * that needs a secret has a template only if the secret can be fetched again.
 */
export async function replayCall(
  ports: ListingPorts,
  options: ListingOptions,
  call: CapturedCall,
  source: FoundSource,
  page: { text: string; scripts: readonly string[] },
  attempts: Attempt[],
): Promise<Replay> {
  const obstacle = getReplayObstacle(call);
  if (obstacle !== null) return createFailedReplay(obstacle, false, 0);
  const trial = new ReplayTrial(ports, options, call, source, attempts);
  const sufficient = await findSufficientHeaders(trial, call);
  if (sufficient === null)
    return createFailedReplay(
      'the call does not return the same records without the page',
      true,
      trial.calls,
    );
  const headers = await minimizeHeaders(trial, sufficient);
  const { template, currentOrigins } = await findTemplate(ports, options, call, headers, page, attempts);
  if ('missing' in template) {
    return createFailedReplay(
      `the call needs ${template.missing}, whose origin was not found`,
      true,
      trial.calls,
    );
  }
  if (!isFixed(template)) {
    const currentHeaders = resolveHeaders(template, currentOrigins);
    if (currentHeaders === null || !(await trial.isSuccessful(currentHeaders))) {
      return createFailedReplay('the call does not work with current values', true, trial.calls);
    }
  }
  return { tested: true, ok: true, reason: null, calls: trial.calls, template, first: trial.last };
}

/** Returns the current headers of a template; null if the page no longer provides a value. */
export async function getCurrentHeaders(
  ports: ListingPorts,
  options: ListingOptions,
  template: CallTemplate,
  attempts: Attempt[],
): Promise<Record<string, string> | null> {
  const needed = getNeededTexts(template);
  if (!needed.page && needed.scripts.length === 0)
    return resolveHeaders(template, { cookies: new Map(), texts: new Map() });
  return resolveHeaders(template, await fetchOriginTexts(ports, options, needed, attempts));
}
