import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../../domain/pages/extraction.ts';
import { compileIgnoreRules, ignoreRuleError } from '../settings/ignore-rules.ts';
import type { Condition, Version } from '../settings/monitor-settings.ts';
import { compareVersions } from './compare/compare-versions.ts';
import { createNoiseLookup, type NoiseMemory, updateNoise } from './compare/noise-memory.ts';
import { type EvaluationRules, evaluateCheck, type Finding, type MonitorState } from './evaluate-check.ts';

const hourMs = 3_600_000;
const start = new Date('2026-11-21T10:20:00Z').getTime();
const rules: EvaluationRules = { conditions: [], match: 'all', failing_after: 3, watch: { kind: 'page' } };
const initialState: MonitorState = {
  status: 'active',
  baseline: null,
  lastNotified: null,
  isRemoved: false,
  unconfirmedCode: null,
  failures: 0,
  failingNotifiedAt: null,
};
const noRules = compileIgnoreRules([]);
const notFound: Finding = { kind: 'gone', code: 'http_404', message: 'Not found.' };
const block: Finding = { kind: 'fault', code: 'captcha', message: 'A wall.', isWatchMissing: false };
const lost: Finding = { kind: 'fault', code: 'section_missing', message: 'No match.', isWatchMissing: true };

const version = (content: string | Json[] | { [name: string]: Json }, hour = 0): Version => ({
  at: new Date(start + hour * hourMs),
  title: null,
  url: null,
  text: typeof content === 'string' ? content : null,
  data: typeof content === 'string' ? null : content,
  anchor: null,
  picture: null,
});

/** Evaluates a series of findings, one hour apart. A text or an object stands for a version that was read. */
function run(
  findings: Array<Finding | string | { [name: string]: Json }>,
  changedRules: Partial<EvaluationRules> = {},
) {
  let state = initialState;
  return findings.map((found, hour) => {
    const isFinding = typeof found === 'object' && 'kind' in found;
    const now = version(isFinding ? '' : (found as string), hour);
    const { baseline } = state;
    const diff = baseline === null || isFinding ? null : compareVersions(baseline, [now], noRules).diff;
    const finding = isFinding ? (found as Finding) : ({ kind: 'version', version: now, diff } as const);
    const verdict = evaluateCheck(state, finding, { ...rules, ...changedRules }, now.at);
    state = verdict.monitorState;
    return verdict;
  });
}

const summaries = (verdicts: ReturnType<typeof run>) =>
  verdicts.map(({ state, events }) => [state, ...events].join(' '));

test('a change is notified once, and again when it is reverted', () => {
  assert.deepEqual(summaries(run(['Price 10', 'Price 10', 'Price 8', 'Price 8', 'Price 10', 'Price 10'])), [
    'new',
    'same',
    'changed changed',
    'same',
    'changed changed',
    'same',
  ]);
});

test('blocks and failures do not change the baseline', () => {
  const calm = run(['Price 10', block, block, 'Price 10', block, 'Price 8']);
  assert.deepEqual(summaries(calm), ['new', 'error', 'error', 'same', 'error', 'changed changed']);
  assert.equal(calm[2]?.monitorState.baseline?.text, 'Price 10');
  assert.equal(calm[5]?.summary, '“Price 10” → “Price 8”');
});

test('failing is notified after some checks, then daily, and recovery is notified', () => {
  const day = Array.from({ length: 27 }, () => block);
  const verdicts = summaries(run(['Price 10', ...day, 'Price 10', block, block, 'Price 10']));
  const events = verdicts.flatMap((verdict, hour) => (verdict.includes(' ') ? [[hour, verdict]] : []));
  assert.deepEqual(events, [
    [3, 'error failing'],
    [27, 'error failing'],
    [28, 'same recovered'],
  ]);
});

test('a page is removed when it is missing twice in a row, and its return is notified', () => {
  assert.deepEqual(
    summaries(run(['Price 10', notFound, 'Price 10', notFound, notFound, notFound, 'Price 10', 'Price 10'])),
    ['new', 'error', 'same', 'error', 'removed changed', 'same', 'changed changed', 'same'],
  );
  const [, first] = run(['Price 10', notFound]);
  assert.deepEqual([first?.needsConfirmation, first?.monitorState.failures], [true, 0]);
  assert.deepEqual(summaries(run([notFound, notFound, notFound])), ['error', 'error', 'error failing']);
});

test('a page that lost nearly all its text is confirmed by a second check', () => {
  const long = Array.from({ length: 50 }, (_, index) => `word${index}`).join(' ');
  assert.deepEqual(summaries(run([long, 'Loading', long, 'Loading', 'Loading', 'Loading'])), [
    'new',
    'error',
    'same',
    'error',
    'changed changed',
    'same',
  ]);
});

test('a selector without a match needs attention and keeps the last good value', () => {
  const verdicts = run(['Price 10', lost, lost, lost, 'Price 10']);
  assert.deepEqual(summaries(verdicts), ['new', 'error', 'error', 'error failing', 'same recovered']);
  assert.deepEqual(
    verdicts.map(({ monitorState }) => monitorState.status),
    ['active', 'needs_attention', 'needs_attention', 'needs_attention', 'active'],
  );
  assert.equal(verdicts[3]?.monitorState.baseline?.text, 'Price 10');
});

test('conditions are evaluated after a change, and drops count from the last notified value', () => {
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
  const hours = (changedRules: Partial<EvaluationRules>, findings: Parameters<typeof run>[0] = prices) =>
    run(findings, changedRules).flatMap(({ events }, hour) => (events.includes('changed') ? [hour] : []));
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

test('ignored content neither counts nor is shown, or is only shown', () => {
  const compare = (rules: Parameters<typeof compileIgnoreRules>[0], before: string, after: string) =>
    compareVersions(version(before), [version(after)], compileIgnoreRules(rules)).diff.blocks;
  const [before, after] = ['Price 10, offer 4711', 'Price 10, offer 4712'];
  assert.equal(compare([], before, after).length, 1);
  assert.deepEqual(compare(['/offer \\d+/'], before, after), []);
  assert.deepEqual(compare([{ expression: 'OFFER.*', shown: true }], before, after).length, 1);
  assert.deepEqual(compare([{ expression: '/OFFER.*/i', shown: true }], before, after), []);
  const hidden = compare(['/, offer \\d+/'], before, 'Price 8, offer 4712');
  assert.deepEqual([hidden[0]?.before, hidden[0]?.after], ['Price 10', 'Price 8']);
  const shown = compare([{ expression: 'offer \\d+', shown: true }], before, 'Price 8, offer 4712');
  assert.equal(shown[0]?.after, 'Price 8, offer 4712');
  assert.deepEqual(compileIgnoreRules(['.ad', '#footer > p', '/x+/']).selectors, ['.ad', '#footer > p']);
  for (const rule of ['p[', '/(/', '/.*/', { expression: '(', shown: false }]) {
    assert.equal(typeof ignoreRuleError(rule), 'string', JSON.stringify(rule));
  }
});

test('alternating content is noise, and is notified once it has settled', () => {
  let memory: NoiseMemory = {};
  memory = updateNoise(memory, ['b'], ['a', 'b'], 1);
  for (let check = 2; check <= 30; check += 1)
    memory = updateNoise(memory, [check % 3 === 0 ? 'a' : 'b'], [], check);
  assert.deepEqual([createNoiseLookup(memory).has('a'), createNoiseLookup(memory).has('b')], [true, true]);
  for (let check = 31; check <= 60; check += 1) memory = updateNoise(memory, ['b'], [], check);
  assert.deepEqual(memory, {});
});
