import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHashRoutes, type ReadPage, routeForm, withRouteInPath } from './hash-routes.ts';

const base = 'https://app.test/desk/';
const links = ['#/', '#/a', '#/b', '#/c?page=2', '#/d', '#top'].map((fragment) => base + fragment);
const words = (subject: string) => Array.from({ length: 60 }, (_, at) => `${subject}${at}`).join(' ');

function page(fragment: string, text = fragment, rest: Partial<ReadPage> = {}): ReadPage {
  const url = base + fragment;
  const read = { requestedUrl: url, finalUrl: url, isRendered: true, isOk: true, title: 'Desk', depth: 0 };
  return { ...read, text: words(text), links, ...rest };
}

test('only fragments with a path have the form of a route', () => {
  for (const fragment of ['#/docs', '#!/docs', '#/docs?id=1', '#/a/b'])
    assert.equal(routeForm(base + fragment), fragment);
  for (const fragment of ['', '#', '#/', '#!/', '#docs', '#a/b', '#!docs', '?x=#y', `#/${'x'.repeat(600)}`])
    assert.equal(routeForm(base + fragment), '', fragment);
});

test('rules see a route as a path with a query', () => {
  const seen = (address: string) => withRouteInPath(new URL(address), new URL(address).hash).href;
  assert.equal(seen('https://app.test/#/docs/a?page=2'), 'https://app.test/%23/docs/a?page=2');
  assert.equal(seen('https://app.test/desk.html?v=1#!/a'), 'https://app.test/desk.html/%23!/a?v=1');
  assert.equal(seen('https://app.test/desk'), 'https://app.test/desk');
});

test('routes are pages after two of them have shown different contents', () => {
  const routes = createHashRoutes();
  assert.deepEqual(routes.record(page('')).offered, []);
  assert.deepEqual(links.map(routes.routeOf), ['', '#/a', '#/b', '', '', ''], 'two are shown');
  const first = routes.record(page('#/b', 'b', { depth: 1, links: [`${base}#/deep`] }));
  assert.deepEqual([first.isRefused, first.isDecided, first.offered], [false, false, []]);
  const stored = createHashRoutes(JSON.parse(JSON.stringify(routes.state())));
  for (const one of [routes, stored]) {
    const second = one.record(page('#/a', 'a', { depth: 1 }));
    assert.deepEqual([second.isRefused, second.isDecided], [false, true]);
    assert.deepEqual(
      second.offered.map(({ url, depth }) => [url.slice(base.length), depth]),
      [
        ['#/a', 1],
        ['#/b', 1],
        ['#/c?page=2', 1],
        ['#/d', 1],
        ['#/deep', 2],
      ],
    );
    assert.deepEqual(links.map(one.routeOf), ['', '#/a', '#/b', '#/c?page=2', '#/d', '']);
    assert.equal(one.identityOf(`${base}#/d`), `${base}#/d`);
    assert.equal(one.routeOf('https://app.test/other/#/a'), '', 'another page');
    assert.deepEqual(one.record(page('#/a', 'a')).offered, [], 'offered once');
    one.offerAgain();
    assert.equal(one.record(page('#/a', 'a')).offered.length, 5);
  }
});

test('fragments mean nothing if two of them show the same, and copies are refused', () => {
  const routes = createHashRoutes();
  routes.record(page('', 'all'));
  assert.equal(routes.record(page('#/a', 'all')).isRefused, true);
  const last = routes.record(page('#/b', 'all'));
  assert.deepEqual([last.isRefused, last.isDecided, last.offered], [true, false, []]);
  assert.deepEqual(
    links.map(routes.routeOf),
    links.map(() => ''),
  );
});

test('pages that no browser has shown, or with one route, are not examined', () => {
  for (const rest of [{ isRendered: false }, { isOk: false }, { links: [`${base}#/a`, `${base}#/a?x=1`] }]) {
    const routes = createHashRoutes();
    routes.record(page('', 'all', rest));
    assert.deepEqual(routes.state(), []);
  }
});

test('a route that cannot be read is replaced by another one, a few times', () => {
  const failed = (fragment: string) => page(fragment, '', { isOk: false });
  const routes = createHashRoutes();
  routes.record(page('', 'home'));
  const finding = routes.record(failed('#/a'));
  assert.deepEqual([finding.isRefused, finding.offered[0]?.url], [true, `${base}#/c?page=2`]);
  routes.record(page('#/b', 'b'));
  assert.equal(routes.record(page('#/c?page=2', 'c')).isDecided, true);

  const broken = createHashRoutes();
  broken.record(page('', 'home'));
  assert.equal(broken.record(failed('#/a')).offered.length, 1);
  assert.equal(broken.record(failed('#/b')).offered.length, 1);
  assert.equal(broken.record(failed('#/c?page=2')).offered.length, 0);
  assert.deepEqual(
    links.map(broken.routeOf),
    links.map(() => ''),
  );
});

test('the route of the page without a fragment is that page', () => {
  const routes = createHashRoutes();
  routes.record({ ...page(''), finalUrl: `${base}#/a` });
  routes.record(page('#/b', 'b'));
  routes.record(page('#/c?page=2', 'c'));
  assert.equal(routes.routeOf(`${base}#/a`), '');
  assert.equal(routes.routeOf(`${base}#/d`), '#/d');
});
