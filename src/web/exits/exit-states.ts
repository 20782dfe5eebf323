import type { Network } from '../../domain/resources/exit.ts';
import type { Observation } from './exit-checks.ts';
import type { ExitFailures } from './exit-health.ts';
import { createExitReport } from './exit-report.ts';
import type { ExitConfig } from './exits-file.ts';
import { maskTemplate } from './upstream.ts';

/** State of an exit for operators. */
export interface ExitState {
  id: string;
  network: Network;
  /** Countries of the exits file; empty for a machine whose location is observed. */
  countries: readonly string[];
  /** URL of the proxy without credentials; null for this machine. */
  proxy: string | null;
  /**
   * `verified`: seen in its country; `unverified`: no echo answered, or sources disagree; `elsewhere`: seen in another
   * country; `failing`: paused after failures; `used`: pages arrived through it, but its country was not observed;
   * `unseen`: neither checked nor used yet, or the check had no result.
   */
  condition: 'verified' | 'unverified' | 'elsewhere' | 'failing' | 'used' | 'unseen';
  /** Short explanation without IP addresses. */
  detail: string;
  /** Observed IP address. */
  ip: string | null;
  /** Time of the last check or use; null if there was none. */
  testedAt: Date | null;
}

/** A network of exits in the catalog. */
export interface NetworkState {
  network: Network;
  /** ISO 3166-1 alpha-2 codes in alphabetical order; verified if an exit was observed there. */
  countries: { country: string; verified: boolean }[];
  /** True if one of its exits is verified. */
  verified: boolean;
}

/** Last observation of an exit. */
export interface ObservedExit {
  spec: ExitConfig;
  observation: Observation | null;
  /** Country that the exit was used for. */
  claimed: string | null;
  /** Time at which a page last arrived through it; null if none did. */
  usedAt: Date | null;
}

/** Returns the state of an exit from its last observation and its failures. */
export function createExitState(
  { spec, observation, claimed, usedAt }: ObservedExit,
  exitFailures: ExitFailures | null,
  now: Date,
): ExitState {
  const common = {
    id: spec.id,
    network: spec.network,
    countries: spec.countries,
    proxy: spec.proxy === null ? null : maskTemplate(spec.proxy),
    ip: observation?.ip ?? null,
    testedAt: observation === null || observation.ip === null ? usedAt : observation.at,
  };
  if (exitFailures !== null) {
    const pause =
      exitFailures.pausedUntil > now
        ? `, paused until ${exitFailures.pausedUntil.toISOString().slice(11, 19)} UTC`
        : '';
    const times = exitFailures.failures === 1 ? 'failed once' : `failed ${exitFailures.failures} times`;
    return { ...common, condition: 'failing', detail: `${times}${pause}: ${exitFailures.reason}` };
  }
  const isSeen = observation !== null && observation.ip !== null;
  if (!isSeen && usedAt !== null)
    return {
      ...common,
      condition: 'used',
      detail: `pages arrived through it, last at ${usedAt.toISOString().slice(11, 19)} UTC; its country was not observed`,
    };
  if (observation === null) return { ...common, condition: 'unseen', detail: 'not checked yet' };
  const { country, verified, evidence } = createExitReport(spec.network, claimed, observation);
  if (observation.ip === null)
    return {
      ...common,
      condition: 'unseen',
      detail: 'not tested: no service that returns the IP address could be reached',
    };
  const at = `at ${observation.at.toISOString().slice(11, 19)} UTC`;
  if (verified) return { ...common, condition: 'verified', detail: `verified in ${country} ${at}` };
  const sources = evidence
    .map(({ source, country: place }) => `${place ?? 'unknown'} by ${source}`)
    .join(', ');
  const isElsewhere =
    claimed !== null && country !== null && !evidence.some(({ country: place }) => place === claimed);
  return {
    ...common,
    condition: isElsewhere ? 'elsewhere' : 'unverified',
    detail: `seen in ${sources} ${at}`,
  };
}

/** Returns the networks with exits, cheapest first. */
export function listNetworkStates(order: readonly Network[], exits: readonly ObservedExit[]): NetworkState[] {
  return order.flatMap((network) => {
    const exitsOfNetwork = exits.filter(({ spec }) => spec.network === network);
    if (exitsOfNetwork.length === 0) return [];
    const countries = exitsOfNetwork.flatMap(({ spec, observation }) =>
      spec.countries.length > 0 ? spec.countries : (observation?.location?.country ?? []),
    );
    const verified = new Set(
      exitsOfNetwork.flatMap(({ observation, claimed }) => {
        const report = observation === null ? null : createExitReport(network, claimed, observation);
        return report?.verified === true && report.country !== null ? [report.country] : [];
      }),
    );
    return {
      network,
      countries: [...new Set(countries)]
        .toSorted()
        .map((country) => ({ country, verified: verified.has(country) })),
      verified: verified.size > 0,
    };
  });
}
