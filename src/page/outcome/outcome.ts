import type { PageError, PageErrorCode } from '../../domain/pages/outcome.ts';
import { collapseSpace } from '../../domain/values/collapse-space.ts';
import { itemAt } from '../../domain/values/elements.ts';
import {
  type BlockMarker,
  blockPaths,
  cloudflareBlockErrors,
  loginPaths,
  loginTitles,
  notFoundTitles,
  strongMarkers,
  weakMarkers,
} from './block-markers.ts';

/** Facts from which the outcome of a page is determined. */
export interface OutcomeFacts {
  statusCode: number;
  /** Header names in lower case. */
  headers: Record<string, string>;
  /** Final URL after redirects. */
  url: string;
  title: string | null;
  /** Visible text; only its start is used. */
  visibleText: string;
  /** Number of words of the whole visible text. */
  wordCount: number;
  /** Source of the page; only its start is used. */
  html: string;
  hasPasswordForm: boolean;
  /** True if a saved login was used, and the page offers no way to log out. */
  isLoggedOut?: boolean;
}

/** Maximum number of characters of source and visible text that are searched for markers. */
const maxSource = 256 * 1024;
const maxText = 8 * 1024;
/** Maximum number of words of a login page, without and with a URL or title that says so. */
const maxBareLoginWords = 40;
/** Maximum source length of a login page whose URL and title do not say so: shells of scripted sites contain hidden forms. */
const maxBareLoginSource = 16 * 1024;
const maxNamedLoginWords = 200;
/** Maximum number of words of a not-found page, recognized by its title or by its first words. */
const maxNotFoundTitleWords = 150;
const maxNotFoundTextWords = 40;
/** Maximum number of words of a page under a path for suspected bots. */
const maxBlockPathWords = 80;

/** Statuses that require a `Location` (RFC 9110 section 15.4); responses with one are followed earlier. */
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** More words than any marker allows. */
const manyWords = 400;

interface PageView {
  statusCode: number;
  headers: Record<string, string>;
  titleParts: string[];
  text: string;
  source: string;
  words: number;
}

/**
 * Returns the error of a response, or null for a page (docs/api/pages.md#statuses-and-error-codes). One strong marker identifies a block; a weak
 * one requires a status of 400 or more, or little text. Of the statuses without a code of their own, 402, 407, other 4xx and
 * 600 or more are `refused` (used by firewalls), 408 is `timeout`, and 451 is `geo`.
 */
export function detectOutcome(facts: OutcomeFacts): PageError | null {
  const view = createPageView(facts);
  const block = detectBlock(view) ?? errorOfNamedStatus(view.statusCode) ?? detectWeakBlock(view, facts.url);
  if (block !== null) return block;
  if (isLogin(facts, view)) return error('login_required', 'The page requires a login.');
  const statusError = errorOfOtherStatus(view.statusCode);
  if (statusError !== null) return statusError;
  return isSoftNotFound(view)
    ? error('soft_404', `The page states that it was not found, although the status is ${view.statusCode}.`)
    : null;
}

/** Prepares source and text on first use, because most pages are long and have status 200. */
function createPageView(facts: OutcomeFacts): PageView {
  let source: string | null = null;
  let text: string | null = null;
  return {
    statusCode: facts.statusCode,
    headers: facts.headers,
    titleParts: titleParts(facts.title ?? ''),
    get text() {
      text ??= normalizeText(facts.visibleText.slice(0, maxText));
      return text;
    },
    get source() {
      source ??= facts.html.slice(0, maxSource).toLowerCase();
      return source;
    },
    words: countWords(facts),
  };
}

function detectBlock(view: PageView): PageError | null {
  const marker = strongMarkers.find((marker) => matchesMarker(marker, view));
  if (marker !== undefined) return blockError(marker.code, marker.vendor, view.statusCode);
  const code = cloudflareCode(view);
  return code === null ? null : blockError(code, 'cloudflare', view.statusCode);
}

/** Evaluates weak markers. A 5xx other than 503 is an error of the site, even if its page mentions a denied request. */
function detectWeakBlock(view: PageView, url: string): PageError | null {
  if (view.statusCode >= 500 && view.statusCode !== 503) return null;
  const marker = weakMarkers.find((marker) => {
    const appliesTo503 = marker.code === 'challenge' || marker.code === 'captcha';
    return (view.statusCode !== 503 || appliesTo503) && matchesMarker(marker, view);
  });
  if (marker !== undefined) return blockError(marker.code, marker.vendor, view.statusCode);
  const segment = firstSegment(url);
  const code = Object.hasOwn(blockPaths, segment) ? blockPaths[segment] : undefined;
  return code !== undefined && view.words <= maxBlockPathWords
    ? blockError(code, 'generic', view.statusCode)
    : null;
}

function matchesMarker(marker: BlockMarker, view: PageView): boolean {
  if (marker.statusCodes !== undefined && !marker.statusCodes.includes(view.statusCode)) return false;
  if (marker.maxWords !== undefined && view.statusCode < 400 && view.words > marker.maxWords) return false;
  if (marker.header !== undefined) {
    const value = view.headers[marker.header[0]];
    if (value === undefined || !value.toLowerCase().includes(marker.header[1])) return false;
  }
  if (marker.title !== undefined && !view.titleParts.some((part) => matchesAny(part, marker.title ?? []))) {
    return false;
  }
  if (marker.text !== undefined && !marker.text.some((part) => view.text.includes(part))) return false;
  if (marker.textPattern !== undefined && !marker.textPattern.test(view.text)) return false;
  if (marker.source !== undefined && !marker.source.every((part) => isHidden(part, view))) return false;
  return !marker.sourceWithout?.some((part) => view.source.includes(part));
}

/** Returns true if the source contains a part that is not visible; a visible one belongs to an article about it. */
function isHidden(part: string, view: PageView): boolean {
  return view.source.includes(part) && !view.text.includes(part);
}

/** Reads the error number of a Cloudflare page from its element or from the short plain text page. */
function cloudflareCode(view: PageView): BlockMarker['code'] | null {
  if (view.statusCode < 400) return null;
  const element = view.source.indexOf('cf-error-code');
  const excerpt = element === -1 ? view.text.slice(0, 60) : view.source.slice(element, element + 60);
  const number = /(?:cf-error-code["']?[^>]{0,20}>\s*|error code: )(1\d{3})/.exec(excerpt)?.[1];
  return number === undefined ? null : (cloudflareBlockErrors[number] ?? null);
}

/** Maps statuses that only strong markers override. */
function errorOfNamedStatus(statusCode: number): PageError | null {
  if (statusCode === 404) return error('http_404', 'The server returned 404 Not Found.');
  if (statusCode === 410) return error('http_410', 'The server returned 410 Gone.');
  if (statusCode === 429) return error('rate_limited', 'The server returned 429 Too Many Requests.');
  if (statusCode === 451) return error('geo', 'The server returned 451 Unavailable For Legal Reasons.');
  if (statusCode === 401) return error('login_required', 'The server returned 401 Unauthorized.');
  return null;
}

function errorOfOtherStatus(statusCode: number): PageError | null {
  if (redirectStatuses.has(statusCode)) {
    return error('redirects', `The server returned ${statusCode} without a Location header.`);
  }
  if (statusCode === 408) return error('timeout', 'The server returned 408 Request Timeout.');
  if (statusCode >= 500 && statusCode < 600) return error('http_5xx', `The server returned ${statusCode}.`);
  return statusCode >= 400 ? error('refused', `The server returned ${statusCode}.`) : null;
}

/** Counts the words in `noscript`, where scripted forums place their text next to a hidden form. */
function noscriptWords(source: string): number {
  let words = 0;
  for (let at = source.indexOf('<noscript'); at !== -1; ) {
    const end = source.indexOf('</noscript', at);
    const content = source.slice(at, end === -1 ? undefined : end);
    words += content.replace(/<[^<>]*>/g, ' ').match(/\S+/g)?.length ?? 0;
    if (end === -1 || words > maxNamedLoginWords) break;
    at = source.indexOf('<noscript', end);
  }
  return words;
}

/** Returns true if attributes hide the form around the first password field. */
function isFormHidden(source: string): boolean {
  const field = Math.max(source.indexOf('type="password"'), source.indexOf("type='password'"));
  const form = field === -1 ? -1 : source.lastIndexOf('<form', field);
  if (form === -1) return false;
  const tag = itemAt(source.slice(form, form + 500).split('>', 1), 0);
  return /\shidden(?=[\s=]|$)|display:\s*none/.test(tag);
}

/** Returns true for a page with only a login form. Error pages and pages with content around a form do not count. */
function isLogin(facts: OutcomeFacts, view: PageView): boolean {
  if (view.statusCode >= 400 && view.statusCode !== 403) return false;
  const isNamed =
    view.titleParts.some((part) => matchesAny(part, loginTitles)) ||
    pathSegments(facts.url).some((segment) => loginPaths.includes(segment));
  if (!facts.hasPasswordForm || isFormHidden(view.source)) return false;
  // A session was expected, and the page asks for one, whatever else it shows.
  if (facts.isLoggedOut === true) return true;
  if (!isNamed && view.source.length > maxBareLoginSource) return false;
  return view.words + noscriptWords(view.source) <= (isNamed ? maxNamedLoginWords : maxBareLoginWords);
}

function isSoftNotFound(view: PageView): boolean {
  if (view.statusCode !== 200) return false;
  const hasNotFoundTitle = view.titleParts.some((part) => matchesAny(part, notFoundTitles));
  if (hasNotFoundTitle) return view.words <= maxNotFoundTitleWords;
  if (view.words > maxNotFoundTextWords) return false;
  const opening = view.text.slice(0, 80);
  return notFoundTitles.some((phrase) => phrase.length > 9 && opening.includes(phrase));
}

/** Splits a title at the separators that sites place next to their name. */
function titleParts(title: string): string[] {
  return normalizeText(title.slice(0, 300))
    .split(/ [-–—|·:»«•] |[|·»«•]/)
    .map((part) => part.replace(/^[\s!.…:–-]+|(?<![\s!.…:–-])[\s!.…:–-]+$/g, ''))
    .filter((part) => part !== '');
}

function matchesAny(part: string, phrases: readonly string[]): boolean {
  return phrases.some((phrase) =>
    phrase.endsWith('*') ? part.startsWith(phrase.slice(0, -1)) : part === phrase,
  );
}

function normalizeText(text: string): string {
  return collapseSpace(text.toLowerCase().replace(/’/g, "'"));
}

/** Counts words, at two characters per word in scripts without spaces. */
function countWords(facts: OutcomeFacts): number {
  if (facts.wordCount > manyWords) return facts.wordCount;
  const unspacedScripts = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
  const characters = facts.visibleText.slice(0, maxText).match(unspacedScripts)?.length ?? 0;
  return Math.max(facts.wordCount, characters / 2);
}

function pathSegments(url: string): string[] {
  return (URL.parse(url)?.pathname ?? '')
    .toLowerCase()
    .split('/')
    .filter((segment) => segment !== '');
}

function firstSegment(url: string): string {
  return pathSegments(url)[0] ?? '';
}

function blockError(code: PageErrorCode, vendor: string, statusCode: number): PageError {
  const vendorSuffix = vendor === 'generic' ? '' : ` (${vendor})`;
  return error(
    code,
    `${blockMessages[code] ?? 'The site blocked the page'}${vendorSuffix}, status ${statusCode}.`,
  );
}

const blockMessages: Partial<Record<PageErrorCode, string>> = {
  challenge: 'The site returned a browser challenge',
  captcha: 'The site requires a captcha',
  rate_limited: 'The site limits the request rate',
  geo: 'The site is not available in this country',
  refused: 'The site refused the request',
};

function error(code: PageErrorCode, message: string): PageError {
  return { code, message };
}
