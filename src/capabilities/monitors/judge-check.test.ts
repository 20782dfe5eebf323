import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../domain/extraction.ts';
import { compareVersions } from './compare-versions.ts';
import { compileIgnored, ignoreFault } from './ignored.ts';
import { type Finding, type JudgeRules, judgeCheck, type Standing } from './judge-check.ts';
import { knownNoise, type NoiseMemory, rememberNoise } from './noise-memory.ts';
import type { Condition, Version } from './watch.ts';

const hourMs = 3_600_000;
const start = new Date('2026-11-21T10:20:00Z').getTime();
const rules: JudgeRules = { conditions: [], match: 'all', failing_after: 3, watch: { kind: 'page' } };
const fresh: Standing = {
  status: 'active',
  baseline: null,
  told: null,
  isGone: false,
  doubt: null,
  failures: 0,
  failingToldAt: null,
};
const nothing = compileIgnored([]);
const gone = { kind: 'gone', code: 'http_404', message: 'Not found.' } as const;
const wall = { kind: 'fault', code: 'captcha', message: 'A wall.', isLost: false } as const;
const lost = { kind: 'fault', code: 'section_missing', message: 'No match.', isLost: true } as const;

const version = (content: string | Json[] | { [name: string]: Json }, hour = 0): Version => ({
  at: new Date(start + hour * hourMs),
  title: null,
  url: null,
  text: typeof content === 'string' ? content : null,
  data: typeof content === 'string' ? null : content,
  anchor: null,
  picture: null,
});

/** Runs a monitor over what its checks find, an hour apart; a text or values stand for a version that was read. */
function run(
  findings: Array<Finding | string | { [name: string]: Json }>,
  changed: Partial<JudgeRules> = {},
) {
  let standing = fresh;
  return findings.map((found, hour) => {
    const isFinding = typeof found === 'object' && 'kind' in found;
    const now = version(isFinding ? '' : (found as string), hour);
    const { baseline } = standing;
    const diff = baseline === null || isFinding ? null : compareVersions(baseline, [now], nothing).diff;
    const finding = isFinding ? (found as Finding) : ({ kind: 'version', version: now, diff } as const);
    const verdict = judgeCheck(standing, finding, { ...rules, ...changed }, now.at);
    standing = verdict.standing;
    return verdict;
  });
}

const told = (verdicts: ReturnType<typeof run>) =>
  verdicts.map(({ state, events }) => [state, ...events].join(' '));

test('a change is told of once, and again when it is taken back', () => {
  assert.deepEqual(told(run(['Price 10', 'Price 10', 'Price 8', 'Price 8', 'Price 10', 'Price 10'])), [
    'new',
    'same',
    'changed changed',
    'same',
    'changed changed',
    'same',
  ]);
});

test('walls and failures touch nothing: what changed behind them is a change, what did not is none', () => {
  const calm = run(['Price 10', wall, wall, 'Price 10', wall, 'Price 8']);
  assert.deepEqual(told(calm), ['new', 'error', 'error', 'same', 'error', 'changed changed']);
  assert.equal(calm[2]?.standing.baseline?.text, 'Price 10');
  assert.equal(calm[5]?.summary, '“Price 10” → “Price 8”');
});

test('failing is told of after some checks, reminded of daily, and its end is told of', () => {
  const day = Array.from({ length: 27 }, () => wall);
  const verdicts = told(run(['Price 10', ...day, 'Price 10', wall, wall, 'Price 10']));
  const events = verdicts.flatMap((verdict, hour) => (verdict.includes(' ') ? [[hour, verdict]] : []));
  assert.deepEqual(events, [
    [3, 'error failing'],
    [27, 'error failing'],
    [28, 'same recovered'],
  ]);
});

test('a page is gone when it was not there twice in a row, and told of when it is back', () => {
  assert.deepEqual(told(run(['Price 10', gone, 'Price 10', gone, gone, gone, 'Price 10', 'Price 10'])), [
    'new',
    'error',
    'same',
    'error',
    'removed changed',
    'same',
    'changed changed',
    'same',
  ]);
  const [, first] = run(['Price 10', gone]);
  assert.deepEqual([first?.isDoubtful, first?.standing.failures], [true, 0]);
  assert.deepEqual(told(run([gone, gone, gone])), ['error', 'error', 'error failing']);
});

test('a page that lost nearly all its text is believed at the second sight', () => {
  const long = Array.from({ length: 50 }, (_, index) => `word${index}`).join(' ');
  assert.deepEqual(told(run([long, 'Loading', long, 'Loading', 'Loading', 'Loading'])), [
    'new',
    'error',
    'same',
    'error',
    'changed changed',
    'same',
  ]);
});

test('a selector that finds nothing any more needs attention, and keeps the last good value', () => {
  const verdicts = run(['Price 10', lost, lost, lost, 'Price 10']);
  assert.deepEqual(told(verdicts), ['new', 'error', 'error', 'error failing', 'same recovered']);
  assert.deepEqual(
    verdicts.map(({ standing }) => standing.status),
    ['active', 'needs_attention', 'needs_attention', 'needs_attention', 'active'],
  );
  assert.equal(verdicts[3]?.standing.baseline?.text, 'Price 10');
});

test('conditions are asked after a change, and drops count from what was last told of', () => {
  const when = (
    op: Condition['op'],
    value: Condition['value'],
    field = 'price',
    match: 'all' | 'any' = 'all',
  ) => ({
    conditions: [{ field, op, value }],
    match,
  });
  const prices = [100, 95, 91, 90, 85, 80, 120].map((price) => ({ price }));
  const hours = (changed: Partial<JudgeRules>, findings: Parameters<typeof run>[0] = prices) =>
    run(findings, changed).flatMap(({ events }, hour) => (events.includes('changed') ? [hour] : []));
  assert.deepEqual(hours({}), [1, 2, 3, 4, 5, 6]);
  assert.deepEqual(hours(when('drops_by_percent', 10)), [3, 5]);
  assert.deepEqual(hours(when('drops_by_percent', '10%', '/price')), [3, 5]);
  assert.deepEqual(hours(when('rises_by', 20)), [6]);
  assert.deepEqual(hours(when('<', 91)), [3, 4, 5]);
  assert.deepEqual(hours(when('>=', 95)), [1, 6]);
  assert.deepEqual(
    hours({
      ...when('<', 91),
      match: 'any',
      conditions: [...when('<', 85).conditions, ...when('=', 120).conditions],
    }),
    [5, 6],
  );
  const stock = [
    'Lamp\n\nIn stock',
    'Lamp\n\nSold out',
    'Lamp\n\nIn stock',
    'Lamp\n\nIn stock\n\nNew colour',
  ];
  assert.deepEqual(hours(when('appears', 'in stock', 'text'), stock), [2]);
  assert.deepEqual(hours(when('disappears', 'In Stock', 'text'), stock), [1]);
  assert.deepEqual(hours(when('contains', 'colour', 'added'), stock), [3]);
  assert.deepEqual(hours(when('contains', 'stock', 'removed'), stock), [1]);
  assert.deepEqual(hours(when('matches', '/sold +out/i', 'text'), stock), [1]);
  assert.deepEqual(hours(when('lacks', 'stock', 'text'), stock), [1]);
  const nested = [{ offer: { size: 'M' } }, { offer: { size: null } }, { offer: { size: 'L' } }];
  assert.deepEqual(hours(when('disappears', null, 'offer.size'), nested), [1]);
  assert.deepEqual(hours(when('appears', null, '/offer/size'), nested), [2]);
});

test('what is ignored is neither decided by nor shown, or shown only', () => {
  const compare = (rules: Parameters<typeof compileIgnored>[0], one: string, other: string) =>
    compareVersions(version(one), [version(other)], compileIgnored(rules)).diff.blocks;
  const [one, other] = ['Price 10, offer 4711', 'Price 10, offer 4712'];
  assert.equal(compare([], one, other).length, 1);
  assert.deepEqual(compare(['/offer \\d+/'], one, other), []);
  assert.deepEqual(compare([{ expression: 'OFFER.*', shown: true }], one, other).length, 1);
  assert.deepEqual(compare([{ expression: '/OFFER.*/i', shown: true }], one, other), []);
  const hidden = compare(['/, offer \\d+/'], one, 'Price 8, offer 4712');
  assert.deepEqual([hidden[0]?.before, hidden[0]?.after], ['Price 10', 'Price 8']);
  const shown = compare([{ expression: 'offer \\d+', shown: true }], one, 'Price 8, offer 4712');
  assert.equal(shown[0]?.after, 'Price 8, offer 4712');
  assert.deepEqual(compileIgnored(['.ad', '#footer > p', '/x+/']).selectors, ['.ad', '#footer > p']);
  for (const bad of ['p[', '/(/', '/.*/', { expression: '(', shown: false }]) {
    assert.equal(typeof ignoreFault(bad), 'string', JSON.stringify(bad));
  }
});

test('a page that takes turns is known as such, and told of once it has settled', () => {
  let memory: NoiseMemory = {};
  memory = rememberNoise(memory, ['b'], ['a', 'b'], 1);
  for (let check = 2; check <= 30; check += 1)
    memory = rememberNoise(memory, [check % 3 === 0 ? 'a' : 'b'], [], check);
  assert.deepEqual([knownNoise(memory).has('a'), knownNoise(memory).has('b')], [true, true]);
  for (let check = 31; check <= 60; check += 1) memory = rememberNoise(memory, ['b'], [], check);
  assert.deepEqual(memory, {});
});
