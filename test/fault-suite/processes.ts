import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Process at one moment. An id may be reused by a later process; the pair of id and start time is unique. */
export interface ProcessFacts {
  pid: number;
  parent: number;
  /** Clock ticks from the start of the system to the start of the process. */
  startedAt: number;
  /** False for a process that has exited and was not yet collected by its parent. */
  isRunning: boolean;
  /** Program and arguments, separated by spaces. */
  command: string;
}

/** Resource use of a process. */
export interface ProcessUse {
  residentBytes: number;
  descriptors: number;
}

/** Fields of /proc/PID/stat after the name (proc_pid_stat(5)), counted from 0. */
const field = { state: 0, parent: 1, startedAt: 19 } as const;
/** State of a listening socket in /proc/net/tcp. */
const listening = '0A';

/** Returns a process, or null if there is none with this id. */
export function readProcess(pid: number): ProcessFacts | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      pid,
      parent: Number(fields[field.parent]),
      startedAt: Number(fields[field.startedAt]),
      isRunning: !/^[ZX]/.test(fields[field.state] ?? ''),
      command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim(),
    };
  } catch {
    return null;
  }
}

/** Returns whether the same process still runs. */
export function stillRuns({ pid, startedAt }: Pick<ProcessFacts, 'pid' | 'startedAt'>): boolean {
  const now = readProcess(pid);
  return now?.startedAt === startedAt && now.isRunning;
}

/** Returns all processes of the machine. */
function allProcesses(): ProcessFacts[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? []);
}

/** Returns the running descendants of the processes, without the processes themselves. */
export function descendantsOf(roots: readonly number[]): ProcessFacts[] {
  const children = Map.groupBy(allProcesses(), ({ parent }) => parent);
  const found: ProcessFacts[] = [];
  const waiting = [...roots];
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    for (const child of children.get(pid) ?? []) {
      if (child.isRunning) found.push(child);
      waiting.push(child.pid);
    }
  }
  return found;
}

/** Returns the inode of the socket that listens on a port, or null. */
function listeningInode(port: number): string | null {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    for (const line of readFileSync(table, 'latin1').split('\n').slice(1)) {
      const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/);
      if (state === listening && local.endsWith(wanted)) return inode ?? null;
    }
  }
  return null;
}

function holds(pid: number, inode: string): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((name) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${name}`) === `socket:[${inode}]`;
      } catch {
        return false;
      }
    });
  } catch {
    return false;
  }
}

/** Returns the process among a root and its descendants that listens on a local TCP port, or null. */
export function listenerOf(port: number, root: number): ProcessFacts | null {
  const inode = listeningInode(port);
  if (inode === null) return null;
  const own = readProcess(root);
  const family = [...(own === null ? [] : [own]), ...descendantsOf([root])];
  return family.find(({ pid }) => holds(pid, inode)) ?? null;
}

/** Returns the resource use of a process, or null if it has exited. */
export function useOf(pid: number): ProcessUse | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return {
      residentBytes: Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024,
      descriptors: readdirSync(`/proc/${pid}/fd`).length,
    };
  } catch {
    return null;
  }
}

/** Sends a signal; returns false if the process has already exited. */
export function signalProcess(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}
