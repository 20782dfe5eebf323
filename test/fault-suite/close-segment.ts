import { setTimeout as pause } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { checkRound } from './checker/check-round.ts';
import type { Segment } from './segment.ts';

const settleWithinMs = 30_000;
const endWithinMs = 10_000;
const pollMs = 250;
/** Longer than any reservation of the load, and than the second retry delay of a webhook. */
const jumpMs = 2 * 60 * 60_000;

async function countLeft(client: ClientBase): Promise<{ reservations: number; deliveries: number }> {
  const { rows } = await client.query<{ reservations: string; deliveries: string }>(
    `select (select count(*) from reservations where job_id is null) as reservations,
       (select count(*) from deliveries where status = 'pending') as deliveries`,
  );
  const [row] = rows;
  return { reservations: Number(row?.reservations), deliveries: Number(row?.deliveries) };
}

/**
 * Advances the clock by two hours, after which reservations of killed requests have expired and every event has been
 * delivered. Skipped if the clock cannot be moved.
 */
async function checkLeftOvers(segment: Segment): Promise<string[]> {
  const { deployment } = segment;
  // Starts from the latest recorded time, which is in the future if the clock was moved back.
  const behindMs = Math.max(0, segment.latest.getTime() - deployment.now().getTime());
  if (!deployment.advanceClock(behindMs + jumpMs)) return [];
  return segment.withDatabase(async (client) => {
    for (const until = performance.now() + settleWithinMs; ; await pause(pollMs)) {
      const { reservations, deliveries } = await countLeft(client);
      if (reservations === 0 && deliveries === 0) return [];
      if (performance.now() < until) continue;
      const { rows } = await client.query(
        'select reservation_id, request_id, credits, created_at, expires_at from reservations where job_id is null limit 5',
      );
      return [
        `two hours later ${reservations} reservations are left and ${deliveries} events not delivered: ${JSON.stringify(rows)}`,
      ];
    }
  });
}

async function checkNothingRuns({ deployment }: Segment): Promise<string[]> {
  const { processes } = deployment;
  for (let waited = 0; processes.running().length > 0; waited += pollMs) {
    if (waited > endWithinMs) {
      return processes
        .running()
        .map(({ pid, command }) => `process ${pid} is left over after the stop: ${command.slice(0, 160)}`);
    }
    await pause(pollMs);
  }
  return [];
}

/** Repeats all checks, stops the service with SIGTERM and checks for leftovers. */
export async function closeSegment(segment: Segment, round: number): Promise<string[]> {
  const { deployment, liveness } = segment;
  segment.problems.length = 0;
  const violations = await checkLeftOvers(segment);
  violations.push(...(await checkRound(segment, round, { isLast: true })), ...segment.problems);
  liveness.excuse();
  const code = await deployment.supervisor.stop();
  if (code !== 0) violations.push(`the service ended with code ${code} when it was stopped in order`);
  violations.push(...(await checkNothingRuns(segment)));
  return violations;
}
