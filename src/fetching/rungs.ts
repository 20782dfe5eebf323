import type { Network } from '../domain/exit.ts';
import type { PageErrorCode } from '../domain/outcome.ts';
import { browserFormats } from '../domain/page.ts';
import type { PageCommand } from '../domain/page-command.ts';
import { type Route, routePrices } from '../domain/rate-card.ts';

/** A route that fetches. */
export type FetchingRoute = Exclude<Route, 'cache' | 'archive' | 'none'>;

/** One way of getting a page. */
export interface Rung {
  route: FetchingRoute;
  network: Network;
  /** Whether a browser reads the page. */
  isRendered: boolean;
}

/** The ladder, from the cheapest to the dearest (api.md section 3, rate card). */
export const ladder: readonly Rung[] = [
  { route: 'http', network: 'service', isRendered: false },
  { route: 'browser', network: 'service', isRendered: true },
  { route: 'residential', network: 'residential', isRendered: false },
  { route: 'residential_browser', network: 'residential', isRendered: true },
  { route: 'unblock', network: 'unblock', isRendered: false },
];

/** Walls that another route may pass; who asks too often waits, and who has to log in cannot pass by any route. */
const passableWalls: ReadonlySet<PageErrorCode> = new Set(['challenge', 'captcha', 'geo', 'refused']);

/** Whether a dearer route may bring what this one did not. */
export function isPassable(code: PageErrorCode): boolean {
  return passableWalls.has(code);
}

/** Whether something was asked that only a browser can do; such options are never silently ignored. */
export function needsBrowser(command: PageCommand): boolean {
  return (
    command.render === 'always' ||
    command.steps.length > 0 ||
    command.waitMs > 0 ||
    command.mobile ||
    command.login !== null ||
    command.screenshot !== null ||
    command.formats.some((format) => browserFormats.includes(format))
  );
}

/** The rungs that a command allows, of the networks that there are exits of. */
export function rungsFor(
  command: PageCommand,
  networks: readonly Network[],
  prefersBrowser: boolean,
): readonly Rung[] {
  const allowed = ladder.filter(
    (rung) =>
      networks.includes(rung.network) &&
      (command.network === 'auto' || command.network === rung.network) &&
      (rung.isRendered ? command.render !== 'never' : !needsBrowser(command)),
  );
  if (!prefersBrowser) return allowed;
  // On the own network a browser costs no more, so that it may go first where pages say nothing without one.
  const first = allowed.filter((rung) => rung.route === 'browser');
  return [...first, ...allowed.filter((rung) => rung.route !== 'browser')];
}

/** The dearest route that a page may come to be charged for; null when it may take none. */
export function dearestRoute(command: PageCommand, networks: readonly Network[]): FetchingRoute | null {
  const most = command.maxCredits ?? Number.POSITIVE_INFINITY;
  const rungs = rungsFor(command, networks, false);
  // The climb ends before the first rung that may not be paid for.
  const end = rungs.findIndex(({ route }) => routePrices[route] > most);
  const payable = end < 0 ? rungs : rungs.slice(0, end);
  return (
    payable.toSorted((one, other) => routePrices[other.route] - routePrices[one.route])[0]?.route ?? null
  );
}
