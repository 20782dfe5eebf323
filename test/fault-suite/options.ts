import { parseArgs } from 'node:util';
import type { DeploymentKind } from './deployment.ts';

/** Options of a run of the suite. */
export interface SuiteOptions {
  rounds: number;
  /** Determines all faults and the load. */
  seed: number;
  /** Number of the first round, to repeat a part of a run. */
  from: number;
  /** Number of rounds per deployment. */
  segmentRounds: number;
  /** The only deployment; null alternates between them. */
  only: DeploymentKind | null;
  /** Milliseconds within which `/livez` must be answered. */
  livezWithinMs: number;
  /** Milliseconds within which the service must be healthy after the faults. */
  recoverWithinMs: number;
  /** Milliseconds within which every job must then end. */
  endWithinMs: number;
  /** True to include a browser in the load, if there is one. */
  withBrowser: boolean;
}

/**
 * Short run that is part of the tests. Its seed causes kills of the service, the database and the browser, cuts of
 * the database and the store, a full disk, clock jumps and a lack of file descriptors; its limits allow for a machine
 * that runs other tests.
 */
export const shortRun: SuiteOptions = {
  rounds: 8,
  seed: 2980,
  from: 1,
  segmentRounds: 4,
  only: null,
  livezWithinMs: 10_000,
  recoverWithinMs: 90_000,
  endWithinMs: 120_000,
  withBrowser: true,
};

export const usage = `npm run test:faults -- [--rounds N] [--seed N] [--from ROUND] [--segment ROUNDS]
    [--only embedded|external] [--no-browser]

Without arguments it runs the short form.`;

/** Limits of the long run, which has the machine to itself. */
const longRun = {
  segmentRounds: 50,
  livezWithinMs: 2_000,
  recoverWithinMs: 30_000,
  endWithinMs: 90_000,
} as const;

function wholeNumber(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`--${name} must be a positive whole number`);
  return value;
}

function deploymentOf(text: string | undefined): DeploymentKind | null {
  if (text === undefined) return null;
  if (text !== 'embedded' && text !== 'external') throw new Error('--only must be embedded or external');
  return text;
}

/** Parses the command line; throws an Error with a message for the user. */
export function readOptions(args: readonly string[]): SuiteOptions {
  if (args.length === 0) return shortRun;
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string' },
      seed: { type: 'string' },
      from: { type: 'string' },
      segment: { type: 'string' },
      only: { type: 'string' },
      'no-browser': { type: 'boolean' },
    },
  });
  return {
    ...longRun,
    rounds: wholeNumber('rounds', values.rounds, shortRun.rounds),
    seed: wholeNumber('seed', values.seed, 1 + Math.floor(Math.random() * 1_000_000)),
    from: wholeNumber('from', values.from, 1),
    segmentRounds: wholeNumber('segment', values.segment, longRun.segmentRounds),
    only: deploymentOf(values.only),
    withBrowser: values['no-browser'] !== true,
  };
}
