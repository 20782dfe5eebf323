import type { Violation } from './check-answer.ts';

/** Violations with the same rule, detail and operation. */
export interface Finding extends Violation {
  /** Operation, or part of the service, in which it was found. */
  group: string;
  count: number;
  /** Command that repeats the first violation; null if there is no request. */
  repeat: string | null;
  /** Beginning of the first response. */
  answer: string | null;
}

/** Place of the first violation. */
export type Evidence = Pick<Finding, 'group' | 'repeat' | 'answer'>;

/** Collects violations by cause. */
export interface Findings {
  /** Counts a violation; `evidence` is called for the first one of its cause. Returns whether it was the first. */
  add(violation: Violation, group: string, evidence: () => Omit<Evidence, 'group'>): boolean;
  /** Replaces the command that repeats the first violation of a cause. */
  shorten(violation: Violation, group: string, repeat: string): void;
  /** Returns all findings in the order of discovery. */
  all(): Finding[];
}

/** Creates an empty collection. */
export function createFindings(): Findings {
  const found = new Map<string, Finding>();
  const nameOf = ({ rule, detail }: Violation, group: string) => JSON.stringify([group, rule, detail]);
  return {
    add(violation, group, evidence) {
      const name = nameOf(violation, group);
      const known = found.get(name);
      if (known !== undefined) {
        known.count += 1;
        return false;
      }
      found.set(name, { ...violation, group, count: 1, ...evidence() });
      return true;
    },
    shorten(violation, group, repeat) {
      const known = found.get(nameOf(violation, group));
      if (known !== undefined) known.repeat = repeat;
    },
    all: () => [...found.values()],
  };
}
