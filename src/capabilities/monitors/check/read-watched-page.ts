import { setTimeout as pause } from 'node:timers/promises';
import type { ContentThreads } from '../../../domain/pages/content.ts';
import type { Clock } from '../../../domain/system/clock.ts';
import { lastOf } from '../../../domain/values/elements.ts';
import type { Budget } from '../../../fetching/budget.ts';
import type { FetchPage } from '../../../fetching/fetch-request.ts';
import type { FetchedPage } from '../../../fetching/fetched-page.ts';
import type { SectionText } from '../../../page/text/section-text.ts';
import { sectionTextWork } from '../../../page/text/thread-work.ts';
import type { IgnoredContent } from '../settings/ignore-rules.ts';
import type { MonitorSettings, Version } from '../settings/monitor-settings.ts';
import { type Comparison, isEmptyDiff, type VersionDiff } from './compare/compare-versions.ts';
import type { NoiseMemory } from './compare/noise-memory.ts';
import { compareVersionsWork, pageFactsWork, updateNoiseWork } from './compare/thread-work.ts';
import type { Finding } from './evaluate-check.ts';
import { type PageWatch, type Reading, readVersion, watchedSection } from './read-version.ts';
import { watchPageCommand } from './watch-page-command.ts';

/** Dependencies for reading a watched page. */
export interface ReadPagePorts {
  fetchPage: FetchPage;
  threads: Pick<ContentThreads, 'run'>;
  clock: Clock;
  /** Time between two readings of a changed page, in ms. */
  confirmPauseMs: number;
}

/** Request to read a watched page. */
export interface ReadPageRequest {
  settings: MonitorSettings;
  ignored: IgnoredContent;
  baseline: Version | null;
  noise: NoiseMemory;
  check: number;
  accountId: string;
  budget: Budget;
  signal: AbortSignal;
}

/** Result of reading a watched page. */
export interface WatchReading {
  finding: Finding;
  noise: NoiseMemory;
  /** All readings of the page, in order. */
  pages: FetchedPage[];
}

const noDiff: VersionDiff = {
  blocks: [],
  fields: {},
  summary: { added: 0, removed: 0, changed: 0 },
  truncated: false,
};

/** Returns true when all values may be missing, because a condition waits for one to disappear. */
function mayBeEmpty({ conditions }: MonitorSettings): boolean {
  return conditions.some(({ op }) => op === 'disappears');
}

/**
 * Reads a page. If it differs from the baseline, reads it again up to `confirm` times, and once more if it has known
 * noise. A difference counts when all readings share it; content that differs between readings is remembered as noise.
 */
export async function readWatchedPage(ports: ReadPagePorts, request: ReadPageRequest): Promise<WatchReading> {
  const { settings, ignored, baseline, check, accountId, budget, signal } = request;
  const { watch, confirm } = settings;
  if (watch.kind === 'dataset') throw new Error('a monitor of a dataset has no page to read');
  const pages: FetchedPage[] = [];

  async function read(): Promise<Reading | { kind: 'not_modified' }> {
    const command = watchPageCommand(settings, ignored, pages.length > 0);
    // Texts leave out what controls say. Of a page, its other blocks tell what only entered or left the main content.
    const keepsResponse = watch.kind !== 'fields';
    const validators =
      pages.length === 0 && settings.only_changed === true ? baseline?.validators : undefined;
    const fetched = await ports.fetchPage(command, {
      accountId,
      budget,
      signal,
      isPatient: true,
      keepsResponse,
      ...(validators !== undefined && { validators }),
      knownBody: pages.length === 0 ? (baseline?.bodyDigest ?? null) : null,
    });
    pages.push(fetched);
    if (fetched.isNotModified === true) return { kind: 'not_modified' };
    const at = ports.clock.now();
    const sectionRequest = watchedSection(watch as PageWatch, fetched.page, baseline?.anchor ?? null);
    const section =
      sectionRequest === null ? null : await ports.threads.run(sectionTextWork, sectionRequest, signal);
    const reading = readVersion(watch as PageWatch, fetched.page, section, at, mayBeEmpty(settings));
    if (reading.kind !== 'version') return reading;
    return { ...reading, version: { ...reading.version, ...(await factsOf(fetched, section, at)) } };
  }

  /** Returns what later checks need to know of the response. */
  async function factsOf(
    { response, validators, bodyDigest }: FetchedPage,
    section: SectionText | null,
    at: Date,
  ): Promise<Pick<Version, 'pageKeys' | 'states' | 'validators' | 'bodyDigest'>> {
    const facts = {
      ...(validators !== null && { validators }),
      ...(bodyDigest !== undefined && { bodyDigest }),
    };
    if (response === undefined || !/html/i.test(response.headers['content-type'] ?? '')) return facts;
    const { bytes, url, headers } = response;
    const part =
      'selector' in watch ? { selectors: [watch.selector] } : section && { heading: section.title };
    const pageRequest = { bytes, url, headers, excludeSelectors: ignored.selectors, part, at };
    const { pageKeys, states } = await ports.threads.run(pageFactsWork, pageRequest, signal);
    const isMainContent = watch.kind === 'page' && watch.whole !== true;
    return { ...facts, states, ...(isMainContent && { pageKeys }) };
  }

  function compare(before: Version, readings: readonly Version[]): Promise<Comparison> {
    const versions = { before, readings, ignore: settings.ignore, noise: request.noise };
    return ports.threads.run(compareVersionsWork, versions, signal);
  }

  const first = await read();
  if (first.kind === 'not_modified') {
    const finding = {
      kind: 'version',
      version: baseline as Version,
      diff: noDiff,
      isConfirmed: pages[0]?.observation.status_code === 304,
    } as const;
    return { finding, noise: request.noise, pages };
  }
  if (first.kind !== 'version') return { finding: first, noise: request.noise, pages };
  if (baseline === null) {
    return { finding: { kind: 'version', version: first.version, diff: null }, noise: request.noise, pages };
  }
  const versions = [first.version];
  let { diff, unstableKeys } = await compare(baseline, versions);
  const maxReadings = confirm > 0 && Object.keys(request.noise).length > 0 ? confirm + 1 : confirm;
  while (!isEmptyDiff(diff) && versions.length <= maxReadings) {
    await pause(ports.confirmPauseMs, undefined, { signal });
    const next = await read();
    // A difference without confirmation is not a change; the next check finds it again.
    if (next.kind === 'not_modified') throw new Error('only the first request of a check is conditional');
    if (next.kind !== 'version') return { finding: next, noise: request.noise, pages };
    versions.push(next.version);
    ({ diff, unstableKeys } = await compare(baseline, versions));
  }
  const version = lastOf(versions);
  const hasNoise = Object.keys(request.noise).length + unstableKeys.length > 0;
  const noiseRequest = { noise: request.noise, version, ignore: settings.ignore, unstableKeys, check };
  const noise = hasNoise ? await ports.threads.run(updateNoiseWork, noiseRequest, signal) : request.noise;
  return { finding: { kind: 'version', version, diff }, noise, pages };
}
