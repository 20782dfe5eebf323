import type { ExitReport, Network } from '../../domain/exit.ts';
import type { Observation } from './exit-checks.ts';

/** Whether the exit was seen in another country than this, and by no source in it. */
export function isSeenElsewhere({ opinion }: Observation, country: string): boolean {
  if (opinion === null || opinion.country === null) return false;
  return !opinion.evidence.some((evidence) => evidence.country === country);
}

/**
 * What a receipt says of an exit. `claimed` is the country asked of it, or the one it is configured for; an exit without
 * either is verified where all sources agree. Where nothing was observed, the country stays unknown and the file's word
 * stands among the evidence.
 */
export function reportOf(network: Network, claimed: string | null, seen: Observation): ExitReport {
  const { opinion, ip } = seen;
  if (ip === null || opinion === null) {
    const evidence = claimed === null ? [] : [{ source: 'exits file', country: claimed, db_date: null }];
    return { country: null, city: null, network, ip: null, verified: false, verified_at: null, evidence };
  }
  const verified = opinion.isAgreed && (claimed === null || opinion.country === claimed);
  return {
    country: opinion.country,
    city: opinion.city,
    network,
    ip,
    verified,
    verified_at: verified ? seen.at.toISOString() : null,
    evidence: opinion.evidence,
  };
}
