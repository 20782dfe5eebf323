import type { Choices } from '../../faults/seeded-random.ts';

/** What a fault acts on. */
export type FaultGroup = 'service' | 'database' | 'store' | 'disk' | 'clock' | 'descriptors' | 'browser';

/** What a fault does to the process of the service, which decides what may be expected of it meanwhile. */
export type FaultEffect =
  /** The process lives and must answer `/livez`. */
  | 'alive'
  /** The process is stopped (SIGSTOP) and answers nothing. */
  | 'stopped'
  /** The process is killed. */
  | 'killed'
  /** The process has no descriptor for another connection. */
  | 'no-connections';

/** A fault with its parameters, ready to be injected once. */
export interface PlannedFault {
  /** Name and parameters, for the report. */
  label: string;
  effect: FaultEffect;
  /** Milliseconds from the injection to the healing. */
  ms: number;
  /** Injects it; resolves with false when there was nothing to inject it into. */
  inject(): Promise<boolean>;
  /** Takes it back. */
  heal(): Promise<void>;
}

/** A kind of fault that a deployment can suffer. */
export interface Fault {
  name: string;
  /** How often it is chosen, relative to the others. */
  weight: number;
  /** Faults of one group are not injected together. */
  group: FaultGroup;
  /** Chooses its parameters. */
  plan(choices: Choices): PlannedFault;
}

const shortMs = { from: 300, to: 2_500 };
const longMs = { from: 5_000, to: 20_000 };
/** One fault in so many lasts long, so that time-outs of the service run out as well. */
const longShare = 1 / 25;

/** Chooses how long a fault lasts: mostly seconds, sometimes up to 20 s. */
export function chooseDuration(choices: Choices): number {
  const { from, to } = choices.chance(longShare) ? longMs : shortMs;
  return Math.round(choices.between(from, to));
}

/** A fault that was chosen for a round. */
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
