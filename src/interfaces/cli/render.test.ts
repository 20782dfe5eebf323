import assert from 'node:assert/strict';
import { test } from 'node:test';
import { declareOperations } from '../../app/operations/operations.ts';
import type { Operation } from '../../operations/declaration/operation.ts';
import { type ListLayout, renderValue as render, renderAnswer } from './render.ts';

const receipt = {
  id: 'rct_06gzydcwrhzhxf1dnfnhegtgfg',
  issuer: 'inst_1',
  credits: 1,
  route: 'http',
  charges: [{ item: 'http', credits: 1 }],
  signature: 'e'.repeat(120),
};

test('rendering a response for people', async (t) => {
  await t.test('short values are next to their name, long ones below it', () => {
    const text = render(
      {
        status: 'ok',
        data: { name: 'Lamp', parts: ['a shade of brass, polished', 'a stand of oak, oiled'], price: 12 },
        evidence: {
          '/name': { method: 'page_data', quote: 'Lamp' },
          '/price': { method: 'heuristic', quote: '12 €' },
        },
        receipt,
      },
      50,
    );
    assert.deepEqual(text.split('\n'), [
      'status    ok',
      'data',
      '  name   Lamp',
      '  parts',
      '    - a shade of brass, polished',
      '    - a stand of oak, oiled',
      '  price  12',
      'evidence',
      '          method     quote',
      '  /name   page_data  Lamp',
      '  /price  heuristic  12 €',
      'receipt   rct_06gzydcwrhzhxf1dnfnhegtgfg, 1 credit, route http (whole with --json)',
    ]);
  });

  await t.test('long URLs are cut to the width, and nested values are omitted', () => {
    const url = 'https://quayside.example/lamps/brass-ship-lamp';
    const text = render(
      {
        urls: [
          { url, first_seen: '2018-06-01T12:00:00.000Z', schema: { type: { deep: true } } },
          { url, first_seen: '2019-06-01T12:00:00.000Z', schema: null },
        ],
        total: 2,
        complete: true,
      },
      72,
    );
    assert.match(text, /https:\/\/quayside\.example\/lamps\/brass-ship-lam/);
    assert.match(text, /with --json also schema/);
  });

  await t.test('control characters are removed', () => {
    assert.equal(render({ name: 'a\u001b[31mb', list: ['\u0007c'] }, 80), 'name  a[31mb\nlist  c');
  });
});

test('lists show the columns of their operation', async (t) => {
  const listJobs = declareOperations().find(({ name }) => name === 'list_jobs') as Operation;
  const job = (number: number) => ({
    jid: `job_06h2fnxckss1n22wn325n1t5q${number}`,
    type: 'crawl',
    status: 'failed',
    paused: false,
    created_at: '2026-10-01T12:00:00.000Z',
    params: { url: `https://quayside.example/cranes/the-older-ones/harbour-crane-number-${number}` },
    progress: { done: number, discovered: 40 },
    error: { code: 'unavailable', message: `The exit of crane ${number} is not reachable for this service.` },
  });
  const answer = { jobs: [job(1), job(2)], total: 2, next_offset: null };
  const renderList = (layout: Omit<ListLayout, 'isColored'>) =>
    renderAnswer(answer, 80, listJobs, {}, { ...layout, isColored: false }).split('\n');

  await t.test('in full in a pipe', () => {
    const [head = '', first = ''] = renderList({ width: null, isWide: false });
    assert.deepEqual(head.split(/ {2,}/), ['jid', 'type', 'status', 'pages', 'url', 'reason', 'created']);
    assert.ok(first.includes(job(1).params.url) && first.includes(job(1).error.message), first);
  });

  await t.test('with each field that fits in a cell if they are wide', () => {
    const [head = ''] = renderList({ width: 80, isWide: true });
    assert.match(head, /jid .*reason .*created .*paused|jid .*reason .*created/);
    assert.ok(head.length > 80);
  });

  await t.test('on a terminal, identifiers and statuses are never cut, and addresses keep their end', () => {
    const lines = renderList({ width: 120, isWide: false });
    assert.ok(
      lines.every((line) => line.length <= 120),
      lines.join('\n'),
    );
    assert.match(lines[1] ?? '', new RegExp(`^${job(1).jid}  crawl  failed  1 +https:.*…\\S*number-1`));
    const narrow = renderList({ width: 60, isWide: false });
    assert.match(narrow[1] ?? '', new RegExp(`^${job(1).jid}  crawl  failed`));
    assert.match(narrow.at(-1) ?? '', /^\(--wide shows also .*url, reason/);
  });
});

test('a step in a session is shown on a terminal as what happened and the page; a pipe gets all fields', () => {
  const operation = declareOperations().find(({ name }) => name === 'browser_step') ?? assert.fail();
  const step = {
    sid: 'ses_06h2mndmfnrvd2qf6mwhj0y30w',
    ok: false,
    url: 'https://quayside.example/berths',
    title: 'Berths',
    snapshot: 'heading 1 "Berths"\n[1] button "Book"',
    error: { code: 'step', message: 'no element matches "Moor".' },
    dialogs: [{ type: 'confirm', message: 'Leave?\u001b[2J', accepted: false }],
    tabs: [{ tab: 1, url: 'https://quayside.example/berths', title: 'Berths', active: true }],
    warnings: [],
    receipt,
  };
  const shown = (layout: ListLayout) => renderAnswer(step, 120, operation, operation.view ?? {}, layout);
  const terminal: ListLayout = { width: 120, isWide: false, isColored: false };
  assert.deepEqual(shown(terminal).split('\n'), [
    'session  ses_06h2mndmfnrvd2qf6mwhj0y30w',
    'step     not done',
    'error    step: no element matches "Moor".',
    'page     Berths',
    'url      https://quayside.example/berths',
    'credits  1 charged',
    'dismissed confirm: Leave?[2J',
    '',
    'heading 1 "Berths"',
    '[1] button "Book"',
  ]);
  for (const layout of [
    { ...terminal, isWide: true },
    { ...terminal, width: null },
  ])
    assert.match(shown(layout), /^ok +false\n.*^tabs\n.*^receipt +rct_/ms);
});
