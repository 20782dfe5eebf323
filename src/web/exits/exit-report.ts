import type { ExitReport, Network } from '../../domain/resources/exit.ts';
import type { Observation } from './exit-checks.ts';

/** Returns true if the exit was seen in another country, and no source places it in this one. */
export function isSeenInOtherCountry({ location }: Observation, country: string): boolean {
  if (location === null || location.country === null) return false;
  return !location.evidence.some((evidence) => evidence.country === country);
}

/**
 * Creates the report of an exit for a receipt. `claimed` is the requested or configured country; an exit without one is
 * verified if all sources agree. Without an observation, the country is unknown and the exits file is listed as evidence.
 */
export function createExitReport(
  network: Network,
  claimedCountry: string | null,
  observation: Observation,
): ExitReport {
  const { location, ip } = observation;
  if (ip === null || location === null) {
    const evidence =
      claimedCountry === null ? [] : [{ source: 'exits file', country: claimedCountry, db_date: null }];
    return { country: null, city: null, network, ip: null, verified: false, verified_at: null, evidence };
  }
  const verified = location.isAgreed && (claimedCountry === null || location.country === claimedCountry);
  return {
    country: location.country,
    city: location.city,
    network,
    ip,
    verified,
    verified_at: verified ? observation.at.toISOString() : null,
    evidence: location.evidence,
  };
}
