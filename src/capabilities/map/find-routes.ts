import type { Warning } from '../../domain/pages/outcome.ts';
import type { FetchPage, FetchRequest } from '../../fetching/fetch-request.ts';
import type { FetchedPage } from '../../fetching/fetched-page.ts';
import {
  createHashRoutes,
  type HashRoutes,
  hashRoutesWarning,
  type ReadPage,
} from '../../site/links/hash-routes.ts';
import { createRoutePageCommand, type MapCommand } from './map-request.ts';

/** The routes of an application, and what was read to recognise them. */
export interface FoundRoutes {
  routes: HashRoutes;
  /** Pages that a browser has shown. */
  shown: FetchedPage[];
  /** URLs of all routes that were found, also by the call that this one continues. */
  urls: string[];
  warnings: Warning[];
}

const undecidedWarning: Warning = {
  code: 'hash_routes_not_read',
  message:
    'The start page links to views in the fragment of its URL (`#/…`). They are not listed, because two of them could not be shown in a browser.',
};

function toReadPage({ page, observation: { route } }: FetchedPage): ReadPage {
  return {
    requestedUrl: page.url,
    finalUrl: page.final_url ?? page.url,
    isRendered: route === 'browser' || route === 'residential_browser',
    isOk: page.status === 'ok',
    title: page.title,
    text: page.markdown ?? '',
    links: (page.links ?? []).map(({ url }) => url),
    depth: 0,
  };
}

/** Returns the URLs of the routes that have to be shown, to decide whether they are pages. */
function trialsOf(routes: HashRoutes): string[] {
  return routes
    .state()
    .filter(({ verdict }) => verdict === 'open')
    .flatMap(({ base, trials }) => trials.map((route) => base + route));
}

/**
 * Finds out if the start page belongs to an application whose pages differ in their fragment: at most four of its routes are
 * shown in a browser, until two were. Other start pages cost no request.
 */
export async function findRoutes(
  command: MapCommand,
  start: FetchedPage,
  fetchPage: FetchPage,
  request: FetchRequest,
  maxMs: number,
): Promise<FoundRoutes> {
  const routes = createHashRoutes(command.rest?.applications);
  if (command.sitemap === 'only') return { routes, shown: [], urls: [], warnings: [] };
  if (command.rest === null) routes.record(toReadPage(start));
  const shown = new Map<string, FetchedPage>();
  const end = performance.now() + maxMs;
  for (;;) {
    const trials = trialsOf(routes).filter((url) => !shown.has(url));
    const remainingMs = end - performance.now();
    if (trials.length === 0 || remainingMs <= 0) break;
    const read = async (url: string) =>
      shown.set(url, await fetchPage(createRoutePageCommand(command, url, remainingMs), request));
    await Promise.all(trials.map(read));
    for (const url of trials) routes.record(toReadPage(shown.get(url) as FetchedPage));
  }
  const verdicts = routes.state().map(({ verdict }) => verdict);
  const isUndecided =
    verdicts.includes('open') || [...shown.values()].some(({ page }) => page.status !== 'ok');
  const warnings = verdicts.includes('routes') ? [hashRoutesWarning] : isUndecided ? [undecidedWarning] : [];
  const urls = routes
    .state()
    .filter(({ verdict }) => verdict === 'routes')
    .flatMap(({ base, held }) => held.map(([route]) => base + route));
  return { routes, shown: [...shown.values()], urls, warnings };
}
