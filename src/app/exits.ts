import { userAgent } from '../fetching/user-agent.ts';
import type { Check, Checks } from '../operations/check.ts';
import { createEcho } from '../web/exits/echo.ts';
import { createExitChecks } from '../web/exits/exit-checks.ts';
import { createExitHealth } from '../web/exits/exit-health.ts';
import { createExitSessions } from '../web/exits/exit-sessions.ts';
import type { ExitState } from '../web/exits/exit-states.ts';
import { createExits, type Exits } from '../web/exits/exits.ts';
import { openGeoDatabases } from '../web/exits/geo-database.ts';
import { createGeography } from '../web/exits/geography.ts';
import { createGuard } from '../web/guard.ts';
import type { Footing } from './footing.ts';
import { version } from './version.ts';

const composed = new WeakMap<Footing, Exits>();

/** Our own `GET /v1/ip`, where it can be asked from outside. */
function ownEcho({ settings }: Footing): string | null {
  if (settings.baseUrl === null) return null;
  const guard = createGuard({ allowNetworks: settings.allowNetworks, ownAddresses: () => [] });
  return guard.judge(new URL(settings.baseUrl)).allowed ? `${settings.baseUrl}/v1/ip` : null;
}

/** The exits of this process; the stack closes what they hold. */
export function composeExits(footing: Footing, stack: AsyncDisposableStack): Exits {
  const known = composed.get(footing);
  if (known !== undefined) return known;
  const { settings, exitsFile, database, clock, log } = footing;
  const agent = userAgent(version, settings.contact);
  const echo = createEcho({ userAgent: agent, own: ownEcho(footing), configured: exitsFile.echo });
  stack.defer(() => echo.close());
  const geography = createGeography(exitsFile.geo, () => openGeoDatabases(settings.geoipFile));
  const exits = createExits({
    file: exitsFile,
    checks: createExitChecks(echo, geography, clock),
    sessions: createExitSessions(clock),
    health: createExitHealth(database, clock, log),
    clock,
  });
  composed.set(footing, exits);
  return exits;
}

const lookAgainMs = 6 * 3_600_000;
/** A file of more exits is looked at only as they are used. */
const mostLookedAt = 50;

/** Looks where the exits are: all of them now, and this machine's own every six hours. */
export function watchExits({ exitsFile, log }: Footing, exits: Exits, stack: AsyncDisposableStack): void {
  const stopping = new AbortController();
  const look = (which: 'all' | 'own') => {
    exits.inspect(which, stopping.signal).catch((error: unknown) => {
      if (!stopping.signal.aborted) log.warn({ err: error }, 'where the exits are could not be looked up');
    });
  };
  look(exitsFile.exits.length > mostLookedAt ? 'own' : 'all');
  const timer = setInterval(() => look('own'), lookAgainMs).unref();
  stack.defer(() => {
    clearInterval(timer);
    stopping.abort(new Error('the service is stopping'));
  });
}

const statusOf: Readonly<Record<ExitState['condition'], Check['status']>> = {
  verified: 'ok',
  unverified: 'ok',
  unseen: 'ok',
  elsewhere: 'degraded',
  failing: 'unavailable',
};

function checkOf(state: ExitState, isForOperator: boolean): Check {
  const { network, countries, proxy, ip, condition, detail } = state;
  const places = countries.length > 6 ? `${countries.length} countries` : countries.join(' ');
  const found = condition === 'unverified' ? `country not verified: ${detail}` : detail;
  const where = isForOperator ? [proxy ?? 'this machine', ip === null ? null : `as ${ip}`] : [];
  const parts = [network, places === '' ? null : places, ...where, found];
  return { status: statusOf[condition], detail: parts.filter((part) => part !== null).join(', ') };
}

function summaryOf(states: readonly ExitState[]): Check {
  const verified = states.filter(({ condition }) => condition === 'verified').length;
  const failing = states.filter(({ condition }) => condition === 'failing').length;
  const detail = `${states.length} configured, ${verified} verified, ${failing} failing`;
  return { status: failing === states.length ? 'unavailable' : 'ok', detail };
}

/** How the exits are: one line of this machine's, or one for each exit of the file and one for them all. */
function exitChecks(footing: Footing, ask: () => Promise<ExitState[]>, isForOperator: boolean): Checks {
  const { exitsFile, settings } = footing;
  const stateAt = async (index: number) => checkOf((await ask())[index] as ExitState, isForOperator);
  if (settings.exitsFile === null) return { exits: () => stateAt(0) };
  const each = exitsFile.exits.map(({ id }, index) => [`exit ${id}`, () => stateAt(index)] as const);
  return { exits: async () => summaryOf(await ask()), ...Object.fromEntries(each) };
}

/** The exits as health shows them to anybody: without addresses. */
export function exitsCheck(footing: Footing, exits: Exits): Checks {
  return exitChecks(footing, () => exits.states(), false);
}

/** The exits as doctor shows them, each looked at for this. */
export function exitsTrial(footing: Footing, exits: Exits): Checks {
  let looked: Promise<ExitState[]> | null = null;
  const look = () => {
    looked ??= exits.inspect('all', AbortSignal.timeout(60_000));
    return looked;
  };
  return exitChecks(footing, look, true);
}
