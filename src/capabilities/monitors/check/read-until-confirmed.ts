import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { ContentThreads } from '../../../domain/pages/content.ts';
import { lastOf } from '../../../domain/values/elements.ts';
import type { MonitorSettings, Version } from '../settings/monitor-settings.ts';
import { type Comparison, isEmptyDiff, type VersionDiff } from './compare/compare-versions.ts';
import type { NoiseMemory } from './compare/noise-memory.ts';
import { compareVersionsWork, updateNoiseWork } from './compare/thread-work.ts';
import type { Finding } from './evaluate-check.ts';
import type { Reading } from './read-version.ts';

/** Dependencies for confirming a difference. */
export interface ConfirmPorts {
  threads: Pick<ContentThreads, 'run'>;
  /** Time between two readings of changed content, in ms. */
  confirmPauseMs: number;
}

/** A monitor whose content is read, and its state. */
export interface WatchRequest {
  settings: MonitorSettings;
  baseline: Version | null;
  noise: NoiseMemory;
  /** Number of the check. */
  check: number;
  signal: AbortSignal;
}

/** Finding of the readings of a check. */
export interface ConfirmedFinding {
  finding: Finding;
  noise: NoiseMemory;
}

/** One reading, or the site's confirmation that the stored version is the current one. */
export type FirstReading = Reading | { kind: 'not_modified'; isConfirmed: boolean };

const noDiff: VersionDiff = {
  blocks: [],
  fields: {},
  summary: { added: 0, removed: 0, changed: 0 },
  truncated: false,
};

/** Returns the finding that the baseline is the current version. */
export function unchangedFinding(baseline: Version, isConfirmed = false): Finding {
  return { kind: 'version', version: baseline, diff: noDiff, isConfirmed };
}

/**
 * Returns whether a reading is equal to the baseline as written, so that there is nothing to compare. A baseline of an earlier
 * release without states is compared without them.
 */
function isEqual(baseline: Version, { text, data, states, isPlainText }: Version): boolean {
  return (
    text === baseline.text &&
    isPlainText === baseline.isPlainText &&
    (baseline.states === undefined || isDeepStrictEqual(states, baseline.states)) &&
    isDeepStrictEqual(data, baseline.data)
  );
}

/**
 * Reads watched content. If it differs from the baseline, reads it again up to `confirm` times, and once more if it has known
 * noise. A difference counts when all readings share it; content that differs between readings is remembered as noise.
 * `read` is called with the number of earlier readings; only the first one may end with `not_modified`.
 */
export async function readUntilConfirmed(
  ports: ConfirmPorts,
  request: WatchRequest,
  read: (earlier: number) => Promise<FirstReading>,
): Promise<ConfirmedFinding> {
  const { settings, baseline, check, signal, noise: noiseBefore } = request;
  const { confirm, ignore } = settings;

  function compare(before: Version, readings: readonly Version[]): Promise<Comparison> {
    const versions = { before, readings, ignore, noise: noiseBefore };
    return ports.threads.run(compareVersionsWork, versions, signal);
  }

  const first = await read(0);
  if (first.kind === 'not_modified')
    return { finding: unchangedFinding(baseline as Version, first.isConfirmed), noise: noiseBefore };
  if (first.kind !== 'version') return { finding: first, noise: noiseBefore };
  if (baseline === null)
    return { finding: { kind: 'version', version: first.version, diff: null }, noise: noiseBefore };
  const isQuiet = Object.keys(noiseBefore).length === 0;
  if (isQuiet && isEqual(baseline, first.version))
    return { finding: { kind: 'version', version: first.version, diff: noDiff }, noise: noiseBefore };
  const versions = [first.version];
  let { diff, unstableKeys } = await compare(baseline, versions);
  const maxReadings = confirm > 0 && !isQuiet ? confirm + 1 : confirm;
  while (!isEmptyDiff(diff) && versions.length <= maxReadings) {
    await pause(ports.confirmPauseMs, undefined, { signal });
    const next = await read(versions.length);
    // A difference without confirmation is not a change; the next check finds it again.
    if (next.kind === 'not_modified') throw new Error('only the first request of a check is conditional');
    if (next.kind !== 'version') return { finding: next, noise: noiseBefore };
    versions.push(next.version);
    ({ diff, unstableKeys } = await compare(baseline, versions));
  }
  const version = lastOf(versions);
  const hasNoise = !isQuiet || unstableKeys.length > 0;
  const noiseRequest = { noise: noiseBefore, version, ignore, unstableKeys, check };
  const noise = hasNoise ? await ports.threads.run(updateNoiseWork, noiseRequest, signal) : noiseBefore;
  return { finding: { kind: 'version', version, diff }, noise };
}
