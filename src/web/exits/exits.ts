import type { ExitReport, Network } from '../../domain/exit.ts';
import type { PageErrorCode, Warning } from '../../domain/outcome.ts';
import type { NetworkChoice } from '../../domain/settings.ts';
import type { Upstream } from './upstream.ts';

/** A way out to the web. */
export interface Exit {
  /** Stable name, used to share politeness and pools. */
  id: string;
  network: Network;
  /** The operator's proxy with the session of this page; null for this machine. */
  upstream: Upstream | null;
  /** What is known of it right now. */
  report: ExitReport;
}

/** What a page asks of its exit. */
export interface ExitWish {
  /** ISO 3166-1 alpha-2 in upper case, or null for anywhere. */
  country: string | null;
  strictCountry: boolean;
  network: NetworkChoice;
}

/** The exit to use, or why there is none. */
export type ExitChoice =
  | { exit: Exit; warnings: Warning[] }
  | { exit: null; code: Extract<PageErrorCode, 'country_unavailable' | 'no_exit'>; message: string };

/** The exits of this process. */
export interface Exits {
  choose(wish: ExitWish): ExitChoice;
}

/** This machine, of whose place nothing was observed. */
const thisMachine: Exit = {
  id: 'this-machine',
  network: 'service',
  upstream: null,
  report: {
    country: null,
    city: null,
    network: 'service',
    ip: null,
    verified: false,
    verified_at: null,
    evidence: [],
  },
};

/** The exits without an exits file: this machine, in a country that nobody has verified. */
export function createExits(): Exits {
  return {
    choose({ country, strictCountry, network }) {
      if (network === 'residential') {
        return { exit: null, code: 'no_exit', message: 'no residential exit is configured' };
      }
      if (country === null) return { exit: thisMachine, warnings: [] };
      if (strictCountry) {
        return {
          exit: null,
          code: 'country_unavailable',
          message: `no verified exit in ${country} is configured`,
        };
      }
      const message = `no exit in ${country} is configured; the page was read through this machine, whose country is not verified`;
      return { exit: thisMachine, warnings: [{ code: 'country_not_used', message }] };
    },
  };
}
