import { createHash } from 'node:crypto';
import { addMs, type Clock } from '../domain/clock.ts';
import type { Warning } from '../domain/outcome.ts';
import { formats } from '../domain/page.ts';
import type { PageCommand } from '../domain/page-command.ts';
import type { Receipt } from '../domain/receipt.ts';
import { type CachedPage, type CacheKey, type FoundPage, findCachedPage } from '../store/cached-pages.ts';
import type { Database } from '../store/database.ts';
import { packDocument, unpackDocument } from '../store/packed-document.ts';
import type { FetchedPage } from './fetched-page.ts';
import type { FetchOrder, FetchPage } from './page-fetcher.ts';

/** Gives results again on request, and keeps those that may be. */
export interface PageCache {
  /**
   * Reads one page: from what is kept when the caller takes a result of `max_age` seconds, by asking the site whether
   * what is kept still holds when it is older, else as ever.
   */
  read(command: PageCommand, order: FetchOrder): Promise<FetchedPage>;
  /** What is to be kept of a result, to be written together with its receipt; null when it may not be given again. */
  entryOf(command: PageCommand, fetched: FetchedPage, receipt: Receipt): Promise<CachedPage | null>;
}

/** What the cache needs of the other rooms. */
export interface PageCachePorts {
  fetchPage: FetchPage;
  database: Database;
  clock: Clock;
  /** Whether an address may still be contacted: what may not be read is not given again either. */
  isAllowed(url: URL): boolean;
  /** Milliseconds that stored pages are kept. */
  keepPagesMs: number;
}

/** Longest time that a result is kept to be given again, in milliseconds. */
const longestKeptMs = 2 * 24 * 3_600_000;
/** Results that are larger than this when packed are not kept, in bytes. */
const mostPacked = 1024 * 1024;

/** The caller's headers, logins and steps make a page their own, as do values asked for; that is never given again. */
function mayBeKept(command: PageCommand): boolean {
  const { headers, login, steps, json, attributes, pdfPages } = command;
  const isPlain = json === undefined && attributes === undefined && pdfPages === undefined;
  return isPlain && Object.keys(headers).length === 0 && login === null && steps.length === 0;
}

/** The address and every option that what a page holds depends on; null for what is no address. */
function keyOf(command: PageCommand): CacheKey | null {
  const url = URL.parse(command.url.trim());
  if (url === null) return null;
  const { country, strictCountry, network, render, onlyMainContent, includeSelectors, excludeSelectors } =
    command;
  const { waitMs, mobile, screenshot, focus } = command;
  const options = [country, strictCountry, network, render, onlyMainContent, includeSelectors];
  const asked = [url.href, ...options, excludeSelectors, waitMs, mobile, screenshot, focus];
  return {
    key: createHash('sha256').update(JSON.stringify(asked)).digest(),
    formats: command.formats.reduce((bits, format) => bits | (1 << formats.indexOf(format)), 0),
  };
}

function notModified(since: Date): Warning {
  const message = `The site says that the page has not changed; it was read at ${since.toISOString()}.`;
  return { code: 'not_modified', message };
}

/** The formats that were asked of a page that holds more. */
function onlyAsked(page: FetchedPage['page'], command: PageCommand): FetchedPage['page'] {
  const unasked: ReadonlySet<string> = new Set(formats.filter((format) => !command.formats.includes(format)));
  const kept = Object.entries(page).filter(([name]) => name === 'metadata' || !unasked.has(name));
  return { ...(Object.fromEntries(kept) as unknown as FetchedPage['page']), url: command.url };
}

async function pageOf(found: FoundPage, command: PageCommand): Promise<FetchedPage['page']> {
  const text = await unpackDocument(found.page, found.bytes);
  return onlyAsked(JSON.parse(text.toString('utf8')) as FetchedPage['page'], command);
}

/** A result that is given again as it was: nothing was contacted, and the receipt names that of the original. */
async function givenAgain(
  found: FoundPage,
  command: PageCommand,
  startedAt: Date,
  now: Date,
): Promise<FetchedPage> {
  const { receipt } = found;
  const page = await pageOf(found, command);
  return {
    page,
    observation: {
      url: command.url,
      final_url: page.final_url,
      status: page.status,
      status_code: page.status_code,
      derived_from: receipt.id,
      route: 'cache',
      exit: receipt.exit,
      credits: 0,
      charges: [],
      attempts: [],
      fetched_at: receipt.fetched_at,
      ms: Math.max(0, now.getTime() - startedAt.getTime()),
      bytes: 0,
      content_sha256: receipt.content_sha256,
      robots: receipt.robots,
    },
    content: null,
    validators: null,
  };
}

/** What the site says still holds: its answer is the observation, what was read before the content. */
async function confirmed(found: FoundPage, command: PageCommand, answer: FetchedPage): Promise<FetchedPage> {
  const page = await pageOf(found, command);
  const original: Receipt = found.receipt;
  return {
    ...answer,
    page: {
      ...page,
      final_url: answer.page.final_url,
      warnings: [...page.warnings, ...answer.page.warnings, notModified(new Date(original.fetched_at))],
    },
    observation: {
      ...answer.observation,
      derived_from: original.id,
      content_sha256: original.content_sha256,
    },
  };
}

/** A cache over the database, each account's own. */
export function createPageCache(ports: PageCachePorts): PageCache {
  const { fetchPage, database, clock } = ports;

  async function find(command: PageCommand, accountId: string): Promise<FoundPage | null> {
    if (command.maxAge === 0 || !mayBeKept(command)) return null;
    const key = keyOf(command);
    const url = URL.parse(command.url.trim());
    if (key === null || url === null || !ports.isAllowed(url)) return null;
    return findCachedPage(database, accountId, { ...key, maxLength: command.maxLength }, clock.now());
  }

  return {
    async read(command, order) {
      const startedAt = clock.now();
      const found = await find(command, order.accountId);
      if (found === null) return fetchPage(command, order);
      const ageMs = startedAt.getTime() - found.storedAt.getTime();
      if (ageMs <= command.maxAge * 1_000) return givenAgain(found, command, startedAt, clock.now());
      const { etag, lastModified } = found;
      const fetched = await fetchPage(command, { ...order, validators: { etag, lastModified } });
      return fetched.isNotModified === true ? confirmed(found, command, fetched) : fetched;
    },

    async entryOf(command, fetched, receipt) {
      const key = keyOf(command);
      const document = fetched.page;
      const isOriginal = receipt.route !== 'cache' && document.status === 'ok';
      if (key === null || !isOriginal || !mayBeKept(command)) return null;
      const warnings = document.warnings.filter(({ code }) => code !== 'not_modified');
      const packed = await packDocument(JSON.stringify({ ...document, warnings }));
      if (packed.page.byteLength > mostPacked) return null;
      const storedAt = clock.now();
      const refLastsMs =
        document.expires_at === undefined
          ? longestKeptMs
          : Date.parse(document.expires_at) - storedAt.getTime();
      return {
        ...key,
        ...packed,
        receiptId: receipt.id,
        storedAt,
        expiresAt: addMs(storedAt, Math.min(longestKeptMs, ports.keepPagesMs, refLastsMs)),
        length: document.truncated ? command.maxLength : document.length,
        isCut: document.truncated,
        etag: fetched.validators?.etag ?? null,
        lastModified: fetched.validators?.lastModified ?? null,
      };
    },
  };
}
