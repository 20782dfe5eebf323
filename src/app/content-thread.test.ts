import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { availableParallelism } from 'node:os';
import { after, before, test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { charsetPaths } from '../../test/world/site-charsets.ts';
import { longPhrase } from '../../test/world/site-files.ts';
import { startWorld, type World } from '../../test/world/world.ts';
import type { ContentJob, PageContent } from '../domain/content.ts';
import { silentLog } from '../domain/log.ts';
import { findSection } from '../page/sections.ts';
import { createContentThreads, type RunningContentThreads } from '../runtime/content-threads.ts';

let world: World;
let threads: RunningContentThreads;
before(async () => {
  world = await startWorld();
  threads = createContentThreads({
    module: new URL('./content-thread.ts', import.meta.url),
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

test('walls and missing pages are called what they are, with their content', async () => {
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

test('a long page comes cut, and whole in its packed form, with sections that fit it', async () => {
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
