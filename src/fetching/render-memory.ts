import { addMs, type Clock } from '../domain/clock.ts';

/** Remembers which hosts only show something in a browser, so that they are not asked twice for every page. */
export interface RenderMemory {
  /** True when the host's pages needed a browser lately; now and then false all the same, to try the cheaper way. */
  prefersBrowser(url: URL): boolean;
  /** Notes whether a page of the host had to be read in a browser. */
  learn(url: URL, neededBrowser: boolean): void;
}

const keptMs = 7 * 24 * 3_600_000;
const tryAgainEvery = 10;
const mostHosts = 5_000;

/** A memory of this process, empty at first. */
export function createRenderMemory(clock: Clock): RenderMemory {
  const hosts = new Map<string, { until: Date; asked: number }>();
  return {
    prefersBrowser({ host }) {
      const known = hosts.get(host);
      if (known === undefined || known.until < clock.now()) return false;
      known.asked += 1;
      return known.asked % tryAgainEvery !== 0;
    },
    learn({ host }, neededBrowser) {
      const known = hosts.get(host);
      hosts.delete(host);
      if (!neededBrowser) return;
      hosts.set(host, { until: addMs(clock.now(), keptMs), asked: known?.asked ?? 0 });
      const oldest = hosts.keys().next();
      if (hosts.size > mostHosts && !oldest.done) hosts.delete(oldest.value);
    },
  };
}
