import { createHash } from 'node:crypto';
import type { Answer, Route, Routes } from './loopback-server.ts';
import { linkList } from './site-layout.ts';

/** Paths of real pages among the traps. */
export const pagesAmongTraps: readonly string[] = Array.from(
  { length: 6 },
  (_, at) => `/traps/fine/${at + 1}`,
);

/** Entrance of each trap. Only `/traps/` links to them, and no page links to `/traps/`. */
export const trapEntrances: readonly string[] = [
  '/traps/calendar/2026/11',
  '/traps/days?date=2026-11-21',
  '/traps/session/page-1',
  '/traps/visit/page-1',
  '/traps/filter',
  '/traps/loop/',
  '/traps/grow/',
  '/traps/query',
];

const pagesOfSession = 12;
const filters = ['color', 'size', 'brand', 'heel', 'sort'];
const valuesOfFilter = 4;

function page(title: string, links: readonly [path: string, title: string][]): Answer {
  const list = linkList(links.map(([path, name]) => ({ path: path.replaceAll('&', '&amp;'), title: name })));
  return {
    body: `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><main><h1>${title}</h1><p>A page of a place without end, made to be told from real ones.</p>${list}</main></body></html>`,
  };
}

/** Returns a new id on each call, like the ids that servers give to visitors without cookies. */
function idOf(name: string, count: number): string {
  return createHash('sha256').update(`${name} ${count}`).digest('hex').slice(0, 24);
}

function monthAt(years: string, months: string, step: number): string {
  const shown = new Date(Date.UTC(Number(years), Number(months) - 1 + step, 1)).toISOString();
  return `/traps/calendar/${shown.slice(0, 4)}/${shown.slice(5, 7)}`;
}

const calendar: Route = (_, url) => {
  const [years = '2026', months = '11'] = url.pathname.split('/').slice(3);
  return page(`Calendar ${years}-${months}`, [
    [monthAt(years, months, -1), 'Before'],
    [monthAt(years, months, 1), 'After'],
  ]);
};

const days: Route = (_, url) => {
  const date = url.searchParams.get('date') ?? '2026-11-21';
  const dayAt = (step: number) =>
    `/traps/days?date=${new Date(Date.parse(date) + step * 86_400_000).toISOString().slice(0, 10)}`;
  return page(`Day ${date}`, [
    [dayAt(-1), 'Yesterday'],
    [dayAt(1), 'Tomorrow'],
  ]);
};

/** The same dozen pages under ever new ids, in a path parameter of common frameworks. */
const session: Route = (_, url, count) => {
  const id = idOf(url.pathname, count);
  const links = Array.from({ length: pagesOfSession }, (_unused, at): [string, string] => [
    `/traps/session/page-${at + 1};jsessionid=${id}`,
    `Page ${at + 1}`,
  ]);
  return page('Sessions', links);
};

/** The same pages under ids in a path segment and in an unknown query parameter. */
const visit: Route = (_, url, count) => {
  const id = idOf(url.pathname, count);
  const links = Array.from({ length: pagesOfSession * 2 }, (_unused, at): [string, string] => [
    at % 2 === 0 ? `/traps/visit/${id}/page-${at + 1}` : `/traps/visit/page-${at + 1}?visitor=${id}`,
    `Page ${at + 1}`,
  ]);
  return page('Visits', links);
};

const filter: Route = (_, url) => {
  const chosen = new URLSearchParams(url.search);
  const links = filters.flatMap((name) =>
    Array.from({ length: valuesOfFilter }, (_unused, at): [string, string] => {
      const next = new URLSearchParams(chosen);
      next.set(name, String(at));
      return [`/traps/filter?${next}`, `${name} ${at}`];
    }),
  );
  return page('Filters', links);
};

const loop: Route = () =>
  page('Loop', [
    ['more/', 'More'],
    ['again/', 'Again'],
  ]);

const grow: Route = (_, url) => page('Grow', [[`step-${url.pathname.split('/').length}/`, 'One step']]);

const query: Route = (_, url) =>
  page('Query', [[`/traps/query${url.search === '' ? '?' : `${url.search}&`}q=1`, 'More']]);

/** Returns endless parts of a site: calendars, session ids, filter combinations, growing paths and queries. */
export function trapRoutes(): Routes {
  const entrances = [...trapEntrances, ...pagesAmongTraps].map((path): [string, string] => [path, path]);
  return new Map<string, Route>([
    ['/traps/', page('Traps', entrances)],
    ...pagesAmongTraps.map((path): [string, Route] => [
      path,
      page(`Fine ${path.slice(-1)}`, [['/traps/', 'Traps']]),
    ]),
    ['/traps/calendar/*', calendar],
    ['/traps/days', days],
    ['/traps/session/*', session],
    ['/traps/visit/*', visit],
    ['/traps/filter', filter],
    ['/traps/loop/*', loop],
    ['/traps/grow/*', grow],
    ['/traps/query', query],
  ]);
}
