import { setImmediate } from 'node:timers/promises';
import { removeTrailingSlashes } from '../../../domain/values/trailing-slashes.ts';
import {
  type Archive,
  type ArchiveAccessError,
  type ArchiveCallOptions,
  type Capture,
  type CaptureList,
  type CaptureQuery,
  createArchiveAccessError,
} from '../archive.ts';
import type { ArchiveCache } from '../http/archive-cache.ts';
import { cacheTtlMs } from '../http/archive-cache.ts';
import type { ArchiveHost } from '../http/archive-host.ts';
import { findLinkTarget, type Link, parseLinks, readLinks } from '../http/link-header.ts';
import { selectCaptures } from '../index/select-captures.ts';
import { formatTimestamp } from '../index/timestamps.ts';
import { replayCapture } from './replay.ts';

/** Options of a client of a plain Memento archive (RFC 7089). */
export interface MementoOptions {
  name: string;
  title: string;
  /** Host of the TimeGate, to whose path the page's URL is added. */
  host: ArchiveHost;
  cache: ArchiveCache;
  maxBytes: number;
}

const timeoutMs = 45_000;
const maxMapBytes = 32 * 1024 * 1024;
/** Links parsed before the event loop gets a turn, a few milliseconds of work. */
const linksPerSlice = 1_000;
/** Maximum number of pages of one TimeMap. */
const maxTimeMapPages = 10;

interface MementoLink {
  target: string;
  at: string;
}

/** Parses the links of a TimeMap and yields to the event loop between slices. */
async function parseTimeMap(text: string): Promise<Link[]> {
  const links: Link[] = [];
  for (const link of readLinks(text)) {
    if (links.push(link) % linksPerSlice === 0) await setImmediate();
  }
  return links;
}

/**
 * Creates the client of an archive that supports only Memento, which lists the times of copies but not their
 * contents.
 */
export function createMemento({ name, title, host, cache, maxBytes }: MementoOptions): Archive {
  const baseUrl = `${host.base.origin}${removeTrailingSlashes(host.base.pathname)}`;

  /** Returns the path of an address below the archive's base; null for an address elsewhere. */
  function relativePath(address: string): string | null {
    return address.startsWith(`${baseUrl}/`) ? address.slice(baseUrl.length) : null;
  }

  function findMementos(links: readonly Link[]): MementoLink[] {
    return links.flatMap(({ target, rels, attributes }) => {
      const at = new Date(attributes.datetime ?? '');
      return rels.includes('memento') && !Number.isNaN(at.getTime())
        ? [{ target, at: at.toISOString() }]
        : [];
    });
  }

  async function readTimeMap(
    url: string,
    callOptions: ArchiveCallOptions,
  ): Promise<{ kind: 'mementos'; mementos: MementoLink[]; ageSeconds: number } | ArchiveAccessError> {
    const cacheQuery = [baseUrl, 'timemap', url];
    const cached = await cache.findAnswer<MementoLink[]>(name, cacheQuery);
    if (cached !== null) return { kind: 'mementos', mementos: cached.value, ageSeconds: cached.ageSeconds };
    const gate = await host.send(
      { service: 'index', path: `/timegate/${url}`, maxBytes: 1_000_000, timeoutMs },
      callOptions,
    );
    if (gate.kind === 'fault') return gate;
    if (gate.statusCode === 404) return { kind: 'mementos', mementos: [], ageSeconds: 0 };
    let next = findLinkTarget(parseLinks(gate.headers.link ?? ''), 'timemap');
    const mementos = new Map<string, MementoLink>();
    for (let pages = 0; next !== null && pages < maxTimeMapPages; pages += 1) {
      const path: string | null = relativePath(new URL(next, baseUrl).href);
      if (path === null) break;
      const answer = await host.send(
        { service: 'index', path, maxBytes: maxMapBytes, timeoutMs },
        callOptions,
      );
      if (answer.kind === 'fault') return answer;
      const links = await parseTimeMap(answer.bytes.toString('utf8'));
      if (answer.statusCode !== 200 || links.length === 0)
        return createArchiveAccessError('unreadable', `${title} returned no TimeMap. Try again later.`);
      const before = mementos.size;
      for (const one of findMementos(links)) mementos.set(one.target, one);
      const nextMap =
        links.findLast(({ rels }) => rels.includes('timemap') && !rels.includes('self'))?.target ?? null;
      next = mementos.size > before ? nextMap : null;
    }
    const found = [...mementos.values()].sort((one, other) => one.at.localeCompare(other.at));
    await cache.storeAnswer(name, cacheQuery, found, cacheTtlMs(null, new Date()));
    return { kind: 'mementos', mementos: found, ageSeconds: 0 };
  }

  function createCapture(url: string, { target, at }: MementoLink): Capture {
    const instant = new Date(at);
    return {
      source: name,
      timestamp: formatTimestamp(instant),
      at: instant,
      original: url,
      statusCode: null,
      mime: null,
      digest: null,
      length: null,
      isRevisit: false,
      truncated: null,
      archiveUrl: new URL(target, baseUrl).href,
    };
  }

  return {
    name,
    async captures(query: CaptureQuery, callOptions): Promise<CaptureList | ArchiveAccessError> {
      const found = await readTimeMap(query.url, callOptions);
      if (found.kind === 'fault') return found;
      const inside = found.mementos
        .map((one) => createCapture(query.url, one))
        .filter(
          ({ timestamp }) =>
            (query.from === null || timestamp >= query.from) &&
            (query.until === null || timestamp <= query.until),
        );
      const picked = selectCaptures(inside, { ...query, statuses: 'any' });
      return {
        kind: 'captures',
        captures: picked,
        isComplete: picked.length === inside.length,
        ageSeconds: found.ageSeconds,
      };
    },
    async read(capture, callOptions) {
      const cached = await cache.findCapture(capture);
      if (cached !== null) return cached;
      const path = relativePath(capture.archiveUrl);
      if (path === null)
        return createArchiveAccessError(
          'unplayable',
          `${title} stores this copy on another host, which is not supported.`,
        );
      // Requests the unmodified copy if the address contains a timestamp; other servers have no such form.
      const raw = path.replace(/^(.*?\/\d{14})(?=\/)/, '$1id_');
      const response = await replayCapture(
        capture,
        { host, title, maxBytes, createPath: () => raw, createArchiveUrl: () => capture.archiveUrl },
        callOptions,
      );
      if (response.kind === 'archived') await cache.storeCapture(capture, response);
      return response;
    },
    async addresses() {
      return createArchiveAccessError(
        'unreadable',
        `${title} does not support listing URLs. Use another archive.`,
      );
    },
  };
}
