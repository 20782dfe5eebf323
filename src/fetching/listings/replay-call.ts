import type { CallTemplate, ValueOrigin } from '../../domain/listing.ts';
import type { Attempt } from '../../domain/receipt.ts';
import type { CapturedCall, FoundSource } from '../../domain/records.ts';
import { createBudget } from '../budget.ts';
import type { FetchedPage } from '../fetched-page.ts';
import {
  callCommand,
  fetchKept,
  type ListingOrder,
  type ListingPorts,
  pageCommand,
  type RecordsPage,
  recordsOn,
} from './page-of-records.ts';
import { whyNotAgain } from './read-only.ts';
import {
  cookieOrigin,
  cookiesOf,
  cookiesSent,
  headersOf,
  neededTexts,
  type OriginTexts,
  originOf,
} from './value-origins.ts';

/** Whether a call brings its records when it is sent without the page. */
export interface Replay {
  /** False when it was not tried at all; `reason` then says why. */
  tested: boolean;
  ok: boolean;
  reason: string | null;
  /** Calls that it took to find out. */
  calls: number;
  template: CallTemplate | null;
  /** What the last good answer brought, so that it need not be asked once more. */
  first: RecordsPage | null;
}

/** Most calls of one replay. */
const mostCalls = 12;
/** Part of the records that another answer must have in common to be the same. */
const sameShare = 0.8;
/** Headers of the browser and the connection, which are not the page's own. */
const ofTheBrowser =
  /^(?::|sec-|if-|proxy-)|^(?:user-agent|accept-encoding|accept-language|connection|host|content-length|cookie|pragma|cache-control|dnt|priority|upgrade-insecure-requests|te|keep-alive|purpose|range)$/;
const manner = ['accept', 'referer', 'origin', 'x-requested-with'];

/** Replays are not charged. */
const noCharge = () => createBudget(Number.POSITIVE_INFINITY);

/** One call's way to the fewest headers. */
class Trial {
  readonly #ports: ListingPorts;
  readonly #order: ListingOrder;
  readonly #call: CapturedCall;
  readonly #source: FoundSource;
  readonly #attempts: Attempt[];
  calls = 0;
  last: RecordsPage | null = null;

  constructor(
    ports: ListingPorts,
    order: ListingOrder,
    call: CapturedCall,
    source: FoundSource,
    attempts: Attempt[],
  ) {
    this.#ports = ports;
    this.#order = order;
    this.#call = call;
    this.#source = source;
    this.#attempts = attempts;
  }

  /** One call is left for a last look with values fetched anew. */
  get isSpent(): boolean {
    return this.calls >= mostCalls - 1;
  }

  /** Whether the call brings the same records with these headers. */
  async works(headers: Record<string, string>): Promise<boolean> {
    if (this.calls >= mostCalls) return false;
    this.calls++;
    const { url, body, method } = this.#call;
    const request = { url, body, method: method === 'POST' ? ('POST' as const) : ('GET' as const) };
    const command = callCommand(request, headers, this.#order.page);
    const fetched = await fetchKept(this.#ports, command, this.#order, noCharge());
    this.#attempts.push(...fetched.observation.attempts);
    const reading = { kind: this.#source.kind, path: this.#source.path, rules: {} };
    const findings = await recordsOn(this.#ports, fetched, { fields: [], reading }, this.#order.signal);
    const [found] = findings?.sources ?? [];
    if (found === undefined || !isSame(this.#source, found)) return false;
    this.last = { fetched, findings };
    return true;
  }
}

/** The same shape, and most of the same records. */
function isSame(wanted: FoundSource, found: FoundSource): boolean {
  if (wanted.ids.length === 0) return false;
  const ids = new Set(found.ids);
  const shared = wanted.ids.filter((id) => ids.has(id)).length;
  return shared >= wanted.ids.length * sameShare;
}

type Headers = Record<string, string>;

function pick(headers: Headers, names: readonly string[]): Headers {
  return Object.fromEntries(
    names.filter((name) => headers[name] !== undefined).map((name) => [name, headers[name] as string]),
  );
}

function without(headers: Headers, names: readonly string[]): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

/** Headers with which it works, fewest first: none, how a script asks, the page's own, its cookies. */
async function enoughHeaders(trial: Trial, call: CapturedCall): Promise<Headers | null> {
  const own = Object.fromEntries(
    Object.entries(call.requestHeaders).filter(([name]) => !ofTheBrowser.test(name)),
  );
  const always = call.method === 'POST' ? pick(own, ['content-type']) : {};
  const polite = { ...pick(own, manner), ...always };
  const { cookie } = call.requestHeaders;
  const levels: Headers[] = [always, polite, { ...own, ...always }];
  if (cookie !== undefined) levels.push({ ...own, ...always, cookie });
  const tried = new Set<string>();
  for (const headers of levels) {
    const key = JSON.stringify(headers);
    if (tried.has(key)) continue;
    tried.add(key);
    if (await trial.works(headers)) return headers;
  }
  return null;
}

/** Takes off what is not needed: all ways of asking at once, halves of the rest, then cookies one by one. */
async function fewestHeaders(trial: Trial, headers: Headers): Promise<Headers> {
  let kept = headers;
  const attempt = async (fewer: Headers) => {
    if (
      trial.isSpent ||
      (Object.keys(fewer).length === Object.keys(kept).length && fewer.cookie === kept.cookie)
    )
      return;
    if (await trial.works(fewer)) kept = fewer;
  };
  const names = () => Object.keys(kept).filter((name) => name !== 'content-type' && name !== 'cookie');
  if (
    Object.keys(kept).length === 0 ||
    (Object.keys(kept).length === 1 && kept['content-type'] !== undefined)
  )
    return kept;
  const polite = names().filter((name) => manner.includes(name));
  if (polite.length > 0 && polite.length < Object.keys(kept).length) await attempt(without(kept, polite));
  const rest = names();
  if (rest.length > 2) {
    const half = rest.slice(0, Math.ceil(rest.length / 2));
    await attempt(without(kept, half));
    await attempt(without(kept, names().slice(Math.ceil(names().length / 2))));
  }
  for (const name of names()) if (!trial.isSpent) await attempt(without(kept, [name]));
  const { cookie } = kept;
  if (cookie === undefined) return kept;
  for (const [name] of cookiesSent(cookie)) {
    if (trial.isSpent) break;
    const others = [...cookiesSent(kept.cookie)].filter(([other]) => other !== name);
    const fewer = without(kept, ['cookie']);
    await attempt(
      others.length === 0
        ? fewer
        : { ...fewer, cookie: others.map(([key, value]) => `${key}=${value}`).join('; ') },
    );
  }
  return kept;
}

/** A file's text, or null when it did not come; not charged. */
async function textOf(
  ports: ListingPorts,
  order: ListingOrder,
  url: string,
  attempts: Attempt[],
): Promise<FetchedPage> {
  const command = { ...pageCommand(url, order.page), render: 'never' as const, timeoutMs: 20_000 };
  const fetched = await fetchKept(ports, command, order, noCharge());
  attempts.push(...fetched.observation.attempts);
  return fetched;
}

/** The page and its scripts as texts, for values that come out of them. Fetched without a browser. */
export async function originTexts(
  ports: ListingPorts,
  order: ListingOrder,
  wanted: { page: boolean; scripts: readonly string[] },
  attempts: Attempt[],
): Promise<OriginTexts> {
  const texts = new Map<string | null, string>();
  let cookies: ReadonlyMap<string, string> = new Map();
  if (wanted.page) {
    const { response } = await textOf(ports, order, order.page.url, attempts);
    if (response !== undefined) {
      texts.set(null, Buffer.from(response.bytes).toString('utf8'));
      cookies = cookiesOf(response.headers['set-cookie']);
    }
  }
  for (const url of wanted.scripts) {
    const { response } = await textOf(ports, order, url, attempts);
    if (response !== undefined) texts.set(url, Buffer.from(response.bytes).toString('utf8'));
  }
  return { texts, cookies };
}

/** What each value comes from; null with the name of the one that comes from nowhere. */
function templateOf(
  call: CapturedCall,
  headers: Headers,
  known: OriginTexts,
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
    const origin = originOf(name, value, known);
    if (origin === null) return { missing: `the header ${name}` };
    template.headers[name] = origin;
  }
  for (const [name, value] of cookiesSent(headers.cookie)) {
    const origin = cookieOrigin(name, value, known);
    if (origin === null) return { missing: `the cookie ${name}` };
    template.cookies[name] = origin;
  }
  return template;
}

function isFixed(template: CallTemplate): boolean {
  const origins: ValueOrigin[] = [...Object.values(template.headers), ...Object.values(template.cookies)];
  return origins.every(({ kind }) => kind === 'fixed');
}

function refused(reason: string, tested: boolean, calls: number): Replay {
  return { tested, ok: false, reason, calls, template: null, first: null };
}

/**
 * Sends a call of the page again without the page, with as few headers and cookies as bring the same records, in at most
 * twelve calls. What needs a secret is a template only when the secret can be fetched anew.
 */
export async function replayCall(
  ports: ListingPorts,
  order: ListingOrder,
  call: CapturedCall,
  source: FoundSource,
  page: { text: string; scripts: readonly string[] },
  attempts: Attempt[],
): Promise<Replay> {
  const why = whyNotAgain(call);
  if (why !== null) return refused(why, false, 0);
  const trial = new Trial(ports, order, call, source, attempts);
  const enough = await enoughHeaders(trial, call);
  if (enough === null)
    return refused('it does not bring the same records without the page', true, trial.calls);
  const headers = await fewestHeaders(trial, enough);
  const names = Object.keys(headers).filter((name) => !manner.includes(name) && name !== 'content-type');
  let known: OriginTexts = { cookies: new Map(), texts: new Map() };
  if (names.length > 0) known = await originTexts(ports, order, { page: true, scripts: [] }, attempts);
  // The page that made the call holds the very values; where the same stands on the page as it is now is told by them.
  let seen: OriginTexts = {
    cookies: new Map(
      [...cookiesSent(call.requestHeaders.cookie)].filter(([name]) => known.cookies.has(name)),
    ),
    texts: new Map([[null, page.text]]),
  };
  let template = templateOf(call, headers, seen);
  if ('missing' in template && page.scripts.length > 0) {
    const more = await originTexts(ports, order, { page: false, scripts: page.scripts }, attempts);
    known = { cookies: known.cookies, texts: new Map([...known.texts, ...more.texts]) };
    seen = { cookies: seen.cookies, texts: new Map([...seen.texts, ...more.texts]) };
    template = templateOf(call, headers, seen);
  }
  if ('missing' in template) {
    return refused(
      `it needs ${template.missing}, and where that comes from was not found`,
      true,
      trial.calls,
    );
  }
  if (!isFixed(template)) {
    const fresh = headersOf(template, known);
    if (fresh === null || !(await trial.works(fresh))) {
      return refused('it does not work with values fetched anew', true, trial.calls);
    }
  }
  return { tested: true, ok: true, reason: null, calls: trial.calls, template, first: trial.last };
}

/** The headers of a template as they are to be sent now; null when the page no longer gives them. */
export async function freshHeaders(
  ports: ListingPorts,
  order: ListingOrder,
  template: CallTemplate,
  attempts: Attempt[],
): Promise<Record<string, string> | null> {
  const needed = neededTexts(template);
  if (!needed.page && needed.scripts.length === 0)
    return headersOf(template, { cookies: new Map(), texts: new Map() });
  return headersOf(template, await originTexts(ports, order, needed, attempts));
}
