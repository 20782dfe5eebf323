import { setImmediate } from 'node:timers/promises';

/** Maximum number of links whose repetition is noticed; more are counted no further. */
const maxKnown = 20_000;
const linksPerSlice = 500;

/** Counts the different links that lead further from the start page than a crawl reads. */
export interface DistantLinks {
  /** Returns how many of the links are counted for the first time; `isUnread` tells whether a link is a page that is not read. */
  count(links: Iterable<{ url: string }>, isUnread: (link: string) => boolean): Promise<number>;
}

/** Creates the count of one crawl in this process. */
export function createDistantLinks(): DistantLinks {
  const known = new Set<string>();
  return {
    async count(links, isUnread) {
      let [seen, added] = [0, 0];
      for (const { url } of links) {
        seen += 1;
        if (seen % linksPerSlice === 0) await setImmediate();
        const hash = url.indexOf('#');
        const link = hash < 0 ? url : url.slice(0, hash);
        if (known.size >= maxKnown) break;
        if (known.has(link) || !isUnread(link)) continue;
        known.add(link);
        added += 1;
      }
      return added;
    },
  };
}
