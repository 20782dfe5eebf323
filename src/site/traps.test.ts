import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { createTrapWatch, type TrapWatch } from './traps.ts';

const now = new Date('2026-11-21T00:00:00Z');
const origin = 'https://shop.test';

function newWatch(): TrapWatch {
  return createTrapWatch({ now });
}

function refused(paths: Iterable<string>, watch = newWatch()): string[] {
  return [...paths].filter((path) => watch.judge(origin + path, 3) === 'trap');
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at);
}

function token(at: number): string {
  return createHash('sha256').update(String(at)).digest('hex').slice(0, 24);
}

/** `YYYY` and `MM` of the month so many months after November 2026. */
function monthAfter(months: number): [string, string] {
  const [year, month] = new Date(Date.UTC(2026, 10 + months, 1)).toISOString().split('-');
  return [year as string, month as string];
}

/** How many of an endless series are let through. */
function letThrough(make: (at: number) => string, count = 3000): number {
  return count - refused(range(count).map(make)).length;
}

test('what ordinary sites have is fine', () => {
  const cases: Record<string, string[]> = {
    'ten years of months': range(120).map((at) => `/blog/${monthAfter(-at).join('/')}/`),
    'ten years of months in a query': range(120).map((at) => `/?m=${monthAfter(-at).join('')}`),
    'ten years of days': range(3650).map(
      (at) =>
        `/archive/${new Date(now.getTime() - at * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '/')}`,
    ),
    'dated articles': range(3000).map((at) => `/events/${monthAfter(-at % 200).join('/')}/article-${at}`),
    'events of the year to come': range(12).map((at) => `/events/${monthAfter(at).join('-')}`),
    'a listing of 500 pages': range(500).map((at) => `/list?page=${at + 1}`),
    'a listing of 500 pages in the path': range(500).map((at) => `/list/page/${at + 1}`),
    'many sorted listings': range(3000).map((at) => `/list?cat=${at % 6}&sort=${at % 3}&page=${at}`),
    'topics by number': range(3000).map((at) => `/topic/${1900 + Math.floor(at / 9)}/${(at % 9) + 1}`),
    'a forum': range(3000).map((at) => `/viewtopic.php?f=${at % 9}&t=${at}&start=${(at % 4) * 20}`),
    'a shop by number': range(3000).map((at) => `/product.php?cat=${at % 20}&id=${at}&lang=en`),
    'things by uuid': range(500).flatMap((at) =>
      ['posts', 'friends', 'photos'].map((page) => `/users/${token(at)}/${page}`),
    ),
    'things by long id': range(3000).map((at) => `/things/${token(at)}`),
    'things by long id in a query': range(3000).map((at) => `/thing?id=${token(at)}`),
    'deep documentation': [
      '/docs/docs/api/api/v2',
      '/org/example/build/org/example/plugin/org/Example.html',
      '/a/b/c/d/e/f/g/h/i/j/k/l',
      '/2011/11/11/11',
      '/en/us/en/index',
      '/files/0/0/0/0/file-1',
    ],
    'some filters': range(40).map((at) => `/shoes?color=${at % 5}&size=${at % 4}&brand=${at % 3}`),
    'a return address': ['/login?next=https%3A%2F%2Fshop.test%2Fcart%3Fitem%3D1'],
  };
  for (const [name, paths] of Object.entries(cases)) assert.deepEqual(refused(paths), [], name);
});

test('calendars end, forwards and backwards', () => {
  assert.ok(letThrough((at) => `/calendar/${monthAfter(at).join('/')}`, 900) < 30);
  assert.ok(letThrough((at) => `/calendar?year=${monthAfter(at)[0]}&month=${monthAfter(at)[1]}`, 900) < 30);
  assert.ok(letThrough((at) => `/calendar/${monthAfter(-at).join('-')}/`, 900) <= 60);
  assert.ok(
    letThrough(
      (at) => `/rooms?date=${new Date(now.getTime() - at * 86_400_000).toISOString().slice(0, 10)}`,
    ) <= 400,
  );
  assert.ok(letThrough((at) => `/news/${monthAfter(at).join('/')}/`, 900) < 40);
});

test('sessions give each page once', () => {
  const pages = range(30).map((page) => `page-${page}`);
  const inPath = range(40).flatMap((visit) => pages.map((page) => `/s/${token(visit)}/${page}`));
  const inQuery = range(40).flatMap((visit) => pages.map((page) => `/${page}?visit=${token(visit)}&lang=en`));
  for (const paths of [inPath, inQuery]) {
    const passed = paths.length - refused(paths).length;
    assert.ok(passed >= 30 && passed < 30 * 9, `${passed} of ${paths.length}`);
    const watch = newWatch();
    refused(paths, watch);
    const late = refused(
      ['/s/0123456789abcdef01234567/page-99', '/page-99?visit=0123456789abcdef01234567'],
      watch,
    );
    assert.deepEqual(late, [], 'a page that is new is still fetched');
  }
});

test('combinations of filters end', () => {
  const passed = letThrough((at) => {
    const filters = ['color', 'size', 'brand', 'heel', 'sort', 'view'].map(
      (name, digit) => `${name}=${Math.floor(at / 4 ** digit) % 4}`,
    );
    return `/shoes?${filters.join('&')}`;
  });
  assert.ok(passed < 200, `${passed}`);
});

test('paths that loop or grow end', () => {
  assert.deepEqual(refused(['/a/b/a/b', '/a/b/a/b/a/b', '/x/a/b/c/a/b/c/a/b/c/y']), [
    '/a/b/a/b/a/b',
    '/x/a/b/c/a/b/c/a/b/c/y',
  ]);
  assert.deepEqual(refused(['/a/a/a', '/a/a/a/a', '/a/1/a/2/a/3/a/4/a/5']), [
    '/a/a/a/a',
    '/a/1/a/2/a/3/a/4/a/5',
  ]);
  let path = '/grow';
  const passed = letThrough((at) => {
    path += `/step-${at}`;
    return path;
  }, 200);
  assert.ok(passed <= 24, `${passed}`);
  assert.ok(
    letThrough(
      (at) =>
        `/tree/${range(14)
          .map((level) => (at * 7 + level) % 3000)
          .join('/')}`,
    ) <= 60,
  );
});

test('queries that grow, addresses within addresses and over-long ones end', () => {
  assert.deepEqual(
    refused([
      '/list?a=1&a=1',
      '/list?a=1&a=1&a=1',
      `/list?${range(30)
        .map((at) => `f${at}=1`)
        .join('&')}`,
      `/x?${'y'.repeat(2100)}`,
      '/login?next=%252Flogin%253Fnext%253D%25252Flogin',
      `/go?${range(4)
        .map((at) => `u${at}=http://a.test/`)
        .join('&')}`,
      '/list?page=90000',
      'nonsense%',
    ]),
    [
      '/list?a=1&a=1&a=1',
      `/list?${range(30)
        .map((at) => `f${at}=1`)
        .join('&')}`,
      `/x?${'y'.repeat(2100)}`,
      '/login?next=%252Flogin%253Fnext%253D%25252Flogin',
      `/go?${range(4)
        .map((at) => `u${at}=http://a.test/`)
        .join('&')}`,
      '/list?page=90000',
      'nonsense%',
    ],
  );
});

test('the start is never a trap', () => {
  assert.equal(newWatch().judge(`${origin}/calendar/2999/01`, 0), 'fine');
});

test('what was fine stays fine, and a watch goes on from what it wrote down', () => {
  const series = (at: number) => [
    `/calendar/${monthAfter(-at).join('/')}`,
    `/${at % 30}?visit=${token(Math.floor(at / 30))}`,
    `/shoes?color=${at % 4}&size=${Math.floor(at / 4) % 4}&brand=${Math.floor(at / 16) % 4}&view=${Math.floor(at / 64)}`,
  ];
  const whole = newWatch();
  const first = range(200).flatMap(series);
  const answers = first.map((path) => whole.judge(origin + path, 3));
  assert.ok(answers.includes('trap') && answers.includes('fine'));
  const fine = first.filter((_, at) => answers[at] === 'fine');
  assert.deepEqual(refused(fine, whole), []);
  const resumed = createTrapWatch({ now, state: JSON.parse(JSON.stringify(whole.state())) });
  assert.deepEqual(refused(fine, resumed), []);
  const next = range(300).slice(200).flatMap(series);
  assert.deepEqual(refused(next, resumed), refused(next, whole));
});

test('what it remembers is bounded, whatever the site', () => {
  const watch = newWatch();
  for (const at of range(20_000)) {
    watch.judge(`${origin}/p${at}/calendar/2026/01?a=${at}&b=${token(at)}&c=1`, 3);
    watch.judge(`${origin}/${token(at)}/page`, 3);
  }
  assert.ok(JSON.stringify(watch.state()).length < 1_000_000);
});
