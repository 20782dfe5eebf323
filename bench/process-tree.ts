import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second in /proc, which Linux fixes at 100 for user space. */
const ticksPerSecond = 100;

interface ProcessFacts {
  pid: number;
  parent: number;
  command: string;
  /** Its own and that of its ended children. */
  cpuMs: number;
  /** Its own alone. */
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

/** The process and all that descend from it. */
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

/** The processes and all that descend from them, each once, without the families of `except`. */
function families(roots: readonly number[], except: readonly number[] = []): ProcessFacts[] {
  const family = new Map(roots.flatMap(processTree).map((facts) => [facts.pid, facts]));
  for (const { pid } of except.flatMap(processTree)) family.delete(pid);
  return [...family.values()];
}

/**
 * CPU time that the processes (and their ended children) have used, in milliseconds. The embedded database descends from the
 * service: what is asked of the service alone excepts it.
 */
export function cpuMsOf(roots: readonly number[], except: readonly number[] = []): number {
  return families(roots, except).reduce((sum, { cpuMs }) => sum + cpuMs, 0);
}

/** CPU time that the process itself has used, in milliseconds: without what it started. */
export function ownCpuMsOf(pid: number): number {
  return readProcess(pid)?.ownMs ?? 0;
}

/** CPU time of each child that the process has now, with all that descends from it, in milliseconds by its id. */
export function cpuMsOfChildren(pid: number, except: readonly number[] = []): Map<number, number> {
  const children = processTree(pid).filter(
    ({ pid: child, parent }) => parent === pid && !except.includes(child),
  );
  return new Map(children.map((child) => [child.pid, cpuMsOf([child.pid])]));
}

/** How many processes there are, the roots included. */
export function processCountOf(roots: readonly number[]): number {
  return families(roots).length;
}

/** Proportional set size of the processes, in megabytes: memory they share counts once. */
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
