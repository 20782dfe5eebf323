import { setTimeout as pause } from 'node:timers/promises';
import { seededChoices } from '../faults/seeded-random.ts';
import { checkRound } from './checker/check-round.ts';
import { openJobs, waitUntilEnded } from './checker/wait-until-quiet.ts';
import { chooseFaults } from './faults/fault.ts';
import { untilHealthy } from './health.ts';
import { startLoad } from './load/start-load.ts';
import type { SuiteOptions } from './options.ts';
import { resolveKeyedScrapes } from './resolve-keyed-scrapes.ts';
import { runFaults } from './run-faults.ts';
import type { Segment } from './segment.ts';

/** Result of a round. */
export interface RoundReport {
  round: number;
  deployment: string;
  faults: string[];
  /** Number of replies by status. */
  replies: Record<string, number>;
  /** Milliseconds from the end of the faults until the service was healthy; null if it was not in time. */
  recoveryMs: number | null;
  /** Milliseconds from the end of the load until every job had ended. */
  quietMs: number;
  ms: number;
  violations: string[];
}

/** Delay of browser faults: a browser needs time to start. */
const browserStartMs = 700;
/** Separate random streams, so that the choices of the load do not affect the faults. */
const streams = { faults: 1, load: 2 } as const;

/** Runs the load under the round's faults until the service is healthy again. */
async function runLoad(segment: Segment, { seed, recoverWithinMs }: SuiteOptions, round: number) {
  const { deployment, world, clients, objects, acknowledged } = segment;
  const choices = seededChoices(seed, round, streams.faults);
  const faults = chooseFaults(deployment.faults, choices);
  // Without file descriptors a page may end with an error that states it.
  const isExact = !faults.some(({ effect }) => effect === 'no-connections');
  const own = seededChoices(seed, round, streams.load);
  const needsBrowser = faults.some(({ group }) => group === 'browser');
  const context = { world, clients, objects, acknowledged, choices: own, round, isExact };
  const load = startLoad(context, needsBrowser);
  try {
    await pause(choices.between(300, 900) + (needsBrowser ? browserStartMs : 0));
    const labels = await runFaults(segment, faults, choices);
    const recovery = await untilHealthy(deployment.url, recoverWithinMs);
    return { labels, recovery };
  } finally {
    await load.stop();
  }
}

/** Runs one round: load, faults, recovery, and the checks after the jobs have ended. */
export async function runRound(segment: Segment, options: SuiteOptions, round: number): Promise<RoundReport> {
  const since = performance.now();
  const { recoverWithinMs, endWithinMs } = options;
  const { deployment, liveness, acknowledged, counts, problems } = segment;
  counts.clear();
  problems.length = 0;
  liveness.expect();
  const { labels, recovery } = await runLoad(segment, options, round);
  deployment.supervisor.expectEnd(false);
  liveness.expect();
  const violations: string[] = [];
  if ('detail' in recovery)
    violations.push(`the service is not healthy after ${recoverWithinMs} ms: ${recovery.detail}`);
  const hung = counts.get('hung') ?? 0;
  if (hung > 0) violations.push(`${hung} requests were never answered`);
  violations.push(...(await resolveKeyedScrapes(segment)));
  const { ms: quietMs, stuck } = await segment.withDatabase(async (client) => {
    const wanted = new Set(acknowledged.jobs.map(({ id }) => id));
    for (const { job_id } of await openJobs(client)) wanted.add(job_id);
    // A job that never ends is waited for only once.
    for (const id of segment.stuckJobs) wanted.delete(id);
    return waitUntilEnded(client, [...wanted], endWithinMs);
  });
  for (const { id, violation } of stuck) {
    segment.stuckJobs.add(id);
    violations.push(violation);
  }
  violations.push(...(await checkRound(segment, round)));
  violations.push(...problems, ...liveness.takeProblems());
  return {
    round,
    deployment: deployment.kind,
    faults: labels,
    replies: Object.fromEntries([...counts].sort()),
    recoveryMs: 'ms' in recovery ? recovery.ms : null,
    quietMs,
    ms: Math.round(performance.now() - since),
    violations,
  };
}
