import { type BoundedSets, createBoundedSets, hashOf, type StoredSets } from './bounded-sets.ts';
import { isEndlessCalendar } from './trap-dates.ts';
import { isEndlessFacets } from './trap-facets.ts';
import { isSessionCopy } from './trap-sessions.ts';
import { isTrapByItself, segmentsOf } from './trap-signs.ts';

/** What a watch has seen, as plain data: to be kept with the job and handed to the next process. */
export interface TrapState {
  dates: StoredSets;
  sessions: StoredSets;
  facets: StoredSets;
  deep: StoredSets;
}

/** Tells pages from places where a crawl would go on for ever. */
export interface TrapWatch {
  /**
   * Whether an address found at `depth` links from the start (0 is the start itself, which is never a trap) is worth
   * fetching. Asking again about an address that was fine says fine again. Meant for new addresses: some 5 µs each.
   */
  judge(address: string | URL, depth: number): 'fine' | 'trap';
  /** What it has seen, bounded: a few kilobytes for most sites. */
  state(): TrapState;
}

/** What a watch starts from. */
export interface TrapWatchOptions {
  /** Calendars are judged by how far ahead of it they look. */
  now: Date;
  state?: TrapState;
}

/** Calendars, places of session ids, lists and deep folders that are remembered at once, the latest of each. */
const mostPlaces = { dates: 100, sessions: 60, facets: 200, deep: 100 };
/** Paths longer than this are let through so often for each first segment. */
const deepSegments = 12;
const mostDeepPaths = 60;

function isEverDeeper(url: URL, seen: BoundedSets): boolean {
  const segments = segmentsOf(url.pathname);
  if (segments.length <= deepSegments) return false;
  const paths = seen.of(`${url.host}/${segments[0]}`);
  const path = hashOf(url.pathname);
  if (paths.has(path)) return false;
  if (paths.size >= mostDeepPaths) return true;
  paths.add(path);
  return false;
}

/**
 * A watch over one crawl. It knows calendars that have no end, session ids in paths and queries, combinations of filters,
 * paths that loop or grow, and addresses that are too long; it leaves archives by month, listings of hundreds of pages,
 * ids of things and deep documentation alone.
 */
export function createTrapWatch({ now, state }: TrapWatchOptions): TrapWatch {
  const dates = createBoundedSets(mostPlaces.dates, state?.dates);
  const sessions = createBoundedSets(mostPlaces.sessions, state?.sessions);
  const facets = createBoundedSets(mostPlaces.facets, state?.facets);
  const deep = createBoundedSets(mostPlaces.deep, state?.deep);
  return {
    judge(address, depth) {
      const url = typeof address === 'string' ? URL.parse(address) : address;
      if (url === null) return 'trap';
      if (depth === 0) return 'fine';
      const isTrap =
        isTrapByItself(url) ||
        isEverDeeper(url, deep) ||
        isEndlessCalendar(url, now, dates) ||
        isSessionCopy(url, sessions) ||
        isEndlessFacets(url, facets);
      return isTrap ? 'trap' : 'fine';
    },
    state: () => ({
      dates: dates.store(),
      sessions: sessions.store(),
      facets: facets.store(),
      deep: deep.store(),
    }),
  };
}
