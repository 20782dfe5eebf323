import { descendantsOf, type ProcessFacts, readProcess, stillRuns } from './processes.ts';

/** Remembers every process that descended from watched ones, since a killed parent leaves them to the system. */
export interface ProcessWatch {
  /** Watches a process and all that it starts. */
  add(root: number): void;
  /** Returns the processes seen so far that still run, the watched ones included. */
  running(): ProcessFacts[];
  /** Returns the running processes whose watched ancestor has ended. */
  orphans(): ProcessFacts[];
  stop(): void;
}

/** Processes that live for less than this may be missed. */
const lookEveryMs = 250;

interface Seen extends ProcessFacts {
  root: Pick<ProcessFacts, 'pid' | 'startedAt'>;
}

/** Starts watching. */
export function watchProcesses(): ProcessWatch {
  const roots = new Map<number, ProcessFacts>();
  const seen = new Map<number, Seen>();

  function look(): void {
    for (const root of roots.values()) {
      if (!stillRuns(root)) continue;
      for (const facts of [root, ...descendantsOf([root.pid])]) seen.set(facts.pid, { ...facts, root });
    }
    for (const [pid, facts] of seen) if (!stillRuns(facts)) seen.delete(pid);
    for (const [pid, facts] of roots) if (!stillRuns(facts)) roots.delete(pid);
  }

  const timer = setInterval(look, lookEveryMs).unref();
  return {
    add(pid) {
      const facts = readProcess(pid);
      if (facts !== null) roots.set(pid, facts);
      look();
    },
    running() {
      look();
      return [...seen.values()];
    },
    orphans() {
      look();
      return [...seen.values()].filter(({ root }) => !stillRuns(root));
    },
    stop: () => clearInterval(timer),
  };
}
