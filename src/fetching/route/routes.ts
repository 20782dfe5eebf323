import type { PageErrorCode } from '../../domain/pages/outcome.ts';
import { browserFormats } from '../../domain/pages/page.ts';
import type { PageCommand } from '../../domain/pages/page-command.ts';
import type { Network } from '../../domain/resources/exit.ts';
import { type FetchingRoute, routePrices } from '../../domain/resources/rate-card.ts';

/** One step of the route escalation. */
export interface RouteStep {
  route: FetchingRoute;
  network: Network;
  /** True if a browser reads the page. */
  isRendered: boolean;
}

/** Steps from the cheapest to the most expensive route (docs/api/pages.md#rate-card). */
const routeSteps: readonly RouteStep[] = [
  { route: 'http', network: 'service', isRendered: false },
  { route: 'browser', network: 'service', isRendered: true },
  { route: 'residential', network: 'residential', isRendered: false },
  { route: 'residential_browser', network: 'residential', isRendered: true },
  { route: 'unblock', network: 'unblock', isRendered: false },
];

/** Blocks that another route may pass. A rate limit requires waiting, and a login wall applies to every route. */
const passableBlocks: ReadonlySet<PageErrorCode> = new Set(['challenge', 'captcha', 'geo', 'refused']);

/** Returns whether a more expensive route may succeed after this error. */
export function isPassable(code: PageErrorCode): boolean {
  return passableBlocks.has(code);
}

/**
 * Returns whether the command uses an option that only a browser supports; such options are never silently ignored.
 */
export function needsBrowser(command: PageCommand): boolean {
  return (
    command.render === 'always' ||
    command.steps.length > 0 ||
    command.waitMs > 0 ||
    command.mobile ||
    command.login !== null ||
    command.consent !== undefined ||
    (command.visitor?.timezone ?? command.visitor?.geolocation ?? null) !== null ||
    command.screenshot !== null ||
    command.formats.some((format) => browserFormats.includes(format))
  );
}

/** Returns the steps that the command allows, on networks that have exits. */
export function routeStepsFor(
  command: PageCommand,
  networks: readonly Network[],
  prefersBrowser: boolean,
): readonly RouteStep[] {
  const allowed = routeSteps.filter(
    (step) =>
      networks.includes(step.network) &&
      (command.network === 'auto' || command.network === step.network) &&
      (step.isRendered ? command.render !== 'never' : !needsBrowser(command)),
  );
  // Whatever cannot be sent twice takes the first route that there is.
  if (command.sent?.isRepeatable === false) return allowed.slice(0, 1);
  if (!prefersBrowser) return allowed;
  // On the service network a browser costs no more, so it goes first if pages of the host are empty without one.
  const first = allowed.filter((step) => step.route === 'browser');
  return [...first, ...allowed.filter((step) => step.route !== 'browser')];
}

/** Returns the most expensive route that a page may be charged for; null if it may use none. */
export function mostExpensiveRoute(command: PageCommand, networks: readonly Network[]): FetchingRoute | null {
  const maxCredits = command.maxCredits ?? Number.POSITIVE_INFINITY;
  const steps = routeStepsFor(command, networks, false);
  // The escalation ends before the first step that exceeds the limit.
  const end = steps.findIndex(({ route }) => routePrices[route] > maxCredits);
  const payable = end < 0 ? steps : steps.slice(0, end);
  return (
    payable.toSorted((one, other) => routePrices[other.route] - routePrices[one.route])[0]?.route ?? null
  );
}
