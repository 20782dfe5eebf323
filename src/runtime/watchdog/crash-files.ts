import { hostname } from 'node:os';

/** Files with the state of a process at its end. Their names contain host and process id: `in-flight-HOST-PID.json`. */
export type CrashFileKind = 'blocked' | 'in-flight';

/** Returns the name of a file of this process. */
export function crashFileName(kind: CrashFileKind): string {
  return `${kind}-${encodeURIComponent(hostname())}-${process.pid}.json`;
}

/** Returns the process of a file of this host; null for other files. */
export function parseCrashFileName(name: string): { kind: CrashFileKind; pid: number } | null {
  for (const kind of ['blocked', 'in-flight'] as const) {
    const prefix = `${kind}-${encodeURIComponent(hostname())}-`;
    const pid = Number(name.slice(prefix.length, -'.json'.length));
    if (name.startsWith(prefix) && Number.isInteger(pid)) return { kind, pid };
  }
  return null;
}
