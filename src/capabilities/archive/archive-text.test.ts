import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnswerView } from '../../operations/declaration/answer-view.ts';
import { type JobResults, jobResultsView } from '../jobs/jobs-view.ts';
import type { ArchiveResponse } from './archive-response.ts';
import { archiveView } from './archive-text.ts';

const common = {
  status: 'ok',
  url: 'http://past.example/crane',
  source: 'commoncrawl',
  sources: [
    { source: 'wayback', outcome: 'failed', reason: 'it did not answer' },
    { source: 'commoncrawl', outcome: 'used' },
    { source: 'memento:other', outcome: 'skipped', reason: 'another archive had answered' },
  ],
  warnings: [],
};

function agentText(answer: object) {
  const text = archiveView.agentText?.(answer as ArchiveResponse);
  assert.ok(text !== undefined);
  const body = [text.body ?? []].flat().join('\n');
  return { ...text, untrusted: [text.untrusted, body].filter(Boolean).join('\n\n') };
}

function jobText(results: object) {
  const view = jobResultsView(() => archiveView as AnswerView<unknown>);
  const text = view.agentText?.(results as JobResults);
  assert.ok(text !== undefined);
  const body = [text.body ?? []].flat().join('\n');
  return { ...text, untrusted: [text.untrusted, body].filter(Boolean).join('\n\n') };
}

test('archive results as text for a model', async (t) => {
  await t.test('a copy: its time and URL, separate from its content', () => {
    const { essence, untrusted } = agentText({
      ...common,
      action: 'get',
      requested: { at: '2015' },
      captured_at: '2014-06-01T12:00:00.000Z',
      distance_seconds: 18_446_400,
      previous: null,
      next: { captured_at: '2016-06-01T12:00:00.000Z' },
      title: 'Crane',
      markdown: 'Lifts and swings.',
      data: { price: 12 },
      missing: ['/weight'],
      final_url: null,
      status_code: null,
      metadata: {},
    });
    assert.deepEqual(essence.split('\n'), [
      'ok get of http://past.example/crane',
      'archive: commoncrawl; wayback failed (it did not answer)',
      'copy of 2014-06-01T12:00:00Z for 2015, 18446400 s outside of the requested time; previous copy none, next 2016-06-01T12:00:00Z',
      'not found by rules, but the page may state it (a model could look): /weight',
    ]);
    assert.equal(untrusted, 'Title: Crane\n{"price":12}\n\nLifts and swings.');
  });

  await t.test('changes: assumed spans, and added and removed text', () => {
    const row = { basis: 'content', assumed: false };
    const captures = [
      { ...row, captured_at: '2012-06-01T12:00:00.000Z', until: '2014-06-01T12:00:00.000Z', change: 'first' },
      {
        ...row,
        captured_at: '2015-06-01T12:00:00.000Z',
        change: 'changed',
        assumed: true,
        last_seen_before: '2014-06-01T12:00:00.000Z',
        added: ['It costs 2 euros.'],
        removed: ['It costs 1 euro.'],
      },
    ];
    const text = agentText({
      ...common,
      action: 'snapshots',
      captures,
      changes: 1,
      total: 3,
      complete: true,
    });
    assert.match(text.essence, /^1 changes in 3 copies, complete$/m);
    assert.equal(
      text.untrusted,
      [
        '2012-06-01T12:00:00Z to 2014-06-01T12:00:00Z: first, by content',
        '2015-06-01T12:00:00Z: changed, by content, not all copies in between were read; still as before on 2014-06-01T12:00:00Z',
        '  - It costs 1 euro.',
        '  + It costs 2 euros.',
      ].join('\n'),
    );
  });

  await t.test('the single result of a job is shown like a direct response', () => {
    const points = [
      { captured_at: '2012-06-01T12:00:00.000Z', value: 12, data: { price: 12 }, changed: null },
      {
        captured_at: '2013-06-01T12:00:00.000Z',
        changed: null,
        missing: { reason: 'field_not_found', message: 'not there' },
      },
    ];
    const answer = { ...common, action: 'history', points, versions: 5, complete: false };
    const { essence, untrusted } = jobText({
      jid: 'job_1',
      type: 'archive',
      status: 'completed',
      results: [answer],
      offset: 0,
      total: 1,
      next_offset: null,
    });
    assert.match(essence, /^2 of 5 versions, not complete$/m);
    assert.equal(
      untrusted,
      '2012-06-01T12:00:00Z: 12\n2013-06-01T12:00:00Z: missing, field_not_found: not there',
    );
  });

  await t.test('a page without a capture comes with the next step', () => {
    const error = { code: 'not_archived', message: 'No archive has a copy.' };
    const { essence, untrusted } = agentText({
      ...common,
      status: 'not_found',
      source: null,
      error,
      action: 'urls',
      urls: [],
      total: 0,
      counts: {},
    });
    assert.match(essence, /error not_archived\. No archive has this page\. Use the action urls/);
    assert.equal(untrusted, 'No archive has a copy.');
  });
});
