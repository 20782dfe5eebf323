import type { PageErrorCode, Warning } from '../../domain/pages/outcome.ts';
import type { ExitReport, Network } from '../../domain/resources/exit.ts';
import type { Clock } from '../../domain/system/clock.ts';
import type { ExitChecks, Observation } from './exit-checks.ts';
import type { ExitFailures, ExitHealth } from './exit-health.ts';
import { createExitReport, isSeenInOtherCountry } from './exit-report.ts';
import type { ExitSessions } from './exit-sessions.ts';
import {
  createExitState,
  type ExitState,
  listNetworkStates,
  type NetworkState,
  type ObservedExit,
} from './exit-states.ts';
import type { ExitConfig, ExitsFile } from './exits-file.ts';
import { fillTemplate, findPlaceholders, parseUpstream, type Upstream } from './upstream.ts';

/** An exit to the web, in the state used by one page. */
export interface Exit {
  /** Stable name, used to share politeness. */
  id: string;
  network: Network;
  /** The operator's proxy with the session of this page; null for this machine. */
  upstream: Upstream | null;
  /** Current report of the exit. */
  report: ExitReport;
  /** Key of the session, which ends when the exit fails or is found in another country. */
  sessionKey: string;
}

/** Requirements of a page for its exit. */
export interface ExitRequirements {
  /** ISO 3166-1 alpha-2 in upper case, or null for any country. */
  country: string | null;
  strictCountry: boolean;
  network: Network;
  /** Key that keeps one address for a while, such as account and site; pages without it share one. */
  sticksTo?: string;
  /** True if an exit in another country may be used as a fallback. Default: the opposite of `strictCountry`. */
  mayBeElsewhere?: boolean;
}

/** The selected exit, or the reason why there is none. */
export type ExitChoice =
  | { exit: Exit; warnings: Warning[] }
  | {
      exit: null;
      code: Extract<PageErrorCode, 'not_configured' | 'country_unavailable' | 'no_exit'>;
      message: string;
      /** Other networks that have an exit for the country. */
      elsewhere: readonly Network[];
    };

/** The exits of this process. */
export interface Exits {
  /** Networks with configured exits, cheapest first. */
  networks: readonly Network[];
  /** Selects an exit and observes its location. Rejects only on abort of `signal`. */
  choose(requirements: ExitRequirements, signal: AbortSignal): Promise<ExitChoice>;
  /** Observes an exit again, after a page that had to come from its country. */
  confirm(exit: Exit, country: string, signal: AbortSignal): Promise<Exit>;
  /** Records a failure of the exit, pauses it, and ends the page's session. */
  recordFailure(exit: Exit, reason: string): Promise<void>;
  /** Records that the exit carried a page. */
  recordSuccess(exit: Exit): Promise<void>;
  /** Returns the current state of all exits, in the order of the file. */
  states(): Promise<ExitState[]>;
  /** Observes all exits, or only those of this machine, and returns their states. */
  inspect(which: 'all' | 'own', signal: AbortSignal): Promise<ExitState[]>;
  /** Returns the networks of the catalog. */
  networkStates(): NetworkState[];
}

/** Dependencies of exits. */
export interface ExitsDependencies {
  file: ExitsFile;
  checks: ExitChecks;
  sessions: ExitSessions;
  health: ExitHealth;
  clock: Clock;
}

const networksByPrice: readonly Network[] = ['service', 'residential', 'unblock'];
const inspectionConcurrency = 8;

/** Result of trying one exit. */
type ExitAttempt = { exit: Exit; observation: Observation } | { exit: null; reason: string };

/** Last use of an exit, from which its state is computed. */
interface LastUse {
  upstream: Upstream | null;
  /** Country that the exit was used for. */
  claimed: string | null;
}

/** Creates the exits of the file. */
export function createExits({ file, checks, sessions, health, clock }: ExitsDependencies): Exits {
  const hasProxies = file.exits.some(({ proxy }) => proxy !== null);
  const lastUsed = new Map<string, LastUse>();
  const arrivals = new Map<string, Date>();

  function openExit(
    spec: ExitConfig,
    claimed: string | null,
    sticksTo: string,
  ): LastUse & { sessionKey: string } {
    const sessionKey = `${spec.id} ${claimed ?? ''} ${sticksTo}`;
    if (spec.proxy === null) return { upstream: null, claimed, sessionKey };
    const session = findPlaceholders(spec.proxy).known.has('session') ? sessions.getSession(sessionKey) : '';
    const values = { country: claimed ?? '', city: spec.city ?? '', session };
    const lastUse = { upstream: parseUpstream(fillTemplate(spec.proxy, values)), claimed };
    lastUsed.set(spec.id, lastUse);
    return { ...lastUse, sessionKey };
  }

  async function readFailures(): Promise<ReadonlyMap<string, ExitFailures>> {
    return hasProxies ? health.listFailing() : new Map();
  }

  /** Opens an exit in a country, or in its first one, and observes its location. */
  async function tryExit(
    spec: ExitConfig,
    country: string | null,
    sticksTo: string,
    signal: AbortSignal,
  ): Promise<ExitAttempt> {
    const failures = (await readFailures()).get(spec.id);
    if (failures !== undefined && failures.pausedUntil > clock.now()) {
      return {
        exit: null,
        reason: `${spec.id} is paused until ${failures.pausedUntil.toISOString()}: ${failures.reason}`,
      };
    }
    const { upstream, claimed, sessionKey } = openExit(spec, country ?? spec.countries[0] ?? null, sticksTo);
    // The location of this machine is observed at the start; pages without a required country do not wait for it.
    const mustObserve = upstream !== null || country !== null;
    const observation = mustObserve
      ? await checks.observe(upstream, signal)
      : (checks.getCached(null) ?? createEmptyObservation(clock));
    if (observation.failureReason !== null) {
      sessions.end(sessionKey);
      await health.recordFailure(spec.id, observation.failureReason);
      return { exit: null, reason: `${spec.id}: ${observation.failureReason}` };
    }
    if (upstream !== null && observation.ip !== null) await health.recordSuccess(spec.id);
    const report = createExitReport(spec.network, claimed, observation);
    return { exit: { id: spec.id, network: spec.network, upstream, report, sessionKey }, observation };
  }

  /** Selects an exit that is verified in the country, or at least not seen elsewhere. */
  async function chooseInCountry(
    requirements: ExitRequirements,
    country: string,
    signal: AbortSignal,
  ): Promise<ExitChoice> {
    const reasons: string[] = [];
    let unverifiedExit: Exit | null = null;
    for (const spec of file.exits) {
      if (spec.network !== requirements.network || !canBeIn(spec, country)) continue;
      const attempt = await tryExit(spec, country, requirements.sticksTo ?? '', signal);
      if (attempt.exit?.report.verified) return { exit: attempt.exit, warnings: [] };
      if (attempt.exit === null) reasons.push(attempt.reason);
      else if (isUnverifiedIn(spec, attempt.observation, country)) unverifiedExit ??= attempt.exit;
      else reasons.push(`${spec.id} was seen in ${attempt.exit.report.country ?? 'an unknown country'}`);
    }
    if (unverifiedExit !== null && !requirements.strictCountry) {
      const message = `It could not be verified that the page was read from ${country}.`;
      return { exit: unverifiedExit, warnings: [{ code: 'country_not_verified', message }] };
    }
    if (unverifiedExit !== null) reasons.push(`the country of ${unverifiedExit.id} could not be verified`);
    const description = reasons.length === 0 ? 'is configured' : `can be used (${reasons.join('; ')})`;
    const message = `No exit of network ${requirements.network} in ${country} ${description}. Configure one in the file of WEBDATA_EXITS (docs/exits.md), or request another country.`;
    // The connection of this machine is in one country, whatever is requested: only a proxy is configured for another one.
    const hasProxy = file.exits.some(
      (spec) => spec.network === requirements.network && spec.proxy !== null && canBeIn(spec, country),
    );
    const code = hasProxy ? 'country_unavailable' : 'not_configured';
    return { exit: null, code, message, elsewhere: otherNetworks(requirements.network, country) };
  }

  /** Returns the networks, except `network`, that have an exit configured for the country. */
  function otherNetworks(network: Network, country: string): Network[] {
    return networksByPrice.filter(
      (other) =>
        other !== network &&
        file.exits.some((spec) => spec.network === other && spec.proxy !== null && canBeIn(spec, country)),
    );
  }

  async function chooseAnywhere(requirements: ExitRequirements, signal: AbortSignal): Promise<ExitChoice> {
    const reasons: string[] = [];
    for (const spec of file.exits) {
      if (spec.network !== requirements.network) continue;
      const attempt = await tryExit(spec, null, requirements.sticksTo ?? '', signal);
      if (attempt.exit !== null) return { exit: attempt.exit, warnings: [] };
      reasons.push(attempt.reason);
    }
    const description = reasons.length === 0 ? 'is configured' : `works (${reasons.join('; ')})`;
    return {
      exit: null,
      code: reasons.length === 0 ? 'not_configured' : 'no_exit',
      message: `No exit of network ${requirements.network} ${description}. Configure one in the file of WEBDATA_EXITS (docs/exits.md).`,
      elsewhere: [],
    };
  }

  async function inspectOne(spec: ExitConfig, signal: AbortSignal): Promise<void> {
    const { upstream } = openExit(spec, spec.countries[0] ?? null, '');
    checks.invalidate(upstream);
    const observation = await checks.observe(upstream, signal);
    if (upstream === null) return;
    if (observation.failureReason !== null) await health.recordFailure(spec.id, observation.failureReason);
    else if (observation.ip !== null) await health.recordSuccess(spec.id);
  }

  /** Returns the last observation of an exit, and the country that it was used for. */
  function getLastObservation(spec: ExitConfig): Omit<ObservedExit, 'spec'> {
    const usedAt = arrivals.get(spec.id) ?? null;
    const defaultUse = { upstream: null, claimed: spec.countries[0] ?? null };
    const lastUse = lastUsed.get(spec.id) ?? (spec.proxy === null ? defaultUse : null);
    return lastUse === null
      ? { observation: null, claimed: defaultUse.claimed, usedAt }
      : { observation: checks.getCached(lastUse.upstream), claimed: lastUse.claimed, usedAt };
  }

  async function states(): Promise<ExitState[]> {
    const now = clock.now();
    const failuresByExit = await readFailures();
    return file.exits.map((spec) =>
      createExitState({ spec, ...getLastObservation(spec) }, failuresByExit.get(spec.id) ?? null, now),
    );
  }

  return {
    networks: networksByPrice.filter((network) => file.exits.some((spec) => spec.network === network)),
    async choose(requirements, signal) {
      if (requirements.country === null) return chooseAnywhere(requirements, signal);
      const inCountry = await chooseInCountry(requirements, requirements.country, signal);
      if (inCountry.exit !== null || !(requirements.mayBeElsewhere ?? !requirements.strictCountry))
        return inCountry;
      const inOtherCountry = await chooseAnywhere(requirements, signal);
      if (inOtherCountry.exit === null) return inOtherCountry;
      const { country } = inOtherCountry.exit.report;
      const description = country === null ? 'whose country is unknown' : `which is in ${country}`;
      const message = `No exit in ${requirements.country} could be used; the page was read through ${inOtherCountry.exit.id}, ${description}.`;
      return { exit: inOtherCountry.exit, warnings: [{ code: 'country_not_used', message }] };
    },
    async confirm(exit, country, signal) {
      if (exit.upstream === null) return exit;
      checks.invalidate(exit.upstream);
      const report = createExitReport(exit.network, country, await checks.observe(exit.upstream, signal));
      if (!report.verified) sessions.end(exit.sessionKey);
      return { ...exit, report };
    },
    async recordFailure(exit, reason) {
      checks.invalidate(exit.upstream);
      sessions.end(exit.sessionKey);
      if (exit.upstream !== null) await health.recordFailure(exit.id, reason);
    },
    async recordSuccess(exit) {
      arrivals.set(exit.id, clock.now());
      if (exit.upstream !== null) await health.recordSuccess(exit.id);
    },
    states,
    async inspect(which, signal) {
      const specs = file.exits.filter(({ proxy }) => which === 'all' || proxy === null);
      const remaining = specs.values();
      const work = async () => {
        for (const spec of remaining) await inspectOne(spec, signal);
      };
      await Promise.all(Array.from({ length: inspectionConcurrency }, work));
      return states();
    },
    networkStates: () =>
      listNetworkStates(
        networksByPrice,
        file.exits.map((spec) => ({ spec, ...getLastObservation(spec) })),
      ),
  };
}

/** Returns true if the exit is configured for the country, or has no configured country and must be observed. */
function canBeIn(spec: ExitConfig, country: string): boolean {
  return spec.countries.length === 0 ? spec.proxy === null : spec.countries.includes(country);
}

/** Returns true if the exit is configured for the country, and no observation contradicts it. */
function isUnverifiedIn(spec: ExitConfig, observation: Observation, country: string): boolean {
  return spec.countries.length > 0 && !isSeenInOtherCountry(observation, country);
}

function createEmptyObservation(clock: Clock): Observation {
  return { ip: null, at: clock.now(), location: null, failureReason: null };
}
