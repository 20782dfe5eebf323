import { itemAt } from '../../domain/values/elements.ts';
import { userAgent } from '../../fetching/user-agent.ts';
import type { Check, Checks } from '../../operations/check.ts';
import { createExitChecks } from '../../web/exits/exit-checks.ts';
import { createExitHealth } from '../../web/exits/exit-health.ts';
import { createExitSessions } from '../../web/exits/exit-sessions.ts';
import type { ExitState } from '../../web/exits/exit-states.ts';
import { createExits, type Exits } from '../../web/exits/exits.ts';
import { openGeoDatabases } from '../../web/exits/geo-database.ts';
import { createGeography } from '../../web/exits/geography.ts';
import { createEcho } from '../../web/exits/ip-echo.ts';
import { createSsrfGuard } from '../../web/guard/ssrf-guard.ts';
import type { AppContext } from '../app-context.ts';
import { version } from '../commands/version.ts';

const composed = new WeakMap<AppContext, Exits>();

/** URL of this service's `GET /v1/ip`; null if it cannot be reached from outside. */
function ownEchoUrl({ settings }: AppContext): string | null {
  if (settings.baseUrl === null) return null;
  const guard = createSsrfGuard({ allowNetworks: settings.allowNetworks, ownAddresses: () => [] });
  return guard.check(new URL(settings.baseUrl)).allowed ? `${settings.baseUrl}/v1/ip` : null;
}

/** Returns the exits of this process; the stack closes them. */
export function composeExits(app: AppContext, stack: AsyncDisposableStack): Exits {
  const known = composed.get(app);
  if (known !== undefined) return known;
  const { settings, exitsFile, database, clock, log } = app;
  const agent = userAgent(version, settings.contact);
  const echo = createEcho({ userAgent: agent, ownEcho: ownEchoUrl(app), configured: exitsFile.echo });
  stack.defer(() => echo.close());
  const geography = createGeography(exitsFile.geo, () => openGeoDatabases(settings.geoipFile));
  const exits = createExits({
    file: exitsFile,
    checks: createExitChecks(echo, geography, clock),
    sessions: createExitSessions(clock),
    health: createExitHealth(database, clock, log),
    clock,
  });
  composed.set(app, exits);
  return exits;
}

const inspectIntervalMs = 6 * 3_600_000;
/** With more exits in the file, each is verified only when it is used. */
const maxInspectedExits = 50;

/** Verifies all exits now, and this machine's own every six hours. */
export function watchExits({ exitsFile, log }: AppContext, exits: Exits, stack: AsyncDisposableStack): void {
  const stopping = new AbortController();
  const look = (which: 'all' | 'own') => {
    exits.inspect(which, stopping.signal).catch((error: unknown) => {
      if (!stopping.signal.aborted) log.warn({ err: error }, 'the exits could not be verified');
    });
  };
  look(exitsFile.exits.length > maxInspectedExits ? 'own' : 'all');
  const timer = setInterval(() => look('own'), inspectIntervalMs).unref();
  stack.defer(() => {
    clearInterval(timer);
    stopping.abort(new Error('the service is stopping'));
  });
}

const statusOf: Readonly<Record<ExitState['condition'], Check['status']>> = {
  verified: 'ok',
  unverified: 'ok',
  used: 'ok',
  unseen: 'not_tested',
  elsewhere: 'degraded',
  failing: 'unavailable',
};

function checkOf(state: ExitState, isForOperator: boolean): Check {
  const { network, countries, proxy, ip, condition, detail, testedAt } = state;
  const places = countries.length > 6 ? `${countries.length} countries` : countries.join(' ');
  const found = condition === 'unverified' ? `country not verified: ${detail}` : detail;
  const where = isForOperator ? [proxy ?? 'this machine', ip === null ? null : `as ${ip}`] : [];
  const parts = [network, places === '' ? null : places, ...where, found];
  return {
    status: statusOf[condition],
    detail: parts.filter((part) => part !== null).join(', '),
    ...(testedAt !== null && { tested_at: testedAt.toISOString() }),
  };
}

function summaryOf(states: readonly ExitState[]): Check {
  const verified = states.filter(({ condition }) => condition === 'verified').length;
  const failing = states.filter(({ condition }) => condition === 'failing').length;
  const untested = states.filter(({ condition }) => condition === 'unseen').length;
  const detail = `${states.length} configured, ${verified} verified, ${failing} failing, ${untested} not tested`;
  if (failing === states.length) return { status: 'unavailable', detail };
  return { status: failing > 0 ? 'degraded' : untested > 0 ? 'not_tested' : 'ok', detail };
}

/** One check of this machine's exit, or one for each exit of the file and a summary. */
function exitChecks(app: AppContext, ask: () => Promise<ExitState[]>, isForOperator: boolean): Checks {
  const { exitsFile, settings } = app;
  const stateAt = async (index: number) => checkOf(itemAt(await ask(), index), isForOperator);
  if (settings.exitsFile === null) return { exits: () => stateAt(0) };
  const each = exitsFile.exits.map(({ id }, index) => [`exit ${id}`, () => stateAt(index)] as const);
  return { exits: async () => summaryOf(await ask()), ...Object.fromEntries(each) };
}

/** Health checks of the exits. They are public and show no addresses. */
export function exitsHealthChecks(app: AppContext, exits: Exits): Checks {
  return exitChecks(app, () => exits.states(), false);
}

/** Doctor checks of the exits: verifies each of them now. */
export function exitsDoctorChecks(app: AppContext, exits: Exits): Checks {
  let looked: Promise<ExitState[]> | null = null;
  const look = () => {
    looked ??= exits.inspect('all', AbortSignal.timeout(60_000));
    return looked;
  };
  return exitChecks(app, look, true);
}
