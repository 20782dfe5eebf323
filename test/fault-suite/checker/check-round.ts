import { setTimeout as pause } from 'node:timers/promises';
import type { Acknowledged } from '../acknowledged.ts';
import { stillRuns, useOf } from '../processes.ts';
import type { Segment } from '../segment.ts';
import { checkAcknowledged, checkFiles, checkIsolation } from './check-acknowledged.ts';
import { checkBlobs } from './check-blobs.ts';
import { checkRules } from './check-rules.ts';
import { checkLog, checkRecords } from './check-secrets.ts';
import { describeGrowth } from './check-use.ts';

/** Number of rounds between two searches of all records for secrets. */
const recordsEvery = 10;
const checkedFiles = 2;
const browsersEndWithinMs = 15_000;
const browserCommand = /--remote-debugging-pipe|--type=/;

/** Returns the acknowledged objects of this round and the last ones; all are checked at the end of a segment. */
function latestOf({ objects, jobs, receipts, keyed, files }: Acknowledged): Acknowledged {
  return {
    objects: objects.slice(-60),
    jobs: jobs.slice(-20),
    receipts: receipts.slice(-300),
    keyed: keyed.slice(-300),
    files: files.slice(-checkedFiles),
  };
}

/** Checks that the browsers of a killed service exit by themselves. */
async function checkOrphans({ deployment }: Segment): Promise<string[]> {
  const browsers = () => deployment.processes.orphans().filter(({ command }) => browserCommand.test(command));
  for (let waited = 0; browsers().length > 0; waited += 250) {
    if (waited > browsersEndWithinMs)
      return browsers().map(
        ({ pid, command }) => `process ${pid} outlives its service: ${command.slice(0, 120)}`,
      );
    await pause(250);
  }
  return [];
}

function checkUse({ deployment, uses }: Segment): string[] {
  const service = deployment.supervisor.service();
  const use = service === null ? null : useOf(service.pid);
  if (service === null || use === null || !stillRuns(service)) return [];
  const name = `${service.pid} ${service.startedAt}`;
  const samples = uses.get(name) ?? [];
  samples.push(use);
  uses.set(name, samples);
  return describeGrowth(samples);
}

function checkNewLog(segment: Segment, secrets: readonly string[]): string[] {
  const output = segment.deployment.supervisor.output();
  const found = checkLog(output.slice(segment.checkedLog), secrets);
  segment.checkedLog = output.length;
  return found;
}

function checkEnds({ deployment }: Segment): string[] {
  const { unexpectedEnds } = deployment.supervisor;
  return unexpectedEnds
    .splice(0)
    .map(
      ({ pid, afterMs, code, signal, lastWords }) =>
        `process ${pid} ended by itself (${code ?? signal}) ${afterMs} ms after its start: ${lastWords}`,
    );
}

/** Checks every invariant from outside after the jobs of the round have ended. Returns the violations. */
export async function checkRound(
  segment: Segment,
  round: number,
  { isLast = false }: { isLast?: boolean } = {},
): Promise<string[]> {
  const { deployment, acknowledged, clients } = segment;
  const now = deployment.now();
  if (now > segment.latest) segment.latest = now;
  const secrets = [...deployment.secrets, ...segment.secrets];
  const values = { now, latest: segment.latest, keyedUrls: acknowledged.keyed.map(({ url }) => url) };
  const known = isLast ? acknowledged : latestOf(acknowledged);
  const stored = await segment.withDatabase(async (client) => [
    ...(await checkRules(client, values, deployment.sinceJumpMs())),
    ...(await checkAcknowledged(client, known)),
    ...(await checkBlobs(client, deployment.readBlob, segment.verifiedBlobs)),
    ...(await segment.deliveries.check(client)),
    ...(isLast || round % recordsEvery === 0 ? await checkRecords(client, secrets) : []),
  ]);
  return [
    ...stored,
    ...(await checkFiles(known.files, clients)),
    ...(await checkIsolation(acknowledged, clients)),
    ...(await checkOrphans(segment)),
    ...checkUse(segment),
    ...checkNewLog(segment, secrets),
    ...checkEnds(segment),
  ];
}
