import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { createTrapDetector, type TrapDetector } from './traps.ts';

const now = new Date('2026-11-21T00:00:00Z');
const origin = 'https://shop.test';

function newDetector(): TrapDetector {
  return createTrapDetector({ now });
}

function rejectedPaths(paths: Iterable<string>, detector = newDetector()): string[] {
  return [...paths].filter((path) => detector.check(origin + path, 3) === 'trap');
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at);
}

function token(at: number): string {
  return createHash('sha256').update(String(at)).digest('hex').slice(0, 24);
}

/** Returns `YYYY` and `MM` of the month this many months after November 2026. */
function monthAfter(months: number): [string, string] {
  const [year, month] = new Date(Date.UTC(2026, 10 + months, 1)).toISOString().split('-');
  return [year as string, month as string];
}

/** Counts the accepted URLs of an endless series. */
function countAccepted(make: (at: number) => string, count = 3000): number {
  return count - rejectedPaths(range(count).map(make)).length;
}

test('URLs of ordinary sites are fine', () => {
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
  for (const [name, paths] of Object.entries(cases)) assert.deepEqual(rejectedPaths(paths), [], name);
});

test('calendars are limited in both directions', () => {
  assert.ok(countAccepted((at) => `/calendar/${monthAfter(at).join('/')}`, 900) < 30);
  assert.ok(
    countAccepted((at) => `/calendar?year=${monthAfter(at)[0]}&month=${monthAfter(at)[1]}`, 900) < 30,
  );
  assert.ok(countAccepted((at) => `/calendar/${monthAfter(-at).join('-')}/`, 900) <= 60);
  assert.ok(
    countAccepted(
      (at) => `/rooms?date=${new Date(now.getTime() - at * 86_400_000).toISOString().slice(0, 10)}`,
    ) <= 400,
  );
  assert.ok(countAccepted((at) => `/news/${monthAfter(at).join('/')}/`, 900) < 40);
});

test('session ids do not repeat pages', () => {
  const pages = range(30).map((page) => `page-${page}`);
  const inPath = range(40).flatMap((visit) => pages.map((page) => `/s/${token(visit)}/${page}`));
  const inQuery = range(40).flatMap((visit) => pages.map((page) => `/${page}?visit=${token(visit)}&lang=en`));
  for (const paths of [inPath, inQuery]) {
    const accepted = paths.length - rejectedPaths(paths).length;
    assert.ok(accepted >= 30 && accepted < 30 * 9, `${accepted} of ${paths.length}`);
    const detector = newDetector();
    rejectedPaths(paths, detector);
    const late = rejectedPaths(
      ['/s/0123456789abcdef01234567/page-99', '/page-99?visit=0123456789abcdef01234567'],
      detector,
    );
    assert.deepEqual(late, [], 'a new page is still fetched');
  }
});

/** Reads a calendar page by page; returns the number of pages that were read, at most 600. */
function readCalendar(link: (month: number, visit: number) => string, titleOf: (path: string) => string) {
  const detector = newDetector();
  const queue = [link(0, 0)];
  const read: string[] = [];
  const seen = new Set(queue);
  let path = queue.shift();
  for (; path !== undefined && read.length < 600; path = queue.shift()) {
    read.push(path);
    detector.recordTitle(origin + path, titleOf(path));
    const month = Number(/month=\d{4}-(\d\d)/.exec(path)?.[1]) + 12 * Number(/month=(\d{4})/.exec(path)?.[1]);
    const months = [-1, 1].map((step) => month + step - (2026 * 12 + 11)).filter((at) => Math.abs(at) <= 12);
    for (const next of months.map((at) => link(at, read.length)))
      if (!seen.has(next) && seen.add(next) && detector.check(origin + next, 3) === 'fine') queue.push(next);
  }
  return read;
}

test('a calendar whose links have another session id on every page is read once', () => {
  const monthName = (path: string) => /month=[\d-]+/.exec(path)?.[0] ?? '';
  for (const name of ['sid', 'v', 'token']) {
    for (const length of [6, 10, 24]) {
      const id = (visit: number) => token(visit).slice(0, length - 1) + (visit % 10);
      const read = readCalendar(
        (month, visit) => `/agenda?month=${monthAfter(month).join('-')}&${name}=${id(visit)}`,
        monthName,
      );
      assert.equal(new Set(read.map(monthName)).size, 25, 'every month is read');
      assert.ok(read.length < 25 * 4, `${name} with ${length} characters: ${read.length}`);
    }
  }
});

test('ids of rooms, events and pages of lists in a calendar are not those of sessions', () => {
  const months = range(12).map((at) => monthAfter(-at).join('-'));
  const rooms = range(40).map((at) => `room${at + 10}`);
  const cases: Record<string, string[]> = {
    'rooms, each with all its months': rooms.flatMap((room) =>
      months.map((month) => `/free?month=${month}&r=${room}`),
    ),
    'months, each with all rooms': months.flatMap((month) =>
      rooms.map((room) => `/free?month=${month}&r=${room}`),
    ),
    'two months of all rooms at first, and then page by page': range(6).flatMap((at) =>
      rooms.flatMap((room) => [0, 1].map((step) => `/free?month=${months[at * 2 + step]}&r=${room}`)),
    ),
    'events of one date': range(400).map((at) => `/event?date=2026-11-${(at % 18) + 10}&id=ev${1000 + at}`),
    'a list with pages': months.flatMap((month) =>
      range(9).map((at) => `/log?month=${month}&page=${at + 1}`),
    ),
    'orders of a list': months.flatMap((month) =>
      ['by-name-1', 'by-date-1'].map((sort) => `/log?month=${month}&sort=${sort}`),
    ),
  };
  for (const [name, paths] of Object.entries(cases)) assert.deepEqual(rejectedPaths(paths), [], name);
});

test('pages that have other titles with other hashes are items, although the hash is on all pages', () => {
  const files = range(30).flatMap((at) => [
    `/tree/file${at}?id=${token(at % 9)}`,
    `/log/file${at}?id=${token(at % 9)}`,
  ]);
  const commits = range(200).map((at) => `/commit/?id=${token(at + 100)}`);
  assert.ok(rejectedPaths([...files, ...commits]).length > 150, 'the URLs alone look like sessions');

  const read = (titleOf: (at: number) => string) => {
    const detector = newDetector();
    const start = rejectedPaths([...commits.slice(0, 5), ...files], detector);
    for (const [at, path] of commits.slice(0, 5).entries()) detector.recordTitle(origin + path, titleOf(at));
    const restored = createTrapDetector({ now, state: detector.state() });
    return start.length + rejectedPaths(commits, restored).length;
  };
  assert.equal(
    read((at) => `Commit ${at}`),
    0,
  );
  assert.ok(read(() => 'Commit') > 150, 'one title for all ids is the page of a session');
});

test('combinations of filters are limited', () => {
  const accepted = countAccepted((at) => {
    const filters = ['color', 'size', 'brand', 'heel', 'sort', 'view'].map(
      (name, digit) => `${name}=${Math.floor(at / 4 ** digit) % 4}`,
    );
    return `/shoes?${filters.join('&')}`;
  });
  assert.ok(accepted < 200, `${accepted}`);
});

test('paths that loop or grow are limited', () => {
  assert.deepEqual(rejectedPaths(['/a/b/a/b', '/a/b/a/b/a/b', '/x/a/b/c/a/b/c/a/b/c/y']), [
    '/a/b/a/b/a/b',
    '/x/a/b/c/a/b/c/a/b/c/y',
  ]);
  assert.deepEqual(rejectedPaths(['/a/a/a', '/a/a/a/a', '/a/1/a/2/a/3/a/4/a/5']), [
    '/a/a/a/a',
    '/a/1/a/2/a/3/a/4/a/5',
  ]);
  let path = '/grow';
  const accepted = countAccepted((at) => {
    path += `/step-${at}`;
    return path;
  }, 200);
  assert.ok(accepted <= 24, `${accepted}`);
  assert.ok(
    countAccepted(
      (at) =>
        `/tree/${range(14)
          .map((level) => (at * 7 + level) % 3000)
          .join('/')}`,
    ) <= 60,
  );
});

test('growing queries, nested URLs and overlong URLs are traps', () => {
  const traps = [
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
  ];
  assert.deepEqual(rejectedPaths(['/list?a=1&a=1', ...traps]), traps);
});

test('the start URL is never a trap', () => {
  assert.equal(newDetector().check(`${origin}/calendar/2999/01`, 0), 'fine');
});

test('accepted URLs stay accepted, also after the state is restored', () => {
  const series = (at: number) => [
    `/calendar/${monthAfter(-at).join('/')}`,
    `/${at % 30}?visit=${token(Math.floor(at / 30))}`,
    `/shoes?color=${at % 4}&size=${Math.floor(at / 4) % 4}&brand=${Math.floor(at / 16) % 4}&view=${Math.floor(at / 64)}`,
  ];
  const whole = newDetector();
  const first = range(200).flatMap(series);
  const answers = first.map((path) => whole.check(origin + path, 3));
  assert.ok(answers.includes('trap') && answers.includes('fine'));
  const fine = first.filter((_, at) => answers[at] === 'fine');
  assert.deepEqual(rejectedPaths(fine, whole), []);
  const resumed = createTrapDetector({ now, state: JSON.parse(JSON.stringify(whole.state())) });
  assert.deepEqual(rejectedPaths(fine, resumed), []);
  const next = range(300).slice(200).flatMap(series);
  assert.deepEqual(rejectedPaths(next, resumed), rejectedPaths(next, whole));
});

test('the state is bounded for every site', () => {
  const detector = newDetector();
  for (const at of range(20_000)) {
    detector.check(`${origin}/p${at}/calendar/2026/01?a=${at}&b=${token(at)}&c=1`, 3);
    detector.check(`${origin}/${token(at)}/page`, 3);
  }
  assert.ok(JSON.stringify(detector.state()).length < 1_000_000);
});
