import type { Warning } from '../../domain/pages/outcome.ts';
import { similarity, sketchText, type TextSketch } from '../actions/text-similarity.ts';
import { canonicalUrl } from './url-normalization.ts';

/** A page of a site as it was read. */
export interface ReadPage {
  requestedUrl: string;
  finalUrl: string;
  /** True if a browser showed the page. */
  isRendered: boolean;
  isOk: boolean;
  title: string | null;
  /** Text of the main content. */
  text: string;
  /** Absolute URLs. */
  links: readonly string[];
  /** Number of links from the start page. */
  depth: number;
}

/** A route that was not offered as a page before. */
export interface OfferedRoute {
  url: string;
  /** Number of links from the start page. */
  depth: number;
}

/** What a page has shown about the application that it belongs to. */
export interface RouteFinding {
  /** True if the page was read only to decide, and shows the same as another one or could not be read. */
  isRefused: boolean;
  /** True if this page has shown that the application has routes. */
  isDecided: boolean;
  offered: OfferedRoute[];
}

/** Serializable state: URL without fragment, verdict, URL of the page without a route, routes to show, others, and sketches. */
export type StoredApplications = Array<{
  base: string;
  verdict: Verdict;
  own: string;
  trials: string[];
  failures: number;
  held: Array<[route: string, depth: number]>;
  shown: Array<[route: string, title: string, sketch: string]>;
}>;

/** Tells pages of an application apart whose URLs differ only in the fragment. */
export interface HashRoutes {
  /** Returns the fragment of a URL if it makes a page of its own, such as `#/docs`; otherwise an empty text. */
  routeOf(address: string | URL): string;
  /** Returns the comparison form of a URL: that of `canonicalUrl`, with its route. */
  identityOf(address: string | URL): string;
  /** Records a page that was read. */
  record(page: ReadPage): RouteFinding;
  /** Returns the URLs of all routes that wait, again, if they were offered but not stored. */
  offerAgain(): void;
  state(): StoredApplications;
}

type Verdict = 'open' | 'routes' | 'anchors';

interface Shown {
  title: string;
  sketch: TextSketch;
}

interface Application {
  verdict: Verdict;
  /** Route under which the page without a fragment shows itself. */
  own: string;
  /** Routes that are shown in order to decide. */
  trials: Set<string>;
  /** Other routes, each with its depth. */
  held: Map<string, number>;
  /** The page without a route (empty key) and the trials that were read. */
  shown: Map<string, Shown>;
  /** Number of routes that could not be read. */
  failures: number;
  hasOffered: boolean;
}

/** States once for a map or crawl that routes are pages. */
export const hashRoutesWarning: Warning = {
  code: 'hash_routes',
  message:
    'The site is an application whose pages differ in the fragment of their URL (`#/…`). A browser showed two of them, and each is treated as a page.',
};

const noFinding: RouteFinding = { isRefused: false, isDecided: false, offered: [] };
const minRoutes = 2;
/** Maximum number of routes that are shown to decide, if some of them cannot be read. */
const maxTrials = 4;
const maxApplications = 20;
/** Number of pages with anchors after which no other page is examined. */
const maxAnchorPages = 3;
const maxHeld = 500;
const maxRouteLength = 500;
/** Share of common words from which on two routes show the same, although a time or an advertisement differs. */
const minSameText = 0.9;

/** Returns the fragment of a URL if it has the form of a route (`#/docs`, `#!/docs`); empty for `#/`, the start of all routes. */
export function routeForm(address: string | URL): string {
  const text = typeof address === 'string' ? address : address.href;
  if (!text.includes('#/') && !text.includes('#!/')) return '';
  const hash = (typeof address === 'string' ? URL.parse(address) : address)?.hash ?? '';
  return /^#!?\/./.test(hash) && hash.length <= maxRouteLength ? hash : '';
}

/**
 * Returns a URL with the route as a part of its path and query, for rules about paths and parameters: `/app/%23/docs?id=1` for
 * `/app/#/docs?id=1`.
 */
export function withRouteInPath(url: URL, route: string): URL {
  if (route === '') return url;
  const [path = '', query = ''] = route.slice(1).split(/\?(.*)/s, 2);
  const folder = url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`;
  const search = [url.search.slice(1), query].filter((part) => part !== '').join('&');
  return new URL(`${url.origin}${folder}%23${path}${search === '' ? '' : `?${search}`}`);
}

function isSame(one: Shown, other: Shown): boolean {
  return one.title === other.title && similarity(one.sketch, other.sketch) >= minSameText;
}

function pathOf(route: string): string {
  return route.split('?', 1)[0] ?? '';
}

/** Returns the routes that are shown first, with different paths: `#/guide?id=install` may be a heading of `#/guide`. */
function chooseTrials(
  routes: ReadonlyMap<string, number>,
  others: Iterable<string>,
  count: number,
): string[] {
  const paths = new Set([...others].map(pathOf));
  return [...routes.keys()]
    .filter((route) => !paths.has(pathOf(route)) && paths.add(pathOf(route)))
    .slice(0, count);
}

function storeSketch(sketch: TextSketch): string {
  return Buffer.from(sketch.buffer, sketch.byteOffset, sketch.byteLength).toString('base64');
}

function restoreSketch(text: string): TextSketch {
  return new Uint32Array(new Uint8Array(Buffer.from(text, 'base64')).buffer);
}

function restoreApplication(stored: StoredApplications[number]): Application {
  return {
    verdict: stored.verdict,
    own: stored.own,
    trials: new Set(stored.trials),
    held: new Map(stored.held),
    shown: new Map(
      stored.shown.map(([route, title, sketch]) => [route, { title, sketch: restoreSketch(sketch) }]),
    ),
    failures: stored.failures,
    hasOffered: false,
  };
}

/**
 * Creates the memory of one crawl or map. A page that a browser has shown and that links to two or more routes of itself is an
 * application or has anchors of this form: two routes are shown in a browser, and if their main contents differ, routes are
 * pages. Otherwise fragments mean nothing.
 */
export function createHashRoutes(stored: StoredApplications = []): HashRoutes {
  const applications = new Map(stored.map((one) => [one.base, restoreApplication(one)]));

  function routesIn(links: readonly string[], base: string): Set<string> {
    const routes = new Set<string>();
    for (const link of links) {
      const route = routeForm(link);
      if (route !== '' && routes.size < maxHeld && canonicalUrl(link) === base) routes.add(route);
    }
    return routes;
  }

  function mayBeApplication({ isRendered, isOk }: ReadPage): boolean {
    if (!isRendered || !isOk || applications.size >= maxApplications) return false;
    const anchorPages = [...applications.values()].filter(({ verdict }) => verdict === 'anchors').length;
    return anchorPages < maxAnchorPages;
  }

  function open(page: ReadPage, base: string): void {
    const own = routeForm(page.finalUrl);
    const held = new Map<string, number>();
    for (const route of routesIn(page.links, base)) if (route !== own) held.set(route, page.depth + 1);
    const trials = new Set(chooseTrials(held, [own], minRoutes));
    if (trials.size < minRoutes) return;
    const shown = new Map([['', { title: page.title ?? '', sketch: sketchText(page.text) }]]);
    applications.set(base, { verdict: 'open', own, trials, held, shown, failures: 0, hasOffered: false });
  }

  /** Decides when two routes were shown; otherwise, if one could not be read, another one is tried. */
  function decide(application: Application): void {
    const { shown, trials, held } = application;
    const [one, other] = [...trials].flatMap((route) => shown.get(route) ?? []);
    if (one !== undefined && other !== undefined) {
      application.verdict = isSame(one, other) ? 'anchors' : 'routes';
      if (application.verdict === 'anchors') held.clear();
    }
  }

  function recordTrial(page: ReadPage, application: Application, base: string, route: string): RouteFinding {
    const shown = { title: page.title ?? '', sketch: sketchText(page.text) };
    if (page.isOk && page.isRendered) application.shown.set(route, shown);
    else {
      application.trials.delete(route);
      application.held.delete(route);
      application.failures += 1;
      const isLast = application.failures > maxTrials - minRoutes;
      const missing = isLast ? 0 : minRoutes - application.trials.size;
      const next = chooseTrials(application.held, [...application.trials, route], missing);
      for (const trial of next) application.trials.add(trial);
      if (application.trials.size < minRoutes) application.verdict = 'anchors';
      return { isRefused: true, isDecided: false, offered: offerRoutes(next, application, base) };
    }
    decide(application);
    const isCopy = [...application.shown].some(([key, other]) => key !== route && isSame(other, shown));
    return { isRefused: isCopy, isDecided: application.verdict === 'routes', offered: [] };
  }

  function offerRoutes(routes: Iterable<string>, { held }: Application, base: string): OfferedRoute[] {
    return [...routes].map((route) => ({ url: base + route, depth: held.get(route) ?? 1 }));
  }

  function offer(application: Application, base: string): OfferedRoute[] {
    if (application.verdict !== 'routes' || application.hasOffered) return [];
    application.hasOffered = true;
    return offerRoutes(application.held.keys(), application, base);
  }

  /** Notes the routes that a page links to, each with the smallest depth. */
  function hold({ links, depth }: ReadPage, application: Application, base: string): void {
    const { held, own } = application;
    for (const route of routesIn(links, base)) {
      if (route === own || (held.size >= maxHeld && !held.has(route))) continue;
      held.set(route, Math.min(depth + 1, held.get(route) ?? depth + 1));
    }
  }

  function routeOf(address: string | URL): string {
    if (applications.size === 0) return '';
    const route = routeForm(address);
    const application = route === '' ? undefined : applications.get(canonicalUrl(address));
    if (application === undefined || route === application.own) return '';
    const isPage = application.verdict === 'routes' || application.trials.has(route);
    return isPage && application.verdict !== 'anchors' ? route : '';
  }

  return {
    routeOf,
    identityOf: (address) => canonicalUrl(address) + routeOf(address),
    record(page) {
      const base = canonicalUrl(page.finalUrl);
      const application = applications.get(base);
      if (application === undefined) {
        if (mayBeApplication(page)) open(page, base);
        return noFinding;
      }
      if (application.verdict === 'open') hold(page, application, base);
      const requested = canonicalUrl(page.requestedUrl) === base ? routeForm(page.requestedUrl) : '';
      const isTrial = application.verdict === 'open' && application.trials.has(requested);
      const finding = isTrial ? recordTrial(page, application, base, requested) : noFinding;
      return { ...finding, offered: [...finding.offered, ...offer(application, base)] };
    },
    offerAgain() {
      for (const application of applications.values()) application.hasOffered = false;
    },
    state: () =>
      [...applications].map(([base, { verdict, own, trials, failures, held, shown }]) => ({
        base,
        verdict,
        own,
        trials: [...trials],
        failures,
        held: [...held],
        shown:
          verdict === 'open'
            ? [...shown].map(([route, { title, sketch }]): [string, string, string] => [
                route,
                title,
                storeSketch(sketch),
              ])
            : [],
      })),
  };
}
