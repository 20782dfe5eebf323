import { mkdir, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { closeSegment } from './close-segment.ts';
import type { DeploymentKind } from './deployment.ts';
import { summarizeLog } from './log-summary.ts';
import type { SuiteOptions } from './options.ts';
import { type RoundReport, runRound } from './run-round.ts';
import { openSegment, type Segment } from './segment.ts';

/** Result of a run. */
export interface SuiteReport {
  seed: number;
  rounds: RoundReport[];
  /** Violations by round, including those found when a segment was closed. */
  violations: Array<{ round: number; violation: string }>;
  /** Number of log lines of level `warn` and above, by message. */
  log: Record<string, number>;
  ms: number;
}

const results = fileURLToPath(new URL('../../bench/results/', import.meta.url));
const kinds: readonly DeploymentKind[] = ['embedded', 'external'];
/** The run stops after this number of violations. */
const maxViolations = 200;

function kindOf(round: number, { only, segmentRounds }: SuiteOptions): DeploymentKind {
  if (only !== null) return only;
  return kinds[Math.floor((round - 1) / segmentRounds) % kinds.length] as DeploymentKind;
}

function lineOf(report: RoundReport, seed: number): string {
  const replies = Object.entries(report.replies).map(([outcome, count]) => `${count}×${outcome}`);
  const recovery = report.recoveryMs === null ? 'not healthy' : `healthy after ${report.recoveryMs} ms`;
  return [
    `round ${report.round} seed ${seed} ${report.deployment}: ${report.faults.join(' + ')}`,
    replies.join(' '),
    `${recovery}, quiet after ${report.quietMs} ms`,
    `${(report.ms / 1_000).toFixed(1)} s, machine load ${loadavg()[0]?.toFixed(1)}`,
  ].join(' | ');
}

/** Saves the service's log with the violations; returns the path of the folder. */
async function keepLog(segment: Segment, seed: number, round: number, violations: string[]): Promise<string> {
  const folder = join(results, 'faults', `seed-${seed}-round-${round}`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'service.log'), segment.deployment.supervisor.output());
  await writeFile(join(folder, 'violations.txt'), `${violations.join('\n')}\n`);
  return folder;
}

/**
 * Runs rounds of faults on one deployment after the other. `say` receives one line per event. When `stopping` is
 * aborted, the current round is the last one.
 */
export async function runSuite(
  options: SuiteOptions,
  say: (line: string) => void,
  stopping?: AbortSignal,
): Promise<SuiteReport> {
  const { seed, from, rounds, segmentRounds } = options;
  const since = performance.now();
  const report: SuiteReport = { seed, rounds: [], violations: [], log: {}, ms: 0 };
  const reported = new Set<string>();
  let segment: Segment | null = null;

  /** Records violations; a permanent one is reported once. */
  async function note(all: string[], round: number): Promise<void> {
    const found = all.filter((violation) => !reported.has(violation));
    if (found.length === 0 || segment === null) return;
    for (const violation of found) {
      reported.add(violation);
      report.violations.push({ round, violation });
      const repeat = `--only ${segment.deployment.kind} --seed ${seed} --from ${round} --rounds 1`;
      say(`VIOLATION in round ${round} (${repeat}): ${violation}`);
    }
    say(`log kept in ${await keepLog(segment, seed, round, found)}`);
  }

  async function finish(round: number): Promise<void> {
    if (segment === null) return;
    try {
      await note(await closeSegment(segment, round), round);
      for (const [message, count] of Object.entries(summarizeLog(segment.deployment.supervisor.output())))
        report.log[message] = (report.log[message] ?? 0) + count;
    } finally {
      await segment.close();
      segment = null;
    }
  }

  /** Runs one round. A round that cannot be completed is a violation, and the next one gets a new deployment. */
  async function runOne(round: number): Promise<void> {
    if (segment === null) return;
    try {
      const result = await runRound(segment, options, round);
      report.rounds.push(result);
      say(lineOf(result, seed));
      await note(result.violations, round);
    } catch (error) {
      await note([`the round could not be run: ${inspect(error)}`], round);
      await segment.close();
      segment = null;
    }
  }

  const last = from + rounds - 1;
  try {
    for (let round = from; round <= last; round += 1) {
      if (stopping?.aborted === true || report.violations.length >= maxViolations) break;
      const kind = kindOf(round, options);
      if (segment === null) {
        segment = await openSegment(kind, options);
        const browser = segment.world.browser === null ? 'no browser' : 'a browser';
        say(`${kind}: ${segment.deployment.description}, ${browser}`);
      }
      await runOne(round);
      if (round % segmentRounds === 0 || round === last) await finish(round);
    }
    await finish(report.rounds.at(-1)?.round ?? from);
  } finally {
    await segment?.close();
  }
  report.ms = Math.round(performance.now() - since);
  return report;
}

/** Writes the report as JSON; returns its path. */
export async function writeReport(report: SuiteReport): Promise<string> {
  await mkdir(results, { recursive: true });
  const path = join(results, 'faults.json');
  await writeFile(path, `${JSON.stringify(report, null, 2)}\n`);
  return path;
}
