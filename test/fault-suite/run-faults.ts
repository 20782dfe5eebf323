import { setTimeout as pause } from 'node:timers/promises';
import type { Choices } from '../faults/seeded-random.ts';
import type { FaultEffect, PlannedFault } from './faults/fault.ts';
import type { Segment } from './segment.ts';

const answerPollMs = 50;
const answerWithinMs = 60_000;
/** Maximum time that a fault waits for a target. */
const findWithinMs = 4_000;
/** A process that could not accept connections has a backlog, which it needs time to refuse. */
const refusalGraceMs = 1_000;
const maxOffsetMs = 1_000;

/** Resolves when the service answers `/livez` again; from then on it must respond. */
async function expectAnswers({ deployment, liveness }: Segment): Promise<void> {
  const until = performance.now() + answerWithinMs;
  while (performance.now() < until) {
    const answer = await fetch(`${deployment.url}/livez`, { signal: AbortSignal.timeout(1_000) }).catch(
      () => null,
    );
    await answer?.body?.cancel();
    if (answer?.ok === true) break;
    await pause(answerPollMs);
  }
  liveness.expect();
}

const isDown = (effect: FaultEffect) => effect === 'killed' || effect === 'stopped';

/** Injects a fault when it has a target: a browser may have to be started first. */
async function injectWhenPossible(fault: PlannedFault): Promise<boolean> {
  const until = performance.now() + findWithinMs;
  while (!(await fault.inject())) {
    if (performance.now() > until) return false;
    await pause(answerPollMs);
  }
  return true;
}

/** Injects one fault, waits and removes it. Returns false if there was no target. */
async function runFault(segment: Segment, fault: PlannedFault): Promise<boolean> {
  const { liveness } = segment;
  if (isDown(fault.effect)) liveness.excuse();
  if (fault.effect === 'no-connections') liveness.allowRefusals(true);
  let isInjected = false;
  try {
    isInjected = await injectWhenPossible(fault);
    if (isInjected) await pause(fault.ms);
  } finally {
    await fault.heal();
  }
  if (fault.effect === 'no-connections') {
    setTimeout(() => liveness.allowRefusals(false), refusalGraceMs).unref();
  }
  return isInjected;
}

/**
 * Injects the faults in short succession and removes them. Returns their labels; those without a target are marked.
 */
export async function runFaults(
  segment: Segment,
  faults: readonly PlannedFault[],
  choices: Choices,
): Promise<string[]> {
  const offsets = faults.map((_, index) => (index === 0 ? 0 : choices.between(0, maxOffsetMs)));
  const labels = await Promise.all(
    faults.map(async (fault, index) => {
      await pause(offsets[index]);
      return (await runFault(segment, fault)) ? fault.label : `${fault.label} (nothing there)`;
    }),
  );
  await segment.deployment.repair();
  if (faults.some(({ effect }) => isDown(effect))) void expectAnswers(segment);
  return labels;
}
