import type { FuzzResult, GroupCount } from './fuzz-report.ts';
import type { Sent } from './wire-client.ts';

type Counted = Omit<GroupCount, 'group' | 'medianMs' | 'maxMs'> & { ms: number[]; maxMs: number };

/** Counts responses by operation and class of status. */
export interface GroupCounts {
  add(group: string, sent: Sent): void;
  /** Returns the counts, and which of these operations never succeeded. */
  summary(operations: readonly string[]): Pick<FuzzResult, 'groups' | 'neverOk'>;
}

/** Maximum number of times stored for a median. */
const maxTimes = 2_000;

function kindOf(sent: Sent): keyof Omit<Counted, 'ms' | 'maxMs' | 'requests'> {
  if (sent.kind !== 'answer') return 'failed';
  const { status } = sent.answer;
  if (status < 400) return 'ok';
  if (status === 422) return 'invalid';
  if (status === 404) return 'notFound';
  if (status === 429) return 'limited';
  return status < 500 ? 'otherRefusals' : 'failed';
}

/** Creates empty counts. */
export function createGroupCounts(): GroupCounts {
  const counts = new Map<string, Counted>();
  return {
    add(group, sent) {
      let count = counts.get(group);
      if (count === undefined) {
        count = {
          requests: 0,
          ok: 0,
          invalid: 0,
          notFound: 0,
          otherRefusals: 0,
          limited: 0,
          failed: 0,
          ms: [],
          maxMs: 0,
        };
        counts.set(group, count);
      }
      count.requests += 1;
      count[kindOf(sent)] += 1;
      if (count.ms.length < maxTimes) count.ms.push(sent.ms);
      count.maxMs = Math.max(count.maxMs, sent.ms);
    },
    summary(operations) {
      const groups = [...counts].map(([group, { ms, ...count }]) => {
        const sorted = ms.toSorted((one, other) => one - other);
        return { group, ...count, medianMs: sorted[Math.floor(sorted.length / 2)] ?? 0 };
      });
      const neverOk = operations.filter((name) => (counts.get(name)?.ok ?? 0) === 0);
      return { groups: groups.toSorted((one, other) => one.group.localeCompare(other.group)), neverOk };
    },
  };
}
