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

/** Measures a row unless the run has it or it is not wanted; a failure is recorded, and the other rows go on. */
export async function measureRow(
  context: SectionContext,
  { section, table, system, title, version = '' }: RowName,
  measure: () => Promise<{ figures: Record<string, number | null>; log: string }>,
): Promise<void> {
  const { run, isWanted } = context;
  if (!isWanted(system) || run.has(section, table, system)) return;
  process.stderr.write(`${section}, ${table}: ${title} ${version}\n`);
  const since = performance.now();
  try {
    const { figures, log } = await measure();
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
}
