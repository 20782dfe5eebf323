import type { Clock } from '../../domain/clock.ts';
import type { ExitReport, Network } from '../../domain/exit.ts';
import type { PageErrorCode, Warning } from '../../domain/outcome.ts';
import type { ExitChecks, Observation } from './exit-checks.ts';
import type { ExitFate, ExitHealth } from './exit-health.ts';
import { isSeenElsewhere, reportOf } from './exit-report.ts';
import type { ExitSessions } from './exit-sessions.ts';
import { type ExitState, type NetworkState, networkStates, stateOf } from './exit-states.ts';
import type { ExitSpec, ExitsFile } from './exits-file.ts';
import { fillTemplate, parseUpstream, placeholdersOf, type Upstream } from './upstream.ts';

/** A way out to the web, as one page uses it. */
export interface Exit {
  /** Stable name, used to share politeness. */
  id: string;
  network: Network;
  /** The operator's proxy with the session of this page; null for this machine. */
  upstream: Upstream | null;
  /** What is known of it right now. */
  report: ExitReport;
  /** Names the session, which ends when the exit fails or is found elsewhere. */
  sessionKey: string;
}

/** What a page asks of its exit. */
export interface ExitWish {
  /** ISO 3166-1 alpha-2 in upper case, or null for anywhere. */
  country: string | null;
  strictCountry: boolean;
  network: Network;
  /** Names who keeps one address for a while, such as an account and a site; pages without it share one. */
  sticksTo?: string;
  /** Whether an exit in another country will do when there is none in this one; unless strict, when left out. */
  mayBeElsewhere?: boolean;
}

/** The exit to use, or why there is none. */
export type ExitChoice =
  | { exit: Exit; warnings: Warning[] }
  | { exit: null; code: Extract<PageErrorCode, 'country_unavailable' | 'no_exit'>; message: string };

/** The exits of this process. */
export interface Exits {
  /** Networks that exits are configured of, cheapest first. */
  networks: readonly Network[];
  /** Chooses and looks where the exit comes from; rejects only when `signal` says stop. */
  choose(wish: ExitWish, signal: AbortSignal): Promise<ExitChoice>;
  /** Looks again where an exit comes from, after a page that must have come from its country. */
  confirm(exit: Exit, country: string, signal: AbortSignal): Promise<Exit>;
  /** The exit itself failed: it is rested, and the page's session is over. */
  failed(exit: Exit, reason: string): Promise<void>;
  /** The exit carried a page. */
  worked(exit: Exit): Promise<void>;
  /** Every exit as it is known now, in the order of the file. */
  states(): Promise<ExitState[]>;
  /** Looks where every exit comes from, or every own one, and answers how each is. */
  inspect(which: 'all' | 'own', signal: AbortSignal): Promise<ExitState[]>;
  /** What the catalog says of each network. */
  networkStates(): NetworkState[];
}

/** What exits are made of. */
export interface ExitsParts {
  file: ExitsFile;
  checks: ExitChecks;
  sessions: ExitSessions;
  health: ExitHealth;
  clock: Clock;
}

const order: readonly Network[] = ['service', 'residential', 'unblock'];
const inspectedAtOnce = 8;

/** What trying one exit came to. */
type Tried = { exit: Exit; seen: Observation } | { exit: null; reason: string };

/** How an exit was last used: what its state is told from. */
interface Used {
  upstream: Upstream | null;
  /** Where it was meant to be. */
  claimed: string | null;
}

/** The exits of the file. */
export function createExits({ file, checks, sessions, health, clock }: ExitsParts): Exits {
  const hasProxies = file.exits.some(({ proxy }) => proxy !== null);
  const lastUsed = new Map<string, Used>();

  function open(spec: ExitSpec, claimed: string | null, sticksTo: string): Used & { sessionKey: string } {
    const sessionKey = `${spec.id} ${claimed ?? ''} ${sticksTo}`;
    if (spec.proxy === null) return { upstream: null, claimed, sessionKey };
    const session = placeholdersOf(spec.proxy).known.has('session') ? sessions.sessionFor(sessionKey) : '';
    const values = { country: claimed ?? '', city: spec.city ?? '', session };
    const used = { upstream: parseUpstream(fillTemplate(spec.proxy, values)), claimed };
    lastUsed.set(spec.id, used);
    return { ...used, sessionKey };
  }

  async function fates(): Promise<ReadonlyMap<string, ExitFate>> {
    return hasProxies ? health.troubled() : new Map();
  }

  /** Opens an exit in a country, or in its first one, and looks where it comes from. */
  async function tryExit(
    spec: ExitSpec,
    country: string | null,
    sticksTo: string,
    signal: AbortSignal,
  ): Promise<Tried> {
    const fate = (await fates()).get(spec.id);
    if (fate !== undefined && fate.restsUntil > clock.now()) {
      return {
        exit: null,
        reason: `${spec.id} rests until ${fate.restsUntil.toISOString()}: ${fate.reason}`,
      };
    }
    const { upstream, claimed, sessionKey } = open(spec, country ?? spec.countries[0] ?? null, sticksTo);
    // Where this machine lies is looked up at the start; no page that may come from anywhere waits for that.
    const isWaitedFor = upstream !== null || country !== null;
    const seen = isWaitedFor ? await checks.observe(upstream, signal) : (checks.known(null) ?? unseen(clock));
    if (seen.dead !== null) {
      sessions.end(sessionKey);
      await health.failed(spec.id, seen.dead);
      return { exit: null, reason: `${spec.id}: ${seen.dead}` };
    }
    if (upstream !== null && seen.ip !== null) await health.worked(spec.id);
    const report = reportOf(spec.network, claimed, seen);
    return { exit: { id: spec.id, network: spec.network, upstream, report, sessionKey }, seen };
  }

  /** An exit of which is known that it lies in the country asked, or of which at least nothing else is known. */
  async function chooseThere(wish: ExitWish, country: string, signal: AbortSignal): Promise<ExitChoice> {
    const reasons: string[] = [];
    let unproven: Exit | null = null;
    for (const spec of file.exits) {
      if (spec.network !== wish.network || !mayBeIn(spec, country)) continue;
      const tried = await tryExit(spec, country, wish.sticksTo ?? '', signal);
      if (tried.exit?.report.verified) return { exit: tried.exit, warnings: [] };
      if (tried.exit === null) reasons.push(tried.reason);
      else if (isUnproven(spec, tried.seen, country)) unproven ??= tried.exit;
      else reasons.push(`${spec.id} was seen in ${tried.exit.report.country ?? 'no country that is known'}`);
    }
    if (unproven !== null && !wish.strictCountry) {
      const message = `That the page was read from ${country} could not be verified.`;
      return { exit: unproven, warnings: [{ code: 'country_not_verified', message }] };
    }
    if (unproven !== null) reasons.push(`where ${unproven.id} is could not be verified`);
    const why = reasons.length === 0 ? 'is configured' : `can be used (${reasons.join('; ')})`;
    const message = `no exit of network ${wish.network} in ${country} ${why}`;
    return { exit: null, code: 'country_unavailable', message };
  }

  async function chooseAny(wish: ExitWish, signal: AbortSignal): Promise<ExitChoice> {
    const reasons: string[] = [];
    for (const spec of file.exits) {
      if (spec.network !== wish.network) continue;
      const tried = await tryExit(spec, null, wish.sticksTo ?? '', signal);
      if (tried.exit !== null) return { exit: tried.exit, warnings: [] };
      reasons.push(tried.reason);
    }
    const why = reasons.length === 0 ? 'is configured' : `works (${reasons.join('; ')})`;
    return { exit: null, code: 'no_exit', message: `no exit of network ${wish.network} ${why}` };
  }

  async function inspectOne(spec: ExitSpec, signal: AbortSignal): Promise<void> {
    const { upstream } = open(spec, spec.countries[0] ?? null, '');
    checks.forget(upstream);
    const seen = await checks.observe(upstream, signal);
    if (upstream === null) return;
    if (seen.dead !== null) await health.failed(spec.id, seen.dead);
    else if (seen.ip !== null) await health.worked(spec.id);
  }

  /** What was last seen of an exit, and where it was meant to be then. */
  function lastSeen(spec: ExitSpec): { seen: Observation | null; claimed: string | null } {
    const usual = { upstream: null, claimed: spec.countries[0] ?? null };
    const used = lastUsed.get(spec.id) ?? (spec.proxy === null ? usual : null);
    return used === null
      ? { seen: null, claimed: usual.claimed }
      : { seen: checks.known(used.upstream), claimed: used.claimed };
  }

  async function states(): Promise<ExitState[]> {
    const now = clock.now();
    const known = await fates();
    return file.exits.map((spec) => stateOf({ spec, ...lastSeen(spec) }, known.get(spec.id) ?? null, now));
  }

  return {
    networks: order.filter((network) => file.exits.some((spec) => spec.network === network)),
    async choose(wish, signal) {
      if (wish.country === null) return chooseAny(wish, signal);
      const there = await chooseThere(wish, wish.country, signal);
      if (there.exit !== null || !(wish.mayBeElsewhere ?? !wish.strictCountry)) return there;
      const elsewhere = await chooseAny(wish, signal);
      if (elsewhere.exit === null) return elsewhere;
      const { country } = elsewhere.exit.report;
      const place = country === null ? 'whose country is not known' : `which lies in ${country}`;
      const message = `No exit in ${wish.country} could be used; the page was read through ${elsewhere.exit.id}, ${place}.`;
      return { exit: elsewhere.exit, warnings: [{ code: 'country_not_used', message }] };
    },
    async confirm(exit, country, signal) {
      if (exit.upstream === null) return exit;
      checks.forget(exit.upstream);
      const report = reportOf(exit.network, country, await checks.observe(exit.upstream, signal));
      if (!report.verified) sessions.end(exit.sessionKey);
      return { ...exit, report };
    },
    async failed(exit, reason) {
      checks.forget(exit.upstream);
      sessions.end(exit.sessionKey);
      if (exit.upstream !== null) await health.failed(exit.id, reason);
    },
    async worked(exit) {
      if (exit.upstream !== null) await health.worked(exit.id);
    },
    states,
    async inspect(which, signal) {
      const specs = file.exits.filter(({ proxy }) => which === 'all' || proxy === null);
      const waiting = specs.values();
      const work = async () => {
        for (const spec of waiting) await inspectOne(spec, signal);
      };
      await Promise.all(Array.from({ length: inspectedAtOnce }, work));
      return states();
    },
    networkStates: () =>
      networkStates(
        order,
        file.exits.map((spec) => ({ spec, ...lastSeen(spec) })),
      ),
  };
}

/** Whether the exit is configured for the country, or for none, so that it must be looked where it is. */
function mayBeIn(spec: ExitSpec, country: string): boolean {
  return spec.countries.length === 0 ? spec.proxy === null : spec.countries.includes(country);
}

/** Whether the operator places the exit in the country, and nobody who knows where it is says otherwise. */
function isUnproven(spec: ExitSpec, seen: Observation, country: string): boolean {
  return spec.countries.length > 0 && !isSeenElsewhere(seen, country);
}

function unseen(clock: Clock): Observation {
  return { ip: null, at: clock.now(), opinion: null, dead: null };
}
