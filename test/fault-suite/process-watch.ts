import { descendantsOf, type ProcessFacts, readProcess, stillRuns } from './processes.ts';

/** Records every descendant of the watched processes: a killed parent no longer leads to its children. */
export interface ProcessWatch {
  /** Watches a process and all its descendants. */
  add(root: number): void;
  /** Returns the recorded processes that still run, including the watched ones. */
  running(): ProcessFacts[];
  /** Returns the running processes whose watched ancestor has exited. */
  orphans(): ProcessFacts[];
  stop(): void;
}

/** Processes with a shorter lifetime may be missed. */
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
