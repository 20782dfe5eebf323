import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextSorting, sortItems } from '../../console/src/components/sort-items.ts';
import { mergeFirstPage } from '../../console/src/data/merge-first-page.ts';
import { placeDots } from '../../console/src/pages/archive/place-dots.ts';
import { recordName } from '../../console/src/pages/datasets/dataset-facts.ts';
import { proposeFields, unitOf } from '../../console/src/pages/datasets/propose-fields.ts';
import { createQuoteFinder, cutAtQuotes } from '../../console/src/pages/extraction/find-quote.ts';
import {
  changeDraft,
  emptyDraft,
  mergeRecorded,
  toPageWithSteps,
  toWorkflow,
} from '../../console/src/pages/sessions/step-draft.ts';
import { fillDays, firstDayOf } from '../../console/src/pages/usage/days.ts';
import { completeAddress, shortAddress } from '../../console/src/text/address.ts';
import { compareWords } from '../../console/src/text/compare-words.ts';
import { nameCountries } from '../../console/src/text/country-name.ts';
import { toWords } from '../../console/src/text/format.ts';
import { formatAmount, formatMoney, moneyOf, statedNumber } from '../../console/src/text/money.ts';
import { nextStart } from '../../console/src/text/next-start.ts';
import { stepText } from '../../console/src/text/step.ts';

test('a difference shows whole numbers and words', () => {
  const changed = (before: string, after: string) =>
    compareWords(before, after).flatMap(({ kind, text }) => (kind === 'same' ? [] : `${kind} ${text}`));
  const rows: [string, string, string[]][] = [
    ['costs 1,200 euros', 'costs 1,350 euros', ['removed 1,200', 'added 1,350']],
    ['from 1.299,00 €', 'from 1.199,00 €', ['removed 1.299,00', 'added 1.199,00']],
    ['at 10:30, daily', 'at 10:45, daily', ['removed 10:30', 'added 10:45']],
    ['version 2.4.1.', 'version 2.5.0.', ['removed 2.4.1', 'added 2.5.0']],
    ['ein größerer Kran', 'ein großer Kran', ['removed größerer', 'added großer']],
    ['the end', 'the end!', ['added !']],
  ];
  for (const [before, after, expected] of rows) assert.deepEqual(changed(before, after), expected);
});

test('warnings name the compared countries, and no other word in capitals', () => {
  assert.equal(
    nameCountries('Prices of US differ from those of DE, GB; see IT.', ['US', 'DE', 'GB']),
    'Prices of United States differ from those of Germany, United Kingdom; see IT.',
  );
});

test('captures on a line of time keep their order and do not overlap', () => {
  const rows: number[][] = [
    [0, 1, 2, 1_000],
    [0, 998, 999, 1_000],
    [5, 5, 5],
    Array.from({ length: 60 }, (_, at) => (at % 2) + at * 3),
    [7],
    [],
  ];
  for (const times of rows) {
    const { places, width } = placeDots(times);
    const pixels = places.map((place) => (place * width) / 100);
    assert.ok(pixels.every((place) => place >= 0 && place <= width + 0.01));
    for (let at = 1; at < pixels.length; at += 1)
      assert.ok((pixels[at] ?? 0) - (pixels[at - 1] ?? 0) > 13.9, `${times}: ${pixels}`);
  }
  const { places } = placeDots([0, 500, 1_000]);
  assert.deepEqual(places, [0, 50, 100], 'captures with room are where their time is');
});

test('a newer first page is put before the loaded pages, without gaps and without deleted items', () => {
  const keyOf = (item: number) => String(item);
  const merge = (loaded: number[], first: number[], next: number | null = 1) =>
    mergeFirstPage({ items: loaded, next: 9 }, { items: first, next }, keyOf);
  assert.deepEqual(merge([8, 7, 6, 5, 4], [10, 9, 8]), { items: [10, 9, 8, 7, 6, 5, 4], next: 9 });
  assert.deepEqual(merge([8, 7, 6, 5, 4], [8, 6, 5]).items, [8, 6, 5, 4], 'a deleted item disappears');
  assert.deepEqual(
    merge([8, 7, 6], [20, 19, 18]),
    { items: [20, 19, 18], next: 1 },
    'a gap starts the list anew',
  );
  assert.deepEqual(merge([8, 7, 6], [7], null), { items: [7], next: null }, 'the whole list is one page');
  assert.deepEqual(mergeFirstPage(null, { items: [1], next: null }, keyOf), { items: [1], next: null });
});

test('quotes are found regardless of white space and case, but only as whole words', () => {
  const text = 'Brass  lantern\n  costs 1,250.00 €\nSize 50 — size 5 is sold out. İstanbul café';
  const find = createQuoteFinder(text);
  const found = (quote: string) => {
    const range = find(quote);
    return range === null ? null : text.slice(range.start, range.end);
  };
  assert.equal(found('brass lantern costs'), 'Brass  lantern\n  costs');
  assert.equal(found('1,250.00 €'), '1,250.00 €');
  assert.equal(text.indexOf(found('5') ?? ''), text.indexOf('5'), 'the quote is the text');
  assert.equal(find('5')?.start, text.indexOf('5 is'));
  assert.equal(found('CAFÉ'), 'café');
  assert.equal(found('bronze'), null);
  assert.equal(found(' '), null);
});

test('a text is cut where quotes start and end, and overlapping quotes share a piece', () => {
  const quotes = new Map([
    ['/a', { start: 2, end: 6 }],
    ['/b', { start: 4, end: 8 }],
  ]);
  const segments = cutAtQuotes('0123456789', quotes);
  assert.deepEqual(segments, [
    { text: '01', names: [] },
    { text: '23', names: ['/a'] },
    { text: '45', names: ['/a', '/b'] },
    { text: '67', names: ['/b'] },
    { text: '89', names: [] },
  ]);
  assert.deepEqual(cutAtQuotes('', new Map()), []);
});

test('days without usage are filled with zeros', () => {
  const day = { day: '2026-11-02', credits: 3, pages: 2 };
  const days = fillDays({ from: '2026-11-01', to: '2026-11-03', by_day: [day] });
  assert.deepEqual(
    days.map(({ day: name, credits }) => [name, credits]),
    [
      ['2026-11-01', 0],
      ['2026-11-02', 3],
      ['2026-11-03', 0],
    ],
  );
  assert.equal(firstDayOf(7, Date.parse('2026-03-02T01:00:00Z')), '2026-02-24');
});

test('an address without a scheme is completed: https for sites, http for hosts of the local network', () => {
  const completed = {
    'example.com/a?b=c:d': 'https://example.com/a?b=c:d',
    'example.com:8443': 'https://example.com:8443',
    ' example.com ': 'https://example.com',
    'http://example.com': 'http://example.com',
    'localhost:8801/lamps': 'http://localhost:8801/lamps',
    '127.0.0.1:8801': 'http://127.0.0.1:8801',
    '[::1]:8801/a': 'http://[::1]:8801/a',
    nas: 'http://nas',
    '1.example.com': 'https://1.example.com',
    '': '',
  };
  for (const [entered, address] of Object.entries(completed))
    assert.equal(completeAddress(entered), address, entered);
});

test('names of the API are shown as words, and acronyms in capitals', () => {
  assert.equal(toWords('budget_exhausted'), 'Budget exhausted');
  assert.equal(toWords('tls'), 'TLS');
  assert.equal(toWords('list_urls'), 'List URLs');
});

test('the fields of a listing are proposed in words: names first, addresses last, no value twice', () => {
  const field = (name: string, type: string, example: unknown) => ({ name, type, example });
  assert.deepEqual(
    proposeFields('listing', [
      field('/a.card-link@href', 'url', '/p/1'),
      field('/a.card-link>img@src', 'image', '/1.jpg'),
      field('/a.card-link>img@alt', 'text', 'Oak lantern'),
      field('/h3.card-title', 'text', 'Oak lantern'),
      field('/h3.card-title>a@href', 'url', '/p/1'),
      field('/span.price', 'money', '77.82 €'),
      field('/=price', 'money', '77.82 €'),
      field('/=old price', 'money', '99.00 €'),
      field('/div.x1', 'text', 'In stock'),
      field('/.', 'text', 'Everything'),
    ]),
    ['title', 'price', 'currency', 'old price', 'x1', 'link', 'image'],
  );
  assert.deepEqual(
    proposeFields('api', [
      field('/id', 'number', 7),
      field('/@type', 'text', 'Product'),
      field('/displayTitle', 'text', 'Oak lantern'),
      field('/vendor/label', 'text', 'Salt Works'),
      field('/item/name', 'text', 'Lantern'),
      field('/unit_cents', 'number', 1_990),
    ]),
    ['display title', 'name', 'id', 'vendor label', 'unit cents'],
  );
  assert.deepEqual(
    proposeFields('table', [
      field('/Article', 'text', 'Lantern'),
      field('/Article@href', 'url', '/table/1'),
      field('/Unit price', 'money', '€3'),
    ]),
    ['Article', 'Unit price', 'currency', 'link'],
  );
  assert.deepEqual(proposeFields('listing', []), []);
});

test('prices have the currency of their record or page, and records the name that people use', () => {
  const lamp = { link: 'https://shop.example/1', price: 19.9, weight: 3, currency: 'EUR', title: 'Lamp' };
  assert.equal(moneyOf('price', lamp)?.currency, 'EUR');
  assert.equal(moneyOf('weight', lamp), null);
  assert.equal(moneyOf('price', { price: 19.9 })?.currency, null);
  assert.equal(recordName(lamp), 'Lamp');
  assert.equal(recordName({ link: 'https://shop.example/1', town: 'Aldby' }), 'Aldby');
  assert.equal(recordName({}), null);
  assert.deepEqual(['$77.82', '1.299,00 €', 'CHF 9.–', 'on request', 5].map(unitOf), [
    '$',
    '€',
    'CHF',
    null,
    null,
  ]);
  assert.equal(formatMoney(1_299, 'EUR'), '€1,299.00');
  assert.equal(formatMoney(5.5, '$'), '$5.50');
  assert.equal(formatMoney(5.5, 'zł'), '5.50 zł');
  const priceText = (value: number, hasCents: boolean) =>
    formatAmount(value, moneyOf('unitPrice', { unitPrice: value }, hasCents) ?? assert.fail());
  assert.equal(priceText(19.9, true), '19.90');
  assert.equal(priceText(15, true), '15.00');
  assert.equal(priceText(198_000, false), '198,000');
  assert.equal(statedNumber(60.5, '€60.50'), '€60.50');
  assert.equal(statedNumber(1_299, '1.299,00 €'), '1.299,00 €');
  assert.equal(statedNumber(60.5, 'from 60.50 to 80'), null);
  assert.equal(statedNumber(60.5, '61'), null);
  assert.equal(shortAddress('https://www.example.com/'), 'example.com');
  assert.equal(shortAddress('http://example.com/a?b#c'), 'example.com/a?b#c');
  assert.equal(shortAddress('harbour.txt'), 'harbour.txt');
});

test('a table is sorted as people expect, stable, and a third click restores its order', () => {
  const sort = (values: (string | number)[], isDescending = false) =>
    sortItems(values, (value) => value, isDescending);
  assert.deepEqual(sort(['page 10', 'Page 9', 'apple', 'Zebra']), ['apple', 'Page 9', 'page 10', 'Zebra']);
  assert.deepEqual(sort([10, 9, 100], true), [100, 10, 9]);
  assert.deepEqual(sort(['a10b2', 'a10b10', 'a9c', 'a010a', 'a', 'a1']), [
    'a',
    'a1',
    'a9c',
    'a010a',
    'a10b2',
    'a10b10',
  ]);
  assert.deepEqual(sort(['2026-12-01', '2026-2-01', '98765432109876543210', 'x']), [
    '2026-2-01',
    '2026-12-01',
    '98765432109876543210',
    'x',
  ]);
  assert.deepEqual(sort(['a', 3, '', 1]), [1, 3, '', 'a']);
  const rows = [
    { name: 'b', at: 1 },
    { name: 'a', at: 2 },
    { name: 'B', at: 3 },
  ];
  assert.deepEqual(
    sortItems(rows, ({ name }) => name, true).map(({ at }) => at),
    [1, 3, 2],
  );
  const clicks = (isNumeric: boolean) => {
    const first = nextSorting(null, 'x', isNumeric);
    const second = nextSorting(first, 'x', isNumeric);
    return [first?.isDescending, second?.isDescending, nextSorting(second, 'x', isNumeric)];
  };
  assert.deepEqual(clicks(false), [false, true, null]);
  assert.deepEqual(clicks(true), [true, false, null]);
  assert.deepEqual(nextSorting({ id: 'y', isDescending: true }, 'x', false), {
    id: 'x',
    isDescending: false,
  });
});

test('edits of recorded steps stay while more is recorded, and a step that goes on is replaced once', () => {
  const goto = { type: 'goto', url: 'https://a.example/' };
  const click = { type: 'click', target: 'Log in' };
  const typed = (text: string) => ({ type: 'type', target: 'Name', text });
  const recorded = (...steps: object[]) => ({ steps: steps as (typeof goto)[], inputs: {} });
  const first = recorded(goto, click, typed('A'));
  assert.deepEqual(mergeRecorded(emptyDraft, first).steps, first.steps);
  const withoutClick = changeDraft(emptyDraft, first, [goto, typed('A')], null);
  assert.deepEqual(
    mergeRecorded(withoutClick, first).steps,
    [goto, typed('A')],
    'a deleted step stays deleted',
  );
  const later = recorded(goto, click, typed('Ada'), { type: 'press', key: 'Enter' });
  assert.deepEqual(mergeRecorded(withoutClick, later).steps, [
    goto,
    typed('Ada'),
    { type: 'press', key: 'Enter' },
  ]);
  const withoutText = changeDraft(emptyDraft, first, [goto, click], null);
  assert.deepEqual(
    mergeRecorded(withoutText, later).steps.map(({ type }) => type),
    ['goto', 'click', 'type', 'press'],
    'what is typed into the field after its step was deleted is a step again',
  );
});

test('a workflow of recorded steps has the inputs that they ask for, and requires those without a default', () => {
  const secret = { type: 'string', format: 'password', writeOnly: true };
  const recording = {
    steps: [
      { type: 'type', target: 'Name', text: '{{name}}' },
      { type: 'type', target: 'Password', text: '{{password}}' },
    ],
    inputs: { name: { type: 'string', default: 'Ada' }, password: secret, old: { type: 'string' } },
  };
  const { inputs } = toWorkflow(recording);
  assert.deepEqual(Object.keys(inputs.properties), ['name', 'password']);
  assert.deepEqual(inputs.required, ['password']);
  assert.match(String(toPageWithSteps(recording, stepText)), /open no address/);
});

test('a monitor starts at the last address and performs the steps after it, or says which it cannot', () => {
  const steps = [
    { type: 'goto', url: 'https://a.example/' },
    { type: 'click', target: 'Shop' },
    { type: 'goto', url: 'https://a.example/shop' },
    { type: 'type', target: 'Search', text: 'lamp', submit: true },
    { type: 'screenshot' },
  ];
  assert.deepEqual(toPageWithSteps({ steps, inputs: {} }, stepText), {
    url: 'https://a.example/shop',
    steps: [
      { type: 'type', target: 'Search', text: 'lamp' },
      { type: 'press', key: 'Enter', target: 'Search' },
    ],
  });
  const dragged = [...steps, { type: 'select', target: 'Size', values: ['Large'] }];
  assert.equal(
    toPageWithSteps({ steps: dragged, inputs: {} }, stepText),
    'A monitor cannot perform this step: Choose “Large” in “Size”.',
  );
  const asked = [...steps, { type: 'type', target: 'Code', text: '{{code}}' }];
  assert.match(String(toPageWithSteps({ steps: asked, inputs: {} }, stepText)), /the input code/);
});

test('the next start of a schedule is that of its time zone, also across a change of its clocks', () => {
  const next = (cron: string, timezone: string, now: string) => {
    const at = nextStart({ cron, timezone }, Date.parse(now));
    return at === null ? null : new Date(at).toISOString();
  };
  const monday = '2026-11-30T06:30:00Z';
  assert.equal(next('0 7 * * *', 'UTC', monday), '2026-11-30T07:00:00.000Z');
  assert.equal(next('0 7 * * *', 'Europe/Berlin', monday), '2026-12-01T06:00:00.000Z');
  assert.equal(next('30 9 * * 1-5', 'America/New_York', '2026-11-27T20:00:00Z'), '2026-11-30T14:30:00.000Z');
  assert.equal(next('0 8 * * 0', 'Europe/Berlin', '2026-10-24T12:00:00Z'), '2026-10-25T07:00:00.000Z');
  assert.equal(next('*/5 7 1 * *', 'UTC', monday), null, 'only the service can tell');
  assert.equal(next('0 7 * * *', 'Europe/Ber', monday), null);
  assert.equal(nextStart({ every: '6h' }, Date.parse(monday)), Date.parse('2026-11-30T12:30:00Z'));
  assert.equal(nextStart({ paused: true }, Date.parse(monday)), null);
});
