import type { Network } from '../../domain/exit.ts';
import type { Observation } from './exit-checks.ts';
import type { ExitFate } from './exit-health.ts';
import { reportOf } from './exit-report.ts';
import type { ExitSpec } from './exits-file.ts';
import { maskTemplate } from './upstream.ts';

/** One exit as an operator sees it. */
export interface ExitState {
  id: string;
  network: Network;
  /** Of the file; none for a machine whose place is observed. */
  countries: readonly string[];
  /** The proxy without its credentials; null for this machine. */
  proxy: string | null;
  /**
   * `verified` where it was seen where it should be, `unverified` where no echo answered or opinions differ, `elsewhere`
   * in another country, `failing` while it fails and rests, `unseen` until somebody looks.
   */
  condition: 'verified' | 'unverified' | 'elsewhere' | 'failing' | 'unseen';
  /** What was found, in a few words, without addresses. */
  detail: string;
  /** The address that it was seen at. */
  ip: string | null;
}

/** One network that pages can be read through, as the catalog shows it. */
export interface NetworkState {
  network: Network;
  /** ISO 3166-1 alpha-2, in the order of the alphabet. */
  countries: string[];
  /** Whether an exit of it was seen where it should be. */
  verified: boolean;
}

/** What was last seen of an exit. */
export interface SeenExit {
  spec: ExitSpec;
  seen: Observation | null;
  /** Where it was meant to be then. */
  claimed: string | null;
}

/** How an exit is, from what was last seen of it and how it fared. */
export function stateOf({ spec, seen, claimed }: SeenExit, fate: ExitFate | null, now: Date): ExitState {
  const common = {
    id: spec.id,
    network: spec.network,
    countries: spec.countries,
    proxy: spec.proxy === null ? null : maskTemplate(spec.proxy),
    ip: seen?.ip ?? null,
  };
  if (fate !== null) {
    const rest =
      fate.restsUntil > now ? `, rests until ${fate.restsUntil.toISOString().slice(11, 19)} UTC` : '';
    const times = fate.failures === 1 ? 'failed once' : `failed ${fate.failures} times`;
    return { ...common, condition: 'failing', detail: `${times}${rest}: ${fate.reason}` };
  }
  if (seen === null) return { ...common, condition: 'unseen', detail: 'not looked at yet' };
  const { country, verified, evidence } = reportOf(spec.network, claimed, seen);
  if (seen.ip === null) return { ...common, condition: 'unverified', detail: 'no echo could be reached' };
  const at = `at ${seen.at.toISOString().slice(11, 19)} UTC`;
  if (verified) return { ...common, condition: 'verified', detail: `verified in ${country} ${at}` };
  const said = evidence.map(({ source, country: place }) => `${place ?? 'unknown'} by ${source}`).join(', ');
  const isElsewhere =
    claimed !== null && country !== null && !evidence.some(({ country: place }) => place === claimed);
  return { ...common, condition: isElsewhere ? 'elsewhere' : 'unverified', detail: `seen in ${said} ${at}` };
}

/** The networks that there are exits of, cheapest first. */
export function networkStates(order: readonly Network[], exits: readonly SeenExit[]): NetworkState[] {
  return order.flatMap((network) => {
    const of = exits.filter(({ spec }) => spec.network === network);
    if (of.length === 0) return [];
    const countries = of.flatMap(({ spec, seen }) =>
      spec.countries.length > 0 ? spec.countries : (seen?.opinion?.country ?? []),
    );
    const verified = of.some(
      ({ seen, claimed }) => seen !== null && reportOf(network, claimed, seen).verified,
    );
    return { network, countries: [...new Set(countries)].toSorted(), verified };
  });
}
