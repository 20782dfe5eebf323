import type { Choices } from '../../faults/seeded-random.ts';

/** Target of a fault. */
export type FaultGroup = 'service' | 'database' | 'store' | 'disk' | 'clock' | 'descriptors' | 'browser';

/** Effect of a fault on the service process, which decides which responses are expected meanwhile. */
export type FaultEffect =
  /** The process runs and must answer `/livez`. */
  | 'alive'
  /** The process is stopped (SIGSTOP) and does not respond. */
  | 'stopped'
  /** The process is killed. */
  | 'killed'
  /** The process has no file descriptor for another connection. */
  | 'no-connections';

/** Fault with its parameters, to be injected once. */
export interface PlannedFault {
  /** Name and parameters, for the report. */
  label: string;
  effect: FaultEffect;
  /** Milliseconds from injection to removal. */
  ms: number;
  /** Injects the fault; resolves with false if there is no target. */
  inject(): Promise<boolean>;
  /** Removes the fault. */
  heal(): Promise<void>;
}

/** Kind of fault that a deployment supports. */
export interface Fault {
  name: string;
  /** Relative probability of being chosen. */
  weight: number;
  /** Faults of one group are not injected together. */
  group: FaultGroup;
  /** Chooses its parameters. */
  plan(choices: Choices): PlannedFault;
}

const shortMs = { from: 300, to: 2_500 };
const longMs = { from: 5_000, to: 20_000 };
/** Share of faults that last long enough for timeouts of the service to expire. */
const longShare = 1 / 25;

/** Chooses the duration of a fault: mostly seconds, sometimes up to 20 s. */
export function chooseDuration(choices: Choices): number {
  const { from, to } = choices.chance(longShare) ? longMs : shortMs;
  return Math.round(choices.between(from, to));
}

/** Fault chosen for a round. */
export type ChosenFault = PlannedFault & { group: FaultGroup };

/** Chooses one or two faults of different groups. */
export function chooseFaults(faults: readonly Fault[], choices: Choices): ChosenFault[] {
  const first = pickWeighted(faults, choices);
  const rest = faults.filter(({ group }) => group !== first.group);
  const chosen = choices.chance(0.4) && rest.length > 0 ? [first, pickWeighted(rest, choices)] : [first];
  return chosen.map((fault) => ({ ...fault.plan(choices), group: fault.group }));
}

function pickWeighted(faults: readonly Fault[], choices: Choices): Fault {
  const total = faults.reduce((sum, { weight }) => sum + weight, 0);
  let rest = choices.between(0, total);
  const found = faults.find(({ weight }) => {
    rest -= weight;
    return rest < 0;
  });
  return found ?? (faults.at(-1) as Fault);
}
