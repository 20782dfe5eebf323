import { normalizeLink } from '../../site/url-rules.ts';
import type { AddressList, ArchivedAddress, ArchiveFault } from '../../sources/archives/archive.ts';
import { instantOf } from '../../sources/archives/timestamps.ts';
import { urlKeyOf } from '../../sources/archives/url-key.ts';
import { isJunkAddress, kindOfAddress, mimesOfKind } from './address-kinds.ts';
import type { PastAddress, UrlsAnswer } from './archive-answer.ts';
import {
  type ArchiveSession,
  commonAnswer,
  errorOf,
  leftMs,
  orderOf,
  report,
  warn,
} from './archive-session.ts';
import { checkLive } from './check-live.ts';

const usualLimit = 1_000;
const kinds = { pages: 'page', documents: 'document', images: 'image', feeds: 'feed' } as const;

/** What an input without more means: a path its prefix, a bare site its host. */
export function matchOf(url: string, match: ArchiveSession['command']['match']): ArchivedMatch {
  if (match !== 'auto') return match;
  const parsed = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(url) ? url : `http://${url}`);
  return parsed === null || (parsed.pathname === '/' && parsed.search === '') ? 'host' : 'prefix';
}

type ArchivedMatch = 'exact' | 'prefix' | 'host' | 'domain';

/** The addresses of all archives together, one each however it was spelt. */
interface Gathered {
  byKey: Map<string, PastAddress & { seen: [string, string] }>;
  counts: Record<string, number>;
}

function wordsOf(search: string | null): string[] {
  return (search ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Adds what is wanted of a group. */
function gather(
  { command }: ArchiveSession,
  gathered: Gathered,
  source: string,
  rows: readonly ArchivedAddress[],
): void {
  const words = wordsOf(command.search);
  const wanted = command.kind === 'all' ? null : kinds[command.kind];
  for (const row of rows) {
    if (isJunkAddress(row.url)) continue;
    const kind = kindOfAddress(row.url, row.mime);
    if (wanted !== null && kind !== wanted) continue;
    const url = normalizeLink(row.url) ?? row.url;
    const lower = words.length === 0 ? '' : safeDecoded(url).toLowerCase();
    if (!words.every((word) => lower.includes(word))) continue;
    const key = urlKeyOf(url) ?? row.urlKey;
    const known = gathered.byKey.get(key);
    if (known === undefined) {
      gathered.byKey.set(key, {
        url,
        kind,
        first_seen: '',
        last_seen: '',
        captures: row.captures,
        status_code: row.statusCode,
        mime: row.mime,
        seen: [row.firstSeen, row.lastSeen],
      });
      gathered.counts[source] = (gathered.counts[source] ?? 0) + 1;
      continue;
    }
    const [first, last] = known.seen;
    known.captures =
      known.captures === null || row.captures === null
        ? (known.captures ?? row.captures)
        : known.captures + row.captures;
    if (row.lastSeen >= last) {
      known.url = url;
      known.status_code = row.statusCode ?? known.status_code;
      known.mime = row.mime ?? known.mime;
    }
    known.seen = [earliest(first, row.firstSeen), latest(last, row.lastSeen)];
  }
}

const earliest = (...times: string[]) => times.sort()[0] as string;
const latest = (...times: string[]) => times.sort().at(-1) as string;

function safeDecoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

/** How the listings of the archives ended. */
interface Ended {
  source: string | null;
  faults: ArchiveFault[];
  lists: AddressList[];
}

/** Asks the archives one after the other: another one where the first has nothing or fails, or when more is asked for. */
async function askAll(session: ArchiveSession, gathered: Gathered, limit: number): Promise<Ended> {
  const { command, archives } = session;
  const ended: Ended = { source: null, faults: [], lists: [] };
  const query = {
    url: command.url,
    match: matchOf(command.url, command.match),
    from: command.since,
    until: command.until,
  };
  for (const archive of archives) {
    if (gathered.byKey.size >= limit || leftMs(session) < 1_000) break;
    const visit = (rows: ArchivedAddress[]) => {
      gather(session, gathered, archive.name, rows);
      return gathered.byKey.size <= limit && leftMs(session) > 1_000;
    };
    const isLast = archive === archives.at(-1);
    const list = await archive.addresses(
      { ...query, mimes: mimesOfKind(command.kind) },
      visit,
      orderOf(session, isLast),
    );
    if (list.kind === 'fault') {
      ended.faults.push(list);
      report(session, { source: archive.name, outcome: 'failed', reason: list.message });
      continue;
    }
    ended.lists.push(list);
    const isUsed = (gathered.counts[archive.name] ?? 0) > 0;
    const age = list.ageSeconds > 0 ? { index_age_seconds: list.ageSeconds } : {};
    report(session, { source: archive.name, outcome: isUsed ? 'used' : 'empty', ...age });
    if (isUsed) ended.source ??= archive.name;
    // Whole is whole: nobody else is bothered.
    if (list.isComplete && gathered.byKey.size > 0) break;
  }
  return ended;
}

function cutBy(
  session: ArchiveSession,
  found: number,
  limit: number,
  { lists, faults }: Ended,
): UrlsAnswer['truncated_by'] {
  if (found > limit || lists.some((list) => list.cutBy === 'visitor'))
    return leftMs(session) < 1_000 ? 'time' : 'limit';
  return lists.some((list) => !list.isComplete) || faults.length > 0 ? 'archive' : undefined;
}

/** Every address that a site or path ever had. */
export async function listPastAddresses(session: ArchiveSession): Promise<UrlsAnswer> {
  const { command } = session;
  const limit = command.limit ?? usualLimit;
  const gathered: Gathered = { byKey: new Map(), counts: {} };
  const ended = await askAll(session, gathered, limit);
  const found = [...gathered.byKey.values()];
  const urls = found.slice(0, limit).map(
    ({ seen: [first, last], ...address }): PastAddress => ({
      ...address,
      first_seen: instantOf(first).toISOString(),
      last_seen: instantOf(last).toISOString(),
    }),
  );
  const isLookedAt = command.checkLive === 0 || (await checkLive(session, urls, command.checkLive));
  const isAnswered = ended.lists.some(({ isComplete }) => isComplete);
  const truncatedBy =
    isAnswered && found.length <= limit ? undefined : cutBy(session, found.length, limit, ended);
  if (!isLookedAt) warn(session, 'time_up', 'Not all addresses could be looked at on the live site.');
  if (truncatedBy === 'limit')
    warn(session, 'limit_reached', `There are more than the ${limit} addresses listed.`);
  const isNothing = urls.length === 0 && ended.lists.length === 0;
  const error = isNothing ? errorOf(ended.faults, ended.faults.length) : null;
  return {
    ...commonAnswer(session, ended.source, error),
    action: 'urls',
    urls,
    total: found.length,
    complete: error === null && truncatedBy === undefined,
    ...(truncatedBy !== undefined && { truncated_by: truncatedBy }),
    counts: gathered.counts,
  };
}
