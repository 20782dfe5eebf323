import { type Effect, type Interval, intervalOf } from './measure-gains.ts';
import type { Heuristic } from './switches.ts';

/** What one process measured of a heuristic. */
export interface MeasuredHeuristic extends Omit<Heuristic, 'id'> {
  /** Units in which it answered something. */
  firedIn: number;
  /** Milliseconds within it, over all units as they are. */
  ms: number;
  effects: Omit<Effect, 'heuristic'>[];
}

/** What one process measured. */
export interface MeasuredPart {
  units: number;
  /** Milliseconds of all units as they are. */
  ms: number;
  heuristics: MeasuredHeuristic[];
}

/** Joins what several processes measured of different units. */
export function joinParts(parts: readonly MeasuredPart[]): MeasuredPart {
  const byName = new Map<string, MeasuredHeuristic>();
  for (const one of parts.flatMap(({ heuristics }) => heuristics)) {
    const key = `${one.file} ${one.name}`;
    const known = byName.get(key);
    if (known === undefined) byName.set(key, { ...one, effects: [...one.effects] });
    else {
      known.firedIn += one.firedIn;
      known.ms += one.ms;
      known.effects.push(...one.effects);
    }
  }
  const sum = (numberOf: (part: MeasuredPart) => number) =>
    parts.reduce((total, part) => total + numberOf(part), 0);
  return { units: sum(({ units }) => units), ms: sum(({ ms }) => ms), heuristics: [...byName.values()] };
}

const shown = (number: number): string => number.toFixed(2);

/** Returns a generator of numbers from 0 to 1 (Park and Miller 1988) that begins the same in every run. */
export function createRandom(): () => number {
  let state = 20_261_127;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/**
 * Returns a table of Markdown: the gain of each heuristic that answered something, with its interval, by set. Those whose gain
 * cannot be told from noise come first.
 */
export function tableOf({ units, ms, heuristics }: MeasuredPart): string {
  const random = createRandom();
  const fired = heuristics.filter(({ firedIn }) => firedIn > 0);
  const judged = fired.map((one) => ({ ...one, all: intervalOf(one.effects, random) }));
  const sorted = judged.toSorted((one, other) => one.all.low - other.all.low || other.firedIn - one.firedIn);
  const lines = sorted.map((one) => {
    const bySet = [...Map.groupBy(one.effects, ({ set }) => set)].map(([set, own]) => {
      const { sum }: Interval = intervalOf(own, random);
      return `${set} ${shown(sum)}`;
    });
    const cells = [
      `${one.file} ${one.name}`,
      one.kind,
      one.lines,
      one.firedIn,
      `${shown(one.all.sum)} (${shown(one.all.low)} to ${shown(one.all.high)})`,
      bySet.join(', '),
      `${((100 * one.ms) / ms).toFixed(1)} %`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    `${units} units; ${fired.length} of ${heuristics.length} heuristics answered something.`,
    '',
    '| heuristic | kind | lines | units | gain (95 % interval) | by set | time |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...lines,
    '',
  ].join('\n');
}
