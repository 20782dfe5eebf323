import { addMs, type Clock } from '../domain/clock.ts';

/** What a browser is to a host's pages: `needed` to read them, or `hopeless`, since they say no more in one. */
export type Rendering = 'needed' | 'hopeless';

/** Remembers per host what came of reading pages in a browser, so that it is not found out for every page anew. */
export interface RenderMemory {
  /** What is known of the host; now and then null all the same, so that the other way is tried again. */
  recall(url: URL): Rendering | null;
  /** Notes what came of one page; `needless` is one that could be read without. */
  learn(url: URL, came: Rendering | 'needless'): void;
}

const dayMs = 24 * 3_600_000;
const keptMs: Readonly<Record<Rendering, number>> = { needed: 7 * dayMs, hopeless: dayMs };
const tryAgainEvery = 10;
/** Pages in a row that said no more before a host counts as hopeless. */
const hopelessAfter = 3;
const mostHosts = 5_000;

interface Known {
  came: Rendering;
  until: Date;
  inRow: number;
  asked: number;
}

/** A memory of this process, empty at first. */
export function createRenderMemory(clock: Clock): RenderMemory {
  const hosts = new Map<string, Known>();

  function keep(host: string, known: Known): void {
    hosts.delete(host);
    hosts.set(host, known);
    const oldest = hosts.keys().next();
    if (hosts.size > mostHosts && !oldest.done) hosts.delete(oldest.value);
  }

  return {
    recall({ host }) {
      const known = hosts.get(host);
      if (known === undefined || known.until < clock.now()) return null;
      if (known.came === 'hopeless' && known.inRow < hopelessAfter) return null;
      known.asked += 1;
      return known.asked % tryAgainEvery === 0 ? null : known.came;
    },
    learn({ host }, came) {
      const known = hosts.get(host);
      if (came === 'needless') {
        // It tells nothing about the host's other pages, which a browser could not help.
        if (known?.came === 'needed') hosts.delete(host);
        return;
      }
      const isSame = known?.came === came;
      keep(host, {
        came,
        until: addMs(clock.now(), keptMs[came]),
        inRow: isSame ? known.inRow + 1 : 1,
        asked: isSame ? known.asked : 0,
      });
    },
  };
}
