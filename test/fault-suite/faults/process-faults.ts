import type { Choices } from '../../faults/seeded-random.ts';
import { descendantsOf, type ProcessFacts, readProcess, signalProcess, stillRuns } from '../processes.ts';
import type { Supervisor } from '../supervisor.ts';
import { chooseDuration, type Fault, type PlannedFault } from './fault.ts';

/** Sends a signal to processes selected at injection; returns false if there are none. */
function signalAll(targets: readonly ProcessFacts[], signal: NodeJS.Signals): boolean {
  return targets.filter(({ pid }) => signalProcess(pid, signal)).length > 0;
}

/** Returns a fault that stops processes (SIGSTOP) for a while; `heal` continues those that still exist. */
function pauseOf(label: string, ms: number, find: () => Promise<ProcessFacts[]>): PlannedFault {
  let stopped: ProcessFacts[] = [];
  return {
    label: `${label} ${ms} ms`,
    effect: 'alive',
    ms,
    async inject() {
      stopped = await find();
      return signalAll(stopped, 'SIGSTOP');
    },
    async heal() {
      signalAll(stopped.filter(stillRuns), 'SIGCONT');
    },
  };
}

/** Returns a fault that kills processes. */
function killOf(label: string, ms: number, find: () => Promise<ProcessFacts[]>): PlannedFault {
  return {
    label,
    effect: 'alive',
    ms,
    inject: async () => signalAll(await find(), 'SIGKILL'),
    heal: async () => undefined,
  };
}

/** Returns a fault that kills processes whose end the supervisor expects. */
function expectedKillOf(
  label: string,
  choices: Choices,
  find: () => Promise<ProcessFacts[]>,
  supervisor: () => Supervisor,
): PlannedFault {
  const planned = killOf(label, Math.round(choices.between(0, 500)), find);
  return {
    ...planned,
    effect: 'killed',
    inject: () => {
      supervisor().expectEnd(true);
      return planned.inject();
    },
  };
}

/** Returns faults that kill or stop the service itself. */
export function serviceFaults(supervisor: () => Supervisor): Fault[] {
  const service = async () => [supervisor().service() ?? []].flat();
  return [
    {
      name: 'service-kill',
      weight: 2.5,
      group: 'service',
      plan: (choices) => expectedKillOf('service-kill', choices, service, supervisor),
    },
    {
      name: 'service-pause',
      weight: 1.5,
      group: 'service',
      plan: (choices) => ({
        ...pauseOf('service-pause', Math.round(choices.between(300, 5_000)), service),
        effect: 'stopped',
      }),
    },
  ];
}

/**
 * Returns a fault that kills the launcher, after which the service shuts down and the supervisor starts the launcher
 * again.
 */
export function launcherFaults(supervisor: () => Supervisor): Fault[] {
  const launcher = async () => {
    const root = supervisor().root();
    const service = supervisor().service();
    return root === null || service === null || root.pid === service.pid ? [] : [root];
  };
  return [
    {
      name: 'launcher-kill',
      weight: 0.7,
      group: 'service',
      plan: (choices) => expectedKillOf('launcher-kill', choices, launcher, supervisor),
    },
  ];
}

/** Finds the postmaster of the database. */
export type FindPostmaster = () => Promise<number | null>;

const clientBackend = /^postgres: (?!checkpointer|background|walwriter|autovacuum|logical|io worker)/;

async function backendsOf(findPostmaster: FindPostmaster): Promise<ProcessFacts[]> {
  const postmaster = await findPostmaster();
  if (postmaster === null) return [];
  return descendantsOf([postmaster]).filter(({ command }) => clientBackend.test(command));
}

async function pickBackends(
  choices: Choices,
  findPostmaster: FindPostmaster,
  count: number,
): Promise<ProcessFacts[]> {
  const backends = await backendsOf(findPostmaster);
  return backends.length === 0 ? [] : Array.from({ length: count }, () => choices.pick(backends));
}

async function postmasterOf(findPostmaster: FindPostmaster): Promise<ProcessFacts[]> {
  const pid = await findPostmaster();
  return pid === null ? [] : [readProcess(pid) ?? []].flat();
}

/** Returns faults that kill or stop processes of PostgreSQL. */
export function databaseProcessFaults(findPostmaster: FindPostmaster): Fault[] {
  const group = 'database' as const;
  const everything = async () => {
    const postmaster = await postmasterOf(findPostmaster);
    return [...postmaster, ...descendantsOf(postmaster.map(({ pid }) => pid))];
  };
  const pauseMs = (choices: Choices) => Math.min(8_000, chooseDuration(choices));
  return [
    {
      name: 'postmaster-kill',
      weight: 1,
      group,
      plan: (choices) =>
        killOf('postmaster-kill', chooseDuration(choices), () => postmasterOf(findPostmaster)),
    },
    {
      name: 'database-kill',
      weight: 1,
      group,
      plan: (choices) => killOf('database-kill', chooseDuration(choices), everything),
    },
    {
      name: 'backend-kill',
      weight: 1,
      group,
      plan: (choices) =>
        killOf('backend-kill', Math.round(choices.between(200, 1_000)), () =>
          pickBackends(choices, findPostmaster, 1),
        ),
    },
    {
      name: 'database-pause',
      weight: 0.5,
      group,
      plan: (choices) => pauseOf('database-pause', pauseMs(choices), everything),
    },
    {
      name: 'backend-pause',
      weight: 1,
      group,
      plan: (choices) =>
        pauseOf('backend-pause', pauseMs(choices), () => pickBackends(choices, findPostmaster, 2)),
    },
  ];
}

const browserProgram = /chrom|--remote-debugging-pipe/;

/** Returns faults that kill or stop processes of the browser. */
export function browserFaults(supervisor: () => Supervisor, executable: string): Fault[] {
  const group = 'browser' as const;
  const name = executable.split('/').at(-1) ?? executable;
  const browsers = async () => {
    const root = supervisor().root();
    const family = root === null ? [] : descendantsOf([root.pid]);
    return family.filter(({ command }) => command.includes(name) || browserProgram.test(command));
  };
  const main = async () =>
    (await browsers()).filter(
      ({ command }) => command.includes('--remote-debugging-pipe') && !command.includes('--type='),
    );
  const some = async (choices: Choices) => {
    const found = await browsers();
    return found.length === 0 ? [] : [choices.pick(found)];
  };
  return [
    {
      name: 'browser-kill',
      weight: 1.5,
      group,
      plan: (choices) =>
        choices.chance(0.5)
          ? killOf('browser-kill', 300, main)
          : killOf('browser-process-kill', 300, () => some(choices)),
    },
    {
      name: 'browser-pause',
      weight: 0.5,
      group,
      plan: (choices) =>
        pauseOf('browser-pause', Math.round(choices.between(500, 4_000)), () => some(choices)),
    },
  ];
}
