import type { ProcessUse } from '../processes.ts';

const megabyte = 2 ** 20;
/** Minimum number of rounds before the growth of a process is checked. */
const checkedRounds = 8;
const endRounds = 3;
const maxGrowth = { residentBytes: 250 * megabyte, descriptors: 60 };
const most = { residentBytes: 1_536 * megabyte, descriptors: 500 };

function least(samples: readonly ProcessUse[], field: keyof ProcessUse): number {
  return Math.min(...samples.map((sample) => sample[field]));
}

/** Returns the violations of one process over its rounds: excessive use, or unlimited growth. */
export function describeGrowth(samples: readonly ProcessUse[]): string[] {
  const last = samples.at(-1);
  if (last === undefined) return [];
  const problems: string[] = [];
  for (const field of ['residentBytes', 'descriptors'] as const) {
    if (last[field] > most[field]) problems.push(`the service uses ${last[field]} ${field}`);
    if (samples.length < checkedRounds) continue;
    const before = least(samples.slice(0, endRounds), field);
    const after = least(samples.slice(-endRounds), field);
    if (after - before > maxGrowth[field]) {
      const path = samples.map((sample) => sample[field]).join(' ');
      problems.push(`the service uses ever more ${field}: ${path}`);
    }
  }
  return problems;
}
