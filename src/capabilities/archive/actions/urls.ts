import { decodePercent } from '../../../domain/values/decode-percent.ts';
import { itemAt, lastOf } from '../../../domain/values/elements.ts';
import { createUrlDigests, type UrlDigests } from '../../../domain/values/url-digests.ts';
import type {
  ArchiveAccessError,
  ArchivedUrl,
  UrlListResult,
} from '../../../integrations/archives/archive.ts';
import { parseTimestamp } from '../../../integrations/archives/index/timestamps.ts';
import { createUrlKey } from '../../../integrations/archives/index/url-key.ts';
import { timeOverCode } from '../../../operations/declaration/continuation.ts';
import { normalizeLink } from '../../../site/links/url-normalization.ts';
import type { ArchivedUrlView, ArchiveUrlsResponse, WithoutReceipt } from '../archive-response.ts';
import {
  type ArchiveSession,
  addWarning,
  archiveQueryOptions,
  createCommonResponse,
  recordSource,
  remainingMs,
  toArchiveError,
} from '../archive-session.ts';
import { checkLive } from './check-live.ts';
import { classifyUrl, isJunkUrl, mediaTypesOf } from './url-kinds.ts';

const defaultLimit = 1_000;
/** Minimum time for one more query to an archive. */
const minRemainingMs = 500;
const kinds = { pages: 'page', documents: 'document', images: 'image', feeds: 'feed' } as const;

/** Returns the match type for `auto`: `prefix` for a path, `host` for a site. */
function resolveMatch(url: string, match: ArchiveSession['command']['match']): ArchivedMatch {
  if (match !== 'auto') return match;
  const parsed = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(url) ? url : `http://${url}`);
  return parsed === null || (parsed.pathname === '/' && parsed.search === '') ? 'host' : 'prefix';
}

type ArchivedMatch = 'exact' | 'prefix' | 'host' | 'domain';

/** URLs from all archives, deduplicated by their archive key. */
interface UrlCollection {
  /** Keys of the URLs that earlier calls listed. */
  listed: UrlDigests;
  byKey: Map<string, ArchivedUrlView & { captureSpan: [string, string] }>;
  counts: Record<string, number>;
}

function parseSearchWords(search: string | null): string[] {
  return (search ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Adds the rows of an archive that match the request. */
function collectUrls(
  { command }: ArchiveSession,
  collection: UrlCollection,
  source: string,
  rows: readonly ArchivedUrl[],
): void {
  const words = parseSearchWords(command.search);
  const requestedKind = command.kind === 'all' ? null : kinds[command.kind];
  for (const row of rows) {
    if (isJunkUrl(row.url)) continue;
    const kind = classifyUrl(row.url, row.mime);
    if (requestedKind !== null && kind !== requestedKind) continue;
    const url = normalizeLink(row.url) ?? row.url;
    const lower = words.length === 0 ? '' : decodePercent(url).toLowerCase();
    if (!words.every((word) => lower.includes(word))) continue;
    const key = createUrlKey(url) ?? row.urlKey;
    if (collection.listed.has(key)) continue;
    const existing = collection.byKey.get(key);
    if (existing === undefined) {
      collection.byKey.set(key, {
        url,
        kind,
        first_seen: '',
        last_seen: '',
        captures: row.captures,
        status_code: row.statusCode,
        mime: row.mime,
        captureSpan: [row.firstSeen, row.lastSeen],
      });
      collection.counts[source] = (collection.counts[source] ?? 0) + 1;
      continue;
    }
    const [first, last] = existing.captureSpan;
    existing.captures =
      existing.captures === null || row.captures === null
        ? (existing.captures ?? row.captures)
        : existing.captures + row.captures;
    if (row.lastSeen >= last) {
      existing.url = url;
      existing.status_code = row.statusCode ?? existing.status_code;
      existing.mime = row.mime ?? existing.mime;
    }
    existing.captureSpan = [earliest(first, row.firstSeen), latest(last, row.lastSeen)];
  }
}

const earliest = (...times: string[]) => itemAt(times.sort(), 0);
const latest = (...times: string[]) => lastOf(times.sort());

/** Result of listing the URLs in the archives. */
interface ListingResult {
  source: string | null;
  failures: ArchiveAccessError[];
  lists: UrlListResult[];
}

/** Queries the archives in order; the next one only if an archive has no result, fails or has too few URLs. */
async function listFromArchives(
  session: ArchiveSession,
  collection: UrlCollection,
  limit: number,
): Promise<ListingResult> {
  const { command, archives } = session;
  const result: ListingResult = { source: null, failures: [], lists: [] };
  const query = {
    url: command.url,
    match: resolveMatch(command.url, command.match),
    from: command.since,
    until: command.until,
  };
  for (const archive of archives) {
    if (collection.byKey.size >= limit || remainingMs(session) < minRemainingMs) break;
    const visit = (rows: ArchivedUrl[]) => {
      collectUrls(session, collection, archive.name, rows);
      return collection.byKey.size <= limit && remainingMs(session) > minRemainingMs;
    };
    const isLast = archive === archives.at(-1);
    const list = await archive.addresses(
      { ...query, mimes: mediaTypesOf(command.kind) },
      visit,
      archiveQueryOptions(session, isLast),
    );
    if (list.kind === 'fault') {
      result.failures.push(list);
      recordSource(session, { source: archive.name, outcome: 'failed', reason: list.message });
      continue;
    }
    result.lists.push(list);
    const isUsed = (collection.counts[archive.name] ?? 0) > 0;
    const age = list.ageSeconds > 0 ? { index_age_seconds: list.ageSeconds } : {};
    recordSource(session, { source: archive.name, outcome: isUsed ? 'used' : 'empty', ...age });
    if (isUsed) result.source ??= archive.name;
    // A complete list needs no other archive.
    if (list.isComplete && collection.byKey.size + collection.listed.size > 0) break;
  }
  return result;
}

function findTruncationCause(
  session: ArchiveSession,
  totalFound: number,
  limit: number,
  { lists, failures }: ListingResult,
): ArchiveUrlsResponse['truncated_by'] {
  const isTimeOver = remainingMs(session) < minRemainingMs;
  if (totalFound > limit || lists.some((list) => list.stoppedBy === 'visitor'))
    return isTimeOver ? 'time' : 'limit';
  if (lists.every((list) => list.isComplete) && failures.length === 0) return undefined;
  return isTimeOver ? 'time' : 'archive';
}

/** Lists every URL that a site or path ever had. */
export async function listArchivedUrls(
  session: ArchiveSession,
): Promise<WithoutReceipt<ArchiveUrlsResponse>> {
  const { command } = session;
  const limit = command.limit ?? defaultLimit;
  const listed = createUrlDigests(command.rest?.listed);
  const collection: UrlCollection = { listed, byKey: new Map(), counts: {} };
  const result = await listFromArchives(session, collection, limit);
  const archivedUrls = [...collection.byKey.values()];
  const urls = archivedUrls.slice(0, limit).map(
    ({ captureSpan: [first, last], ...address }): ArchivedUrlView => ({
      ...address,
      first_seen: parseTimestamp(first).toISOString(),
      last_seen: parseTimestamp(last).toISOString(),
    }),
  );
  const isCheckComplete = command.checkLive === 0 || (await checkLive(session, urls, command.checkLive));
  const hasCompleteList = result.lists.some(({ isComplete }) => isComplete);
  const truncatedBy =
    hasCompleteList && archivedUrls.length <= limit
      ? undefined
      : findTruncationCause(session, archivedUrls.length, limit, result);
  if (!isCheckComplete)
    addWarning(
      session,
      'time_up',
      'Not all URLs were checked on the live site, because the time of the request was used up.',
    );
  if (truncatedBy === 'limit')
    addWarning(
      session,
      'limit_reached',
      `There are more URLs than the limit of ${limit}. Read on with \`continue\`, increase \`limit\` or narrow the request.`,
    );
  if (truncatedBy === 'time')
    addWarning(
      session,
      timeOverCode,
      'Not all URLs were listed before the time limit. Read on with `continue`, or use `?async=true`.',
    );
  const hasNoResult = urls.length === 0 && result.lists.length === 0;
  const error = hasNoResult ? toArchiveError(result.failures, result.failures.length) : null;
  for (const key of [...collection.byKey.keys()].slice(0, limit)) listed.add(key);
  // An archive that stops at its own limit would stop there again.
  const canContinue = error === null && (truncatedBy === 'limit' || truncatedBy === 'time');
  const token = canContinue
    ? await session.context.saveContinuation({
        ...command,
        rest: { source: null, listed: listed.serialize() },
      })
    : null;
  return {
    ...createCommonResponse(session, result.source, error),
    action: 'urls',
    urls,
    total: archivedUrls.length,
    complete: error === null && truncatedBy === undefined,
    ...(token !== null && { continue: token }),
    ...(truncatedBy !== undefined && { truncated_by: truncatedBy }),
    counts: collection.counts,
  };
}
