import type { Violation } from './check-answer.ts';

/** Violations of one cause: the same rule and detail for the same operation. */
export interface Finding extends Violation {
  /** The operation, or the part of the service, that it was seen at. */
  group: string;
  count: number;
  /** How the first one is repeated; null where there is no request to repeat. */
  repeat: string | null;
  /** The beginning of what was answered the first time. */
  answer: string | null;
}

/** Where a violation was seen first. */
export type Evidence = Pick<Finding, 'group' | 'repeat' | 'answer'>;

/** Collects violations by cause. */
export interface Findings {
  /** Counts a violation; `evidence` is asked for at the first one of its cause. Returns whether it was the first. */
  add(violation: Violation, group: string, evidence: () => Omit<Evidence, 'group'>): boolean;
  /** Replaces how the first violation of a cause is repeated. */
  shorten(violation: Violation, group: string, repeat: string): void;
  /** Returns everything found, in the order of discovery. */
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
