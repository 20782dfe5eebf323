import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../domain/clock.ts';
import type { Budget } from '../../fetching/budget.ts';
import type { FetchedPage } from '../../fetching/fetched-page.ts';
import type { FetchPage } from '../../fetching/page-fetcher.ts';
import { compareVersions, isEmptyDiff, keysOf } from './compare-versions.ts';
import type { Ignored } from './ignored.ts';
import type { Finding } from './judge-check.ts';
import { knownNoise, type NoiseMemory, rememberNoise } from './noise-memory.ts';
import { pageToWatch } from './page-to-watch.ts';
import { type Reading, readVersion } from './read-version.ts';
import type { MonitorSettings, Version } from './watch.ts';

/** What looking at a page needs of the other rooms. */
export interface LookPorts {
  fetchPage: FetchPage;
  clock: Clock;
  /** Milliseconds between two readings of a page that differs. */
  recheckPauseMs: number;
}

/** What is looked for, and what is known of it. */
export interface LookOrder {
  settings: MonitorSettings;
  ignored: Ignored;
  baseline: Version | null;
  noise: NoiseMemory;
  /** Number of this check. */
  check: number;
  accountId: string;
  budget: Budget;
  signal: AbortSignal;
}

/** What looking at a page came to. */
export interface Look {
  finding: Finding;
  noise: NoiseMemory;
  /** Every time that it was read, in order. */
  pages: FetchedPage[];
}

/** Whether values may all be missing: somebody waits for one to disappear. */
function mayBeEmpty({ conditions }: MonitorSettings): boolean {
  return conditions.some(({ op }) => op === 'disappears');
}

/**
 * Looks at a page, and again where it differs from its baseline, once more where it is known to be restless: a difference counts when every reading shows it, and what
 * is another on each reading is remembered as noise.
 */
export async function lookAtPage(ports: LookPorts, order: LookOrder): Promise<Look> {
  const { settings, ignored, baseline, check, accountId, budget, signal } = order;
  const { watch, confirm } = settings;
  if (watch.kind === 'dataset') throw new Error('a dataset is no page');
  const pages: FetchedPage[] = [];

  async function read(): Promise<Reading> {
    const command = pageToWatch(settings, ignored, pages.length > 0);
    const fetched = await ports.fetchPage(command, { accountId, budget, signal, isPatient: true });
    pages.push(fetched);
    const at = ports.clock.now();
    const anchor = baseline?.anchor ?? null;
    return readVersion(
      watch as Exclude<typeof watch, { kind: 'dataset' }>,
      fetched.page,
      anchor,
      at,
      mayBeEmpty(settings),
    );
  }

  const first = await read();
  if (first.kind !== 'version') return { finding: first, noise: order.noise, pages };
  if (baseline === null) {
    return { finding: { kind: 'version', version: first.version, diff: null }, noise: order.noise, pages };
  }
  const versions = [first.version];
  const known = knownNoise(order.noise);
  let { diff, restless } = compareVersions(baseline, versions, ignored, known);
  const most = confirm > 0 && Object.keys(order.noise).length > 0 ? confirm + 1 : confirm;
  while (!isEmptyDiff(diff) && versions.length <= most) {
    await pause(ports.recheckPauseMs, undefined, { signal });
    const again = await read();
    // What cannot be confirmed is no change yet; the next check sees it again.
    if (again.kind !== 'version') return { finding: again, noise: order.noise, pages };
    versions.push(again.version);
    ({ diff, restless } = compareVersions(baseline, versions, ignored, known));
  }
  const version = versions.at(-1) as Version;
  const remembers = Object.keys(order.noise).length + restless.length > 0;
  const noise = remembers
    ? rememberNoise(order.noise, keysOf(version, ignored), restless, check)
    : order.noise;
  return { finding: { kind: 'version', version, diff }, noise, pages };
}
