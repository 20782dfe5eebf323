import type { JudgedUnit } from './judged-sets.ts';
import type { Switches } from './switches.ts';

/** What the score of a unit loses without a heuristic. Positive: the heuristic helps. */
export interface Effect {
  heuristic: number;
  set: string;
  site: string;
  gain: number;
}

/** Effects of the heuristics, and the numbers of units in which each of them answered something. */
export interface Measurement {
  effects: Effect[];
  firedIn: Map<number, number>;
  /** Milliseconds within each heuristic, of all milliseconds, over the units as they are. */
  times: Float64Array;
  allTime: number;
}

async function scoreOf(unit: JudgedUnit): Promise<number> {
  try {
    return await unit.judge();
  } catch {
    // Without the heuristic, the page cannot be read at all.
    return -10;
  }
}

/**
 * Reads each unit as it is, and once more without each of the heuristics that had an effect on it, each heuristic in at most
 * `maxUnits` units of a set.
 */
export async function measureGains(
  units: readonly JudgedUnit[],
  switches: Switches,
  maxUnits: number,
  isJudged: (heuristic: number) => boolean,
): Promise<Measurement> {
  const effects: Effect[] = [];
  const firedIn = new Map<number, number>();
  const asked = new Map<string, number>();
  let done = 0;
  let allTime = 0;
  for (const unit of units) {
    switches.fired.fill(0);
    switches.isTiming = true;
    const started = performance.now();
    const base = await scoreOf(unit);
    allTime += performance.now() - started;
    if (++done % 100 === 0) process.stderr.write(`${done} of ${units.length} units\n`);
    switches.isTiming = false;
    const fired = switches.heuristics.filter(({ id }) => switches.fired[id] === 1).map(({ id }) => id);
    for (const id of fired) {
      firedIn.set(id, (firedIn.get(id) ?? 0) + 1);
      const key = `${id} ${unit.set}`;
      const count = asked.get(key) ?? 0;
      if (count >= maxUnits || !isJudged(id)) continue;
      asked.set(key, count + 1);
      switches.off = id;
      const without = await scoreOf(unit);
      switches.off = -2;
      if (without !== base)
        effects.push({ heuristic: id, set: unit.set, site: unit.site, gain: base - without });
    }
  }
  return { effects, firedIn, times: switches.times, allTime };
}

/** Interval of a sum of effects. */
export interface Interval {
  sum: number;
  low: number;
  high: number;
}

/** Returns the sum of effects with its 95 % interval, by bootstrap over sites (Efron and Tibshirani 1993, chapter 13). */
export function intervalOf(
  effects: readonly Pick<Effect, 'site' | 'gain'>[],
  random: () => number,
): Interval {
  const bySite = [...Map.groupBy(effects, ({ site }) => site).values()].map((own) =>
    own.reduce((sum, { gain }) => sum + gain, 0),
  );
  const sum = bySite.reduce((total, one) => total + one, 0);
  const samples = Array.from({ length: 400 }, () => {
    let total = 0;
    for (let i = 0; i < bySite.length; i++) total += bySite[Math.floor(random() * bySite.length)] ?? 0;
    return total;
  }).sort((one, other) => one - other);
  return { sum, low: samples[10] ?? 0, high: samples[389] ?? 0 };
}
