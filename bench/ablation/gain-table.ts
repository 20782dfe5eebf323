import type { Interval } from './measure-gains.ts';
import type { Heuristic } from './switches.ts';

/** What was measured of a heuristic. */
export interface GainRow extends Heuristic {
  /** Units in which it answered something. */
  firedIn: number;
  /** Share of the time of all units that passed within it. */
  time: number;
  all: Interval;
  sets: Record<string, Interval>;
}

const shown = (number: number): string => number.toFixed(2);

/**
 * Returns a table of Markdown: gain with its interval, by set, of the heuristics that answered something. `useless` ones,
 * whose interval includes 0 or less, come first.
 */
export function tableOf(rows: readonly GainRow[], units: number): string {
  const fired = rows.filter(({ firedIn }) => firedIn > 0);
  const sorted = fired.toSorted((one, other) => one.all.low - other.all.low || other.firedIn - one.firedIn);
  const lines = sorted.map(({ file, name, kind, lines: length, firedIn, time, all, sets }) => {
    const bySet = Object.entries(sets).map(([set, { sum }]) => `${set} ${shown(sum)}`);
    const cells = [
      `${file} ${name}`,
      kind,
      length,
      firedIn,
      `${shown(all.sum)} (${shown(all.low)} to ${shown(all.high)})`,
      bySet.join(', '),
      `${(100 * time).toFixed(1)} %`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    `${units} units; ${fired.length} of ${rows.length} heuristics answered something.`,
    '',
    '| heuristic | kind | lines | units | gain (95 % interval) | by set | time |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...lines,
    '',
  ].join('\n');
}
