import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { availableParallelism } from 'node:os';
import { after, before, test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { charsetPaths } from '../../../test/world/site-charsets.ts';
import { longPhrase } from '../../../test/world/site-files.ts';
import { startWorld, type World } from '../../../test/world/world.ts';
import {
  compareInThread,
  toCheckResult,
} from '../../capabilities/monitors/check/compare/compare-in-thread.ts';
import { compareVersions } from '../../capabilities/monitors/check/compare/compare-versions.ts';
import {
  compareVersionsWork,
  evaluateCheckWork,
  updateNoiseWork,
} from '../../capabilities/monitors/check/compare/thread-work.ts';
import { evaluateCheck } from '../../capabilities/monitors/check/evaluate-check.ts';
import { compileIgnoreRules } from '../../capabilities/monitors/settings/ignore-rules.ts';
import type { Version } from '../../capabilities/monitors/settings/monitor-settings.ts';
import { pageKey } from '../../capabilities/search/page-key.ts';
import { searchablePagesWork } from '../../capabilities/search/thread-work.ts';
import { isSameText } from '../../diff/text-blocks.ts';
import { textDifferenceWork, textKeyWork } from '../../diff/thread-work.ts';
import type { ContentJob, PageContent } from '../../domain/pages/content.ts';
import { silentLog } from '../../domain/system/log.ts';
import { assembleWork } from '../../extract/thread-work.ts';
import { findSection } from '../../page/text/sections.ts';
import { sectionTextWork, textWindowWork } from '../../page/text/thread-work.ts';
import type { ContentThreadPool } from '../../runtime/threads/content-threads.ts';
import { createContentThreads } from '../../runtime/threads/create-content-threads.ts';
import { headLinksWork } from '../../site/links/thread-work.ts';
import { capabilities } from '../capabilities.ts';

let world: World;
let threads: ContentThreadPool;
before(async () => {
  world = await startWorld();
  threads = createContentThreads({
    module: new URL('./content-thread.ts', import.meta.url),
    handlers: capabilities.flatMap(({ threadModule }) => threadModule ?? []),
    threads: Math.min(2, availableParallelism()),
    timeoutMs: 30_000,
    maxOldGenerationMb: 256,
    log: silentLog,
  });
});
after(async () => {
  await threads.close();
  await world.close();
});

const never = new AbortController().signal;

/** A page of the site as the threads read it. */
async function read(path: string, options: Partial<ContentJob> = {}): Promise<PageContent> {
  const url = world.site.url(path);
  const [response] = (await once(get(url), 'response')) as [IncomingMessage];
  const bytes = Buffer.concat(await response.toArray());
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
  );
  return threads.process(
    {
      bytes,
      url,
      statusCode: response.statusCode ?? 0,
      headers,
      formats: ['markdown'],
      onlyMainContent: true,
      includeSelectors: [],
      excludeSelectors: [],
      maxLength: 20_000,
      maxTokens: null,
      focus: null,
      ...options,
    },
    never,
  );
}

test('every ordinary page of the site is content with its own sentence', async () => {
  const faults: string[] = [];
  const pages = await Promise.all(
    world.site.pages.map(async (page) => ({ page, content: await read(page.path) })),
  );
  for (const { page, content } of pages) {
    if (content.error !== null) faults.push(`${page.path}: ${content.error.code}`);
    if (!content.markdown.includes(page.phrase)) faults.push(`${page.path}: sentence missing`);
    if (content.markdown.includes('One letter a month')) faults.push(`${page.path}: side column kept`);
    if (content.title !== `${page.title} | Quayside` && content.title !== page.title)
      faults.push(`${page.path}: title ${content.title}`);
  }
  assert.deepEqual(faults, []);
});

test('every character set is read, however it is declared', async () => {
  for (const { path, text } of charsetPaths()) {
    const content = await read(path);
    assert.ok(content.title?.includes(text.title), `${path}: ${content.title}`);
    assert.ok(content.markdown.includes(text.body), `${path}: ${content.markdown}`);
  }
});

test('blocks and missing pages are classified, and keep their content', async () => {
  const expected: Record<string, string | null> = {
    '/status/400': 'refused',
    '/status/401': 'login_required',
    '/status/403': 'refused',
    '/status/404': 'http_404',
    '/status/410': 'http_410',
    '/status/429': 'rate_limited',
    '/status/451': 'geo',
    '/status/500': 'http_5xx',
    '/status/503': 'http_5xx',
    '/status/204': null,
    '/status/empty': null,
    '/status/soft-404': 'soft_404',
    '/wall/login': 'login_required',
    '/wall/challenge': 'challenge',
    '/wall/challenge-by-title': 'challenge',
    '/wall/captcha': 'captcha',
    '/wall/country': 'geo',
    '/slow/0': null,
    '/echo': null,
  };
  const found: Record<string, string | null> = {};
  for (const path of Object.keys(expected)) found[path] = (await read(path)).error?.code ?? null;
  assert.deepEqual(found, expected);
  assert.match((await read('/status/500')).markdown, /this sentence is its own/);
});

test('a long page is truncated, and its packed text is complete with matching sections', async () => {
  const content = await read('/long/200k', { maxLength: 5000, focus: 'entry number 77' });
  assert.ok(content.truncated && [...content.markdown].length <= 5000);
  assert.ok(content.packed);
  const whole = zstdDecompressSync(content.packed.bytes).toString();
  assert.equal(content.length, [...whole].length);
  assert.ok(whole.startsWith(content.markdown.slice(0, 4000)));
  const section = findSection(content.packed.sections, 'Entry 77');
  assert.ok(section);
  const text = whole.slice(section.offset, section.offset + section.length);
  assert.ok(text.startsWith('### Entry 77') && text.includes(longPhrase(77)), text.slice(0, 200));
  assert.match(content.passages?.[0]?.text ?? '', /Entry number 77 of/);
});

test('passages are ranked in a thread', async () => {
  const markdown = '# A\n\nBread and butter.\n\n# B\n\nTea with lemon.';
  const sections = [{ id: 'b', title: 'B', level: 1, offset: 24, length: 20 }];
  const [first] = await threads.rank({ markdown, sections, focus: 'lemon tea', limit: 2 }, never);
  assert.equal(first?.text, 'Tea with lemon.');
  assert.equal(first?.section, 'b');
});

const at = new Date('2024-02-29T12:00:00Z');

function version(text: string): Version {
  return { at, title: 'Cranes', url: world.site.url('/'), text, data: null, anchor: null, picture: null };
}

test('the texts of a page are prepared for search in a thread', async () => {
  const markdown = `# Töpfe\n\nKettles and [pans](/pans) stand here.\n\n${'-'.repeat(70)} x\n\n今天天气很好。`;
  const [found, nothing] = await threads.run(
    searchablePagesWork,
    [
      { url: 'https://example.com/toepfe.html', title: 'Töpfe', description: 'What is there', markdown },
      { url: 'https://example.com/', title: 'x', description: '', markdown: '# x' },
    ],
    never,
  );
  assert.equal(found?.text.title, 'Töpfe');
  assert.equal(found?.text.headingWords, 'topfe:1');
  assert.equal(found?.text.pathWords, 'toepfe:1');
  assert.deepEqual(found?.anchors, [
    { key: new Uint8Array(pageKey('https://example.com/pans')), text: 'pans' },
  ]);
  assert.match(
    found?.text.body ?? '',
    /^What is there\nTöpfe\n\nKettles and pans stand here\.\n\n-+ x\n\n +今天/,
  );
  assert.equal(nothing, null);
});

test('a section is found in a thread by its ordered names, otherwise by its id', async () => {
  const markdown = 'Top.\n\n# Cranes 😀\n\nThey lift.\n\n# Berths\n\nThey hold.';
  const find = (names: string[], otherwise: string | null) =>
    threads.run(sectionTextWork, { markdown, names, otherwise }, never);
  assert.deepEqual(await find(['Quays', 'berths'], null), {
    title: 'Berths',
    text: '# Berths\n\nThey hold.',
  });
  assert.equal((await find(['Quays'], 'cranes'))?.text, '# Cranes 😀\n\nThey lift.\n\n');
  assert.equal(await find(['Quays'], 'top'), null);
});

test('a part of a long text is extracted in a thread, by code points', async () => {
  const text = 'a😀b'.repeat(400_000);
  assert.deepEqual(await threads.run(textWindowWork, { text, offset: 900_001, length: 4 }, never), {
    content: '😀ba😀',
    length: 4,
  });
  const end = await threads.run(textWindowWork, { text, offset: 1_199_999, length: 50 }, never);
  assert.deepEqual(end, { content: 'b', length: 1 });
});

test('the head of a page is read in a thread', async () => {
  const url = world.site.url('/');
  const html = `<link rel="sitemap" href="/map.xml"><link rel="alternate" type="application/rss+xml" href="/feed">`;
  assert.deepEqual(await threads.run(headLinksWork, { html, url }, never), {
    feeds: [world.site.url('/feed')],
    sitemaps: [world.site.url('/map.xml')],
  });
});

test('texts are compared in a thread, even if all of many blocks differ', async () => {
  const dated = (text: string) => ({ text, at });
  const [one, same, other] = await Promise.all(
    ['The price is 10 euros.', 'The  price is 10.00 euros.', 'The price is 12 euros.'].map((text) =>
      threads.run(textKeyWork, dated(text), never),
    ),
  );
  assert.ok(one && same && other);
  assert.ok(isSameText(one, same) && !isSameText(one, other));
  const lines = (word: string) =>
    Array.from({ length: 3_000 }, (_, line) => `${word}${line} ${word}`).join('\n\n');
  const order = { before: dated(lines('crane')), after: dated(lines('berth')) };
  const { summary } = await threads.run(textDifferenceWork, order, never);
  assert.deepEqual(summary, { added: 0, removed: 0, changed: 3_000 });
});

test('versions of a monitored page are compared in a thread with the same result as in this one', async () => {
  const [before, after] = [
    version('# Cranes\n\nOne crane.\n\nID 77'),
    version('# Cranes\n\nTwo cranes.\n\nID 78'),
  ];
  const order = { before, readings: [after], ignore: ['/ID \\d+/'], noise: {} };
  const compared = await threads.run(compareVersionsWork, order, never);
  assert.deepEqual(compared, compareInThread(order));
  assert.deepEqual(compared, compareVersions(before, [after], compileIgnoreRules(order.ignore)));
  assert.deepEqual(compared.diff.summary, { added: 0, removed: 0, changed: 1 });
  const seen = { noise: {}, version: after, ignore: [], unstableKeys: ['ID 78'], check: 3 };
  assert.deepEqual(Object.values(await threads.run(updateNoiseWork, seen, never)), [
    { here: true, since: 3 },
  ]);
  const monitorState = {
    status: 'active' as const,
    baseline: before,
    lastNotified: null,
    isRemoved: false,
    unconfirmedCode: null,
    failures: 0,
    failingNotifiedAt: null,
  };
  const rules = { conditions: [], match: 'all' as const, failing_after: 3, watch: { kind: 'page' as const } };
  const judging = {
    monitorState,
    finding: { kind: 'version' as const, version: after, diff: compared.diff },
    rules,
    now: at,
  };
  const verdict = toCheckResult(judging, await threads.run(evaluateCheckWork, judging, never));
  assert.deepEqual(verdict, evaluateCheck(monitorState, judging.finding, rules, at));
  assert.equal(verdict.monitorState.baseline, after);
  const unchanged = {
    ...judging,
    finding: {
      ...judging.finding,
      diff: { ...compared.diff, summary: { added: 0, removed: 0, changed: 0 } },
    },
  };
  const calm = toCheckResult(unchanged, await threads.run(evaluateCheckWork, unchanged, never));
  assert.equal(calm.monitorState.baseline, before);
});

test('the values of many records are mapped in a thread', async () => {
  const schema = {
    type: 'object',
    properties: {
      cranes: {
        type: 'array',
        items: {
          type: 'object',
          properties: { name: { type: 'string' }, load: { type: 'number', maximum: 400 } },
        },
      },
    },
  };
  const evidence = { method: 'page_data', source: 'json', locator: '', quote: '' } as const;
  const valueAt = (pointer: string, value: string | number) => ({
    ...{ pointer, value, evidence, isGrounded: true, confidence: 1, node: -1 },
  });
  const found = Array.from({ length: 500 }, (_, crane) => [
    valueAt(`/cranes/${crane}/name`, `Crane ${crane}`),
    valueAt(`/cranes/${crane}/load`, crane),
  ]).flat();
  const { data, missing } = await threads.run(assembleWork, { schema, found, byModel: [] }, never);
  const { cranes } = data as { cranes: unknown[] };
  assert.equal(cranes.length, 500);
  assert.deepEqual(cranes.slice(400, 402), [
    { name: 'Crane 400', load: 400 },
    { name: 'Crane 401', load: null },
  ]);
  assert.deepEqual(
    missing,
    Array.from({ length: 99 }, (_, at) => `/cranes/${at + 401}/load`),
  );
});
