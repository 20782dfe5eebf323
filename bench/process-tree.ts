import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second in /proc, which Linux fixes at 100 for user space. */
const ticksPerSecond = 100;

interface ProcessFacts {
  pid: number;
  parent: number;
  command: string;
  /** CPU time of the process and of its exited children. */
  cpuMs: number;
  /** CPU time of the process only. */
  ownMs: number;
}

function readProcess(pid: number): ProcessFacts | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const close = stat.lastIndexOf(')');
    const fields = stat.slice(close + 2).split(' ');
    const ownTicks = Number(fields[11]) + Number(fields[12]);
    const ticks = ownTicks + Number(fields[13]) + Number(fields[14]);
    return {
      pid,
      parent: Number(fields[1]),
      command: stat.slice(stat.indexOf('(') + 1, close),
      cpuMs: (ticks * 1000) / ticksPerSecond,
      ownMs: (ownTicks * 1000) / ticksPerSecond,
    };
  } catch {
    return null;
  }
}

/** Returns the process and all its descendants. */
function processTree(root: number): ProcessFacts[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? []);
  const family = new Set([root]);
  for (let grown = true; grown; ) {
    grown = false;
    for (const { pid, parent } of all) {
      if (family.has(parent) && !family.has(pid)) {
        family.add(pid);
        grown = true;
      }
    }
  }
  return all.filter(({ pid }) => family.has(pid));
}

/** Returns the processes and all their descendants, each once, without `except` and their descendants. */
function families(roots: readonly number[], except: readonly number[] = []): ProcessFacts[] {
  const family = new Map(roots.flatMap(processTree).map((facts) => [facts.pid, facts]));
  for (const { pid } of except.flatMap(processTree)) family.delete(pid);
  return [...family.values()];
}

/**
 * Returns the CPU time of the processes, their descendants and their exited children, in milliseconds. The embedded
 * database descends from the service: pass it in `except` to measure the service alone.
 */
export function cpuMsOf(roots: readonly number[], except: readonly number[] = []): number {
  return families(roots, except).reduce((sum, { cpuMs }) => sum + cpuMs, 0);
}

/** Returns the CPU time of the process itself in milliseconds, without its children. */
export function ownCpuMsOf(pid: number): number {
  return readProcess(pid)?.ownMs ?? 0;
}

/** Returns the CPU time of each thread of the process in milliseconds, the main thread first. */
export function cpuMsOfThreads(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).map((thread) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
  });
}

/** Returns the CPU time of each current child with its descendants, in milliseconds by process id. */
export function cpuMsOfChildren(pid: number, except: readonly number[] = []): Map<number, number> {
  const children = processTree(pid).filter(
    ({ pid: child, parent }) => parent === pid && !except.includes(child),
  );
  return new Map(children.map((child) => [child.pid, cpuMsOf([child.pid])]));
}

/** Returns the number of processes, including the roots. */
export function processCountOf(roots: readonly number[]): number {
  return families(roots).length;
}

/** Returns the proportional set size of the processes in megabytes: shared memory counts once. */
export function pssMbOf(roots: readonly number[], except: readonly number[] = []): number {
  const kilobytes = families(roots, except).map(({ pid }) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      return 0;
    }
  });
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024;
}

/**
 * Returns the CPU time that this machine has spent on all its processes, in milliseconds. It also has the time of processes that
 * ended without being waited for, such as those of a closed browser; only a machine without other work shows what one program
 * costs.
 */
export function cpuMsOfMachine(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0] = line.split(/\s+/).slice(1).map(Number);
  return ((user + nice + system + irq + softIrq) * 1000) / ticksPerSecond;
}
