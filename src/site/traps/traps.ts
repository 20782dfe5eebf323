import { type BoundedSets, createBoundedSets, hashOf, type StoredSets } from './bounded-sets.ts';
import { isEndlessCalendar } from './calendar-traps.ts';
import { isDatedSessionCopy, recordDatedTitle } from './dated-session-traps.ts';
import { isEndlessFacets } from './facet-traps.ts';
import { isSessionCopy, recordTokenTitle } from './session-traps.ts';
import { isUrlTrap, segmentsOf } from './url-traps.ts';

/** Serializable state of a trap detector, stored with the job and passed to the next process. */
export interface TrapState {
  dates: StoredSets;
  sessions: StoredSets;
  facets: StoredSets;
  deep: StoredSets;
  /** Absent in states of earlier versions. */
  datedSessions?: StoredSets;
}

/** Detects URLs that would make a crawl endless. */
export interface TrapDetector {
  /**
   * Checks a URL found `depth` links from the start; the start itself (0) is never a trap. An accepted URL stays accepted.
   * Intended for new URLs; takes about 5 µs.
   */
  check(address: string | URL, depth: number): 'fine' | 'trap';
  /** Records the title of a page that was read. */
  recordTitle(address: string, title: string): void;
  /** Returns the bounded state: a few kilobytes for most sites. */
  state(): TrapState;
}

/** Options of a trap detector. */
export interface TrapDetectorOptions {
  /** Reference time for calendars with dates in the future. */
  now: Date;
  state?: TrapState;
}

/** Maximum numbers of recorded calendars, positions of session ids, lists, deep folders and calendars with ids; the latest are kept. */
const maxPlaces = { dates: 100, sessions: 120, facets: 200, deep: 100, datedSessions: 100 };
/** Maximum number of path segments that is not limited, and of longer paths per first segment. */
const deepSegments = 12;
const maxDeepPaths = 60;

function isEndlessDepth(url: URL, visited: BoundedSets): boolean {
  const segments = segmentsOf(url.pathname);
  if (segments.length <= deepSegments) return false;
  const paths = visited.get(`${url.host}/${segments[0]}`);
  const path = hashOf(url.pathname);
  if (paths.has(path)) return false;
  if (paths.size >= maxDeepPaths) return true;
  paths.add(path);
  return false;
}

/**
 * Creates the trap detector of one crawl. It detects endless calendars, session ids in paths and queries, combinations
 * of filters, looping or growing paths, and overlong URLs. It accepts monthly archives, listings of hundreds of pages,
 * ids of items and deep documentation.
 */
export function createTrapDetector({ now, state }: TrapDetectorOptions): TrapDetector {
  const dates = createBoundedSets(maxPlaces.dates, state?.dates);
  const sessions = createBoundedSets(maxPlaces.sessions, state?.sessions);
  const facets = createBoundedSets(maxPlaces.facets, state?.facets);
  const deep = createBoundedSets(maxPlaces.deep, state?.deep);
  const datedSessions = createBoundedSets(maxPlaces.datedSessions, state?.datedSessions);
  return {
    check(address, depth) {
      const url = typeof address === 'string' ? URL.parse(address) : address;
      if (url === null) return 'trap';
      if (depth === 0) return 'fine';
      const isTrap =
        isUrlTrap(url) ||
        isEndlessDepth(url, deep) ||
        isEndlessCalendar(url, now, dates) ||
        isSessionCopy(url, sessions) ||
        isDatedSessionCopy(url, datedSessions) ||
        isEndlessFacets(url, facets);
      return isTrap ? 'trap' : 'fine';
    },
    recordTitle(address, title) {
      const url = URL.parse(address);
      if (url === null) return;
      recordTokenTitle(url, title, sessions);
      recordDatedTitle(url, title, datedSessions);
    },
    state: () => ({
      dates: dates.serialize(),
      sessions: sessions.serialize(),
      facets: facets.serialize(),
      deep: deep.serialize(),
      datedSessions: datedSessions.serialize(),
    }),
  };
}
