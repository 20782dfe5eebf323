import { waitUntilIdle } from './idle-machine.ts';
import { type InstalledPeer, installPeer, isInstalled } from './install-peer.ts';
import type { PeerName } from './peer-list.ts';
import type { RunRecord, SectionName } from './run-record.ts';

/** Sizes of a run: `full` for the published figures, `small` to try the bench. */
export type Size = 'full' | 'small';

/** What a section of the comparison works with. */
export interface SectionContext {
  run: RunRecord;
  size: Size;
  /** Folder with the archives of sample pages; see the README of the bench. */
  data: string;
  /** Returns whether a system is measured: all of them, or those named with `--peer`. */
  isWanted(system: string): boolean;
}

/** Measures one section and adds its rows to the run. */
export type Section = (context: SectionContext) => Promise<void>;

/** Installs a peer; if that fails, records the reason and returns null. */
export async function openPeer(
  { run }: SectionContext,
  section: SectionName,
  name: PeerName,
): Promise<InstalledPeer | null> {
  const peer = await installPeer(name);
  if (isInstalled(peer)) return peer;
  const { title, version, reason } = peer;
  process.stderr.write(`${title} ${version} cannot be installed: ${reason}\n`);
  run.addAbsence({ section, table: null, system: name, title, version, reason });
  return null;
}

/** Returns the command that measures a row again. */
export function commandOf(section: SectionName, system: string): string {
  return `npm run bench -- peers --only ${section} --peer ${system}`;
}

/** Figures of one measurement, and the file of the run that they are computed from. */
export interface Measured {
  figures: Record<string, number | null>;
  log: string;
}

/** Largest difference of the speeds of a timed row, as a share of their median, for which two measurements suffice. */
const maxSpread = 0.1;
const timedMeasurements = 2;
/** A measurement that takes longer is not repeated: its speed is a mean over many pages. */
const longMs = 25_000;

/** Returns the difference of the speeds of measurements as a share of their median; 0 without speeds. */
function spreadOf(measured: readonly Measured[]): number {
  const speeds = measured.flatMap(({ figures }) => figures.pagesPerSecond ?? []);
  const middle = medianOf(speeds);
  return middle === null || middle === 0 ? 0 : (Math.max(...speeds) - Math.min(...speeds)) / middle;
}

function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** Returns the median of each figure. */
function mediansOf(measured: readonly Measured[]): Record<string, number | null> {
  const names = new Set(measured.flatMap(({ figures }) => Object.keys(figures)));
  return Object.fromEntries(
    [...names].map((name) => [name, medianOf(measured.flatMap(({ figures }) => figures[name] ?? []))]),
  );
}

/**
 * Measures a row of times twice, and a third time if its speeds differ by more than {@link maxSpread}; once if that takes longer
 * than {@link longMs}.
 */
async function measureTimed(measure: () => Promise<Measured>): Promise<Measured[]> {
  const since = performance.now();
  const measured = [await measure()];
  if (performance.now() - since > longMs) return measured;
  while (measured.length < timedMeasurements) measured.push(await measure());
  if (spreadOf(measured) > maxSpread) measured.push(await measure());
  return measured;
}

/**
 * Measures a row unless the run has it or it is not wanted; a failure is recorded, and the other rows go on. A `timed` row is
 * measured several times, and states the medians.
 */
export async function measureRow(
  context: SectionContext,
  { section, table, system, title, version = '', busy }: RowName,
  measure: () => Promise<Measured>,
  kind: 'once' | 'timed' = 'once',
): Promise<void> {
  const { run, isWanted } = context;
  if (!isWanted(system) || run.has(section, table, system)) return;
  process.stderr.write(`${section}, ${table}: ${title} ${version}\n`);
  const busyBefore = busy ?? (await waitUntilIdle());
  const since = performance.now();
  try {
    const isRepeated = kind === 'timed' && context.size === 'full';
    const measured = isRepeated ? await measureTimed(measure) : [await measure()];
    const figures = mediansOf(measured);
    const [{ log }] = measured as [Measured];
    const seconds = Math.round((performance.now() - since) / 100) / 10;
    const command = commandOf(section, system);
    run.add({
      section,
      table,
      system,
      title,
      version,
      figures,
      command,
      log,
      seconds,
      busy: Math.round(busyBefore * 1_000) / 1_000,
      measurements: measured.length,
      spread: spreadOf(measured),
      isSmall: context.size === 'small',
    });
    process.stderr.write(`  ${JSON.stringify(figures)} in ${seconds} s\n`);
  } catch (error) {
    const reason = String(error).slice(0, 600);
    process.stderr.write(`  failed: ${reason}\n`);
    run.addAbsence({ section, table, system, title, version, reason });
  }
}

/** Identifies a row. */
export interface RowName {
  section: SectionName;
  table: string;
  system: string;
  title: string;
  version?: string;
  /** Share of the processors that other programs used before a measurement of several rows, as of {@link waitUntilIdle}. */
  busy?: number;
}
