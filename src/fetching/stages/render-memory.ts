import { addMs, type Clock } from '../../domain/system/clock.ts';
import { dayMs } from '../../domain/values/day-ms.ts';

/**
 * Use of a browser for a host's pages: `needed` to read them, or `hopeless` because they have no more content in one.
 */
export type Rendering = 'needed' | 'hopeless';

/** Remembers per host whether a browser helps, so that it is not found out again for every page. */
export interface RenderMemory {
  /** Returns the result for the host; occasionally null although it is known, so that a change is noticed. */
  recall(url: URL): Rendering | null;
  /** Records the result of one page; `needless` is a page that could be read without a browser. */
  learn(url: URL, outcome: Rendering | 'needless'): void;
}

const retentionMs: Readonly<Record<Rendering, number>> = { needed: 7 * dayMs, hopeless: dayMs };
const retryInterval = 10;
/** Consecutive pages without more content before a host counts as hopeless. */
const minHopelessPages = 3;
const maxHosts = 5_000;

interface HostRecord {
  outcome: Rendering;
  until: Date;
  streak: number;
  recalls: number;
}

/** Creates an empty memory in this process. */
export function createRenderMemory(clock: Clock): RenderMemory {
  const hosts = new Map<string, HostRecord>();

  function store(host: string, record: HostRecord): void {
    hosts.delete(host);
    hosts.set(host, record);
    const oldest = hosts.keys().next();
    if (hosts.size > maxHosts && !oldest.done) hosts.delete(oldest.value);
  }

  return {
    recall({ host }) {
      const record = hosts.get(host);
      if (record === undefined || record.until < clock.now()) return null;
      if (record.outcome === 'hopeless' && record.streak < minHopelessPages) return null;
      record.recalls += 1;
      return record.recalls % retryInterval === 0 ? null : record.outcome;
    },
    learn({ host }, outcome) {
      const record = hosts.get(host);
      if (outcome === 'needless') {
        // This says nothing about other pages of the host for which a browser did not help.
        if (record?.outcome === 'needed') hosts.delete(host);
        return;
      }
      const isSame = record?.outcome === outcome;
      store(host, {
        outcome,
        until: addMs(clock.now(), retentionMs[outcome]),
        streak: isSame ? record.streak + 1 : 1,
        recalls: isSame ? record.recalls : 0,
      });
    },
  };
}
