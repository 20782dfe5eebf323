import type { PageError, PageErrorCode } from '../domain/outcome.ts';
import {
  type BlockMarker,
  cloudflareErrors,
  loginPaths,
  loginTitles,
  notFoundTitles,
  strongMarkers,
  wallPaths,
  weakMarkers,
} from './block-markers.ts';

/** What a page is judged by. */
export interface OutcomeFacts {
  statusCode: number;
  /** In lower case. */
  headers: Record<string, string>;
  /** The address that answered, after redirects. */
  url: string;
  title: string | null;
  /** The beginning of the visible text is enough. */
  visibleText: string;
  /** Words of the whole visible text. */
  wordCount: number;
  /** The source as it came; only its beginning is looked at. */
  html: string;
  hasPasswordForm: boolean;
}

/** Characters of source and visible text that are searched for markers. */
const maxSource = 256 * 1024;
const maxText = 8 * 1024;
/** Most words of a page that is nothing but a log-in form, and of one whose address or title says so as well. */
const bareLoginWords = 40;
/** Most characters of the source of a form without a name: shells of scripted sites carry hidden forms. */
const bareLoginSource = 16 * 1024;
const namedLoginWords = 200;
/** Most words of a page that says it was not found, by its title and by its first words alone. */
const notFoundTitleWords = 150;
const notFoundTextWords = 40;
/** Most words of a page under a path that sites send suspects to. */
const wallPathWords = 80;

/** Statuses that only mean something with a `Location` (RFC 9110 section 15.4); with one, they never come here. */
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** More words than any marker allows; how many more does not matter. */
const manyWords = 400;

interface Look {
  statusCode: number;
  headers: Record<string, string>;
  titleParts: string[];
  text: string;
  source: string;
  words: number;
}

/**
 * What a response turned out to be: null for a page, else the cause (web-access.md section 5). One strong marker makes a wall,
 * a weak one together with a status of 400 and more or little text. Statuses that the list of causes does not name: 402, 407
 * and every other 4xx are `refused` (the site declined this request; firewalls use them all), 408 is `timeout`, 451 `geo`,
 * statuses of 600 and more (some sites have their own) `refused`.
 */
export function judgeOutcome(facts: OutcomeFacts): PageError | null {
  const look = lookAt(facts);
  const wall = wallOf(look) ?? namedStatus(look.statusCode) ?? weakWallOf(look, facts.url);
  if (wall !== null) return wall;
  if (isLogin(facts, look)) return error('login_required', 'The page asks to log in.');
  const byStatus = otherStatus(look.statusCode);
  if (byStatus !== null) return byStatus;
  return isSoftNotFound(look)
    ? error('soft_404', `The page says that it was not found, with status ${look.statusCode}.`)
    : null;
}

/** Source and text are made ready only when something asks for them: most pages are long and of status 200. */
function lookAt(facts: OutcomeFacts): Look {
  let source: string | null = null;
  let text: string | null = null;
  return {
    statusCode: facts.statusCode,
    headers: facts.headers,
    titleParts: partsOf(facts.title ?? ''),
    get text() {
      text ??= squeezed(facts.visibleText.slice(0, maxText));
      return text;
    },
    get source() {
      source ??= facts.html.slice(0, maxSource).toLowerCase();
      return source;
    },
    words: wordsOf(facts),
  };
}

function wallOf(look: Look): PageError | null {
  const found = strongMarkers.find((marker) => holds(marker, look));
  if (found !== undefined) return wall(found.code, found.vendor, look.statusCode);
  const code = cloudflareCode(look);
  return code === null ? null : wall(code, 'cloudflare', look.statusCode);
}

/** Weak markers. A 5xx other than 503 is the site's fault whatever its page says: error pages speak of denied requests too. */
function weakWallOf(look: Look, url: string): PageError | null {
  if (look.statusCode >= 500 && look.statusCode !== 503) return null;
  const found = weakMarkers.find((marker) => {
    const isWallOf503 = marker.code === 'challenge' || marker.code === 'captcha';
    return (look.statusCode !== 503 || isWallOf503) && holds(marker, look);
  });
  if (found !== undefined) return wall(found.code, found.vendor, look.statusCode);
  const segment = firstSegment(url);
  const code = Object.hasOwn(wallPaths, segment) ? wallPaths[segment] : undefined;
  return code !== undefined && look.words <= wallPathWords ? wall(code, 'generic', look.statusCode) : null;
}

function holds(marker: BlockMarker, look: Look): boolean {
  if (marker.statusCodes !== undefined && !marker.statusCodes.includes(look.statusCode)) return false;
  if (marker.maxWords !== undefined && look.statusCode < 400 && look.words > marker.maxWords) return false;
  if (marker.header !== undefined) {
    const value = look.headers[marker.header[0]];
    if (value === undefined || !value.toLowerCase().includes(marker.header[1])) return false;
  }
  if (marker.title !== undefined && !look.titleParts.some((part) => matchesAny(part, marker.title ?? []))) {
    return false;
  }
  if (marker.text !== undefined && !marker.text.some((part) => look.text.includes(part))) return false;
  if (marker.textPattern !== undefined && !marker.textPattern.test(look.text)) return false;
  if (marker.source !== undefined && !marker.source.every((part) => isHidden(part, look))) return false;
  return !marker.sourceWithout?.some((part) => look.source.includes(part));
}

/** Whether the source holds a part that readers do not see: what they see is an article about it. */
function isHidden(part: string, look: Look): boolean {
  return look.source.includes(part) && !look.text.includes(part);
}

/** Cloudflare's own error number, from its element, or from the short plain page that names nothing else. */
function cloudflareCode(look: Look): BlockMarker['code'] | null {
  if (look.statusCode < 400) return null;
  const element = look.source.indexOf('cf-error-code');
  const near = element === -1 ? look.text.slice(0, 60) : look.source.slice(element, element + 60);
  const number = /(?:cf-error-code["']?[^>]{0,20}>\s*|error code: )(1\d{3})/.exec(near)?.[1];
  return number === undefined ? null : (cloudflareErrors[number] ?? null);
}

/** Statuses whose meaning no marker but a strong one changes. */
function namedStatus(statusCode: number): PageError | null {
  if (statusCode === 404) return error('http_404', 'The server answered 404 Not Found.');
  if (statusCode === 410) return error('http_410', 'The server answered 410 Gone.');
  if (statusCode === 429) return error('rate_limited', 'The server answered 429 Too Many Requests.');
  if (statusCode === 451) return error('geo', 'The server answered 451 Unavailable For Legal Reasons.');
  if (statusCode === 401) return error('login_required', 'The server answered 401 Unauthorized.');
  return null;
}

function otherStatus(statusCode: number): PageError | null {
  if (redirects.has(statusCode)) {
    return error('redirects', `The server answered ${statusCode} without an address to go to.`);
  }
  if (statusCode === 408) return error('timeout', 'The server answered 408 Request Timeout.');
  if (statusCode >= 500 && statusCode < 600) return error('http_5xx', `The server answered ${statusCode}.`);
  return statusCode >= 400 ? error('refused', `The server answered ${statusCode}.`) : null;
}

/** Words that a page holds for readers without scripts: scripted forums keep their text there, beside a hidden form. */
function noscriptWords(source: string): number {
  let words = 0;
  for (let at = source.indexOf('<noscript'); at !== -1; at = source.indexOf('<noscript', at + 9)) {
    const end = source.indexOf('</noscript', at);
    const inside = source.slice(at, end === -1 ? undefined : end);
    words += inside.replace(/<[^<>]*>/g, ' ').match(/\S+/g)?.length ?? 0;
    if (end === -1 || words > namedLoginWords) break;
  }
  return words;
}

/** Whether the form around the first password field is hidden by its own attributes. */
function isFormHidden(source: string): boolean {
  const field = Math.max(source.indexOf('type="password"'), source.indexOf("type='password'"));
  const form = field === -1 ? -1 : source.lastIndexOf('<form', field);
  if (form === -1) return false;
  const tag = source.slice(form, form + 500).split('>', 1)[0] as string;
  return /\shidden(?=[\s=]|$)|display:\s*none/.test(tag);
}

/** A page that is only a log-in form; a 404 or 500 is one no more than a page with content around a form. */
function isLogin(facts: OutcomeFacts, look: Look): boolean {
  if (look.statusCode >= 400 && look.statusCode !== 403) return false;
  const isNamed =
    look.titleParts.some((part) => matchesAny(part, loginTitles)) ||
    pathSegments(facts.url).some((segment) => loginPaths.includes(segment));
  if (!facts.hasPasswordForm || isFormHidden(look.source)) return false;
  if (!isNamed && look.source.length > bareLoginSource) return false;
  return look.words + noscriptWords(look.source) <= (isNamed ? namedLoginWords : bareLoginWords);
}

function isSoftNotFound(look: Look): boolean {
  if (look.statusCode !== 200) return false;
  const isTitled = look.titleParts.some((part) => matchesAny(part, notFoundTitles));
  if (isTitled) return look.words <= notFoundTitleWords;
  if (look.words > notFoundTextWords) return false;
  const opening = look.text.slice(0, 80);
  return notFoundTitles.some((phrase) => phrase.length > 9 && opening.includes(phrase));
}

/** A title's parts between the separators that sites put around their name. */
function partsOf(title: string): string[] {
  return squeezed(title.slice(0, 300))
    .split(/\s+[-–—|·:»«•]\s+|[|·»«•]/)
    .map((part) => part.replace(/^[\s!.…:–-]+|[\s!.…:–-]+$/g, ''))
    .filter((part) => part !== '');
}

function matchesAny(part: string, phrases: readonly string[]): boolean {
  return phrases.some((phrase) =>
    phrase.endsWith('*') ? part.startsWith(phrase.slice(0, -1)) : part === phrase,
  );
}

function squeezed(text: string): string {
  return text.toLowerCase().replace(/’/g, "'").replace(/\s+/g, ' ').trim();
}

/** Words of the text, at two characters a word in scripts that put no spaces between them. */
function wordsOf(facts: OutcomeFacts): number {
  if (facts.wordCount > manyWords) return facts.wordCount;
  const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
  const characters = facts.visibleText.slice(0, maxText).match(unspaced)?.length ?? 0;
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

function wall(code: PageErrorCode, vendor: string, statusCode: number): PageError {
  const by = vendor === 'generic' ? '' : ` (${vendor})`;
  return error(code, `${wallMessages[code] ?? 'A wall stands before the page'}${by}, status ${statusCode}.`);
}

const wallMessages: Partial<Record<PageErrorCode, string>> = {
  challenge: 'The site answered with a browser challenge',
  captcha: 'The site asks to solve a captcha',
  rate_limited: 'The site limits how often it is asked',
  geo: 'The site does not serve this country',
  refused: 'The site refused the request',
};

function error(code: PageErrorCode, message: string): PageError {
  return { code, message };
}
