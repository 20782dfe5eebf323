import { check } from 'recheck';

/** Worst-case running time of an expression by the length of the text. */
export type Complexity = 'linear' | 'exponential' | 'unknown' | `degree ${number}`;

/** Result of the analysis of an expression. */
export interface Analysis {
  complexity: Complexity;
  /** JavaScript expression of a text on which it is slow; empty for a linear one. */
  attack: string;
}

/** Simple expressions take milliseconds, those with look-around or long repetitions some seconds. */
const limitMs = 120_000;
/**
 * Limited by steps instead of time, and with fixed random numbers, so that the result does not depend on the machine.
 */
const options = {
  timeout: limitMs,
  randomSeed: 1,
  attackLimit: 1e8,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
};

/** Finds the worst-case complexity of one expression. The same expression has the same result on every run. */
export async function analyseExpression(source: string, flags: string): Promise<Analysis> {
  const found = await check(source, flags, options);
  if (found.status === 'safe') return { complexity: 'linear', attack: '' };
  if (found.status === 'unknown') return { complexity: 'unknown', attack: found.error.kind };
  const { complexity, attack } = found;
  return {
    complexity: complexity.type === 'polynomial' ? `degree ${complexity.degree}` : 'exponential',
    attack: attack.pattern,
  };
}
