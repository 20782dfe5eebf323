import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { createTestDatabase } from '../../../../test/database.ts';
import { ensureDefaultAccount } from '../../../account/accounts/accounts.ts';
import type { SearchQuery } from '../../../domain/resources/search.ts';
import { silentLog } from '../../../domain/system/log.ts';
import type { Database } from '../../../store/database.ts';
import type { SearchPage } from '../search-provider.ts';
import { createLocalSearch } from './local-search.ts';
import { createPageIndex } from './page-index.ts';
import type { ReadPage, SearchablePage } from './read-page.ts';
import { createSearchableText } from './searchable-text.ts';
import { deleteOldReadPages } from './write-pages.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const clock = { now: () => now };
const day = 86_400_000;
const never = new AbortController().signal;

async function accountNamed(database: Database, accountId: string): Promise<string> {
  await database
    .insertInto('accounts')
    .values({
      account_id: accountId,
      name: accountId,
      plan: 'test',
      plan_credits: 0,
      renews_at: now,
      unlimited: true,
      created_at: now,
    })
    .execute();
  return accountId;
}

interface NotedPage extends Partial<Omit<ReadPage, 'texts'>> {
  url?: string;
  title?: string;
  headings?: string[];
  text?: string;
  anchors?: SearchablePage['anchors'];
}

async function openLocal(t: TestContext, maxPages?: number) {
  const { database } = await createTestDatabase(t);
  await ensureDefaultAccount(database, { planCredits: 0, unlimited: true, presetKey: null }, clock);
  const [mine, theirs] = [await accountNamed(database, 'acct_a'), await accountNamed(database, 'acct_ab')];
  const prepared = new Map<string, SearchablePage>();
  const index = createPageIndex({
    database,
    log: silentLog,
    prepare: async (pages) => pages.map(({ markdown }) => prepared.get(markdown) ?? null),
    ...(maxPages !== undefined && { maxPages }),
  });
  t.after(() => index.close());
  const local = createLocalSearch({ database, flushIndex: () => index.flush(), clock });
  let count = 0;
  return {
    database,
    index,
    mine,
    theirs,
    note({
      title = '',
      headings = [],
      text = '',
      anchors = [],
      url = `https://example.com/${count + 1}`,
      ...page
    }: NotedPage) {
      count += 1;
      const key = createHash('sha256').update(url).digest();
      const markdown = String(count);
      prepared.set(markdown, { text: createSearchableText({ url, title, headings, text }), anchors });
      const common = { accountId: mine, key, language: null, publishedAt: null, jobId: null };
      const texts = { url, title, description: '', markdown };
      const readAt = new Date(now.getTime() - count);
      void index.add({ ...common, readAt, ...page, texts }, never);
    },
    async find(words: string, query: Partial<SearchQuery> = {}, accountId = mine): Promise<SearchPage> {
      const rest = { country: null, language: null, freshness: null, category: 'web' } as const;
      const requested = { ...rest, query: words, includeDomains: [], excludeDomains: [], ...query };
      const order = { query: requested, page: 1, wanted: 50, withOperators: true, accountId, now };
      return (await local.search(order, new AbortController().signal)) as SearchPage;
    },
  };
}

const titles = (page: SearchPage) => page.results.map(({ title }) => title);

test('finds inflected words, ranks titles before texts, and shows matches in snippets', async (t) => {
  const { note, find } = await openLocal(t);
  const filler = 'Nothing of note happens in this sentence, nor in the next one. '.repeat(40);
  note({ title: 'Text', language: 'en', text: `${filler} The pumps were running all night. ${filler}` });
  note({ title: 'Running a pump', language: 'en-GB', text: 'How it is done.' });
  note({ title: 'Pumpen', language: 'de', text: 'Die Häuser haben Pumpen im Keller.' });
  note({ title: 'Other', language: 'en', text: 'Kettles and pans.' });
  const found = await find('run pump');
  assert.deepEqual(titles(found), ['Running a pump', 'Text']);
  assert.match(found.results[1]?.snippet ?? '', /pumps were running all night/);
  assert.ok((found.results[1]?.snippet.length ?? 0) < 600);
  assert.deepEqual(titles(await find('Haus')), ['Pumpen'], 'plural and umlaut');
  assert.deepEqual(titles(await find('"running all night"')), ['Text'], 'a phrase');
  assert.deepEqual(titles(await find('kettle -pan')), []);
  assert.deepEqual(titles(await find('the of')), [], 'stop words alone');
  assert.deepEqual(titles(await find("'; drop table read_pages; --")), []);
});

test('accents, case and scripts without spaces make no difference', async (t) => {
  const { note, find } = await openLocal(t);
  note({ title: 'Ночью', language: 'ru', text: 'В подвале ЁЛКИ и Насосы.' });
  note({ title: 'Café', language: 'fr', text: 'Des crèmes brûlées à São Paulo.' });
  note({ title: '東京の天気', language: 'ja', text: '明日の東京は雨が降るでしょう。傘を持ってください。' });
  note({ title: 'อากาศ', language: 'th', text: 'พรุ่งนี้ฝนตกที่กรุงเทพ' });
  note({ title: 'Nul\0l \ud800', text: 'half a surrogate \udc00 and a \0 zero' });
  assert.deepEqual(titles(await find('насосы')), ['Ночью']);
  assert.deepEqual(titles(await find('creme BRULEES sao')), ['Café']);
  const tokyo = await find('東京');
  assert.deepEqual(titles(tokyo), ['東京の天気']);
  assert.match(tokyo.results[0]?.snippet ?? '', /明日の東京は雨が降る/);
  assert.deepEqual(titles(await find('ฝน')), ['อากาศ']);
  assert.equal((await find('surrogate zero')).results.length, 1);
});

test('an account finds only its own pages', async (t) => {
  const { note, find, theirs } = await openLocal(t);
  note({ title: 'Mine', text: 'a secret kettle' });
  note({ title: 'Theirs', text: 'a secret kettle', accountId: theirs });
  assert.deepEqual(titles(await find('secret kettle')), ['Mine']);
  assert.deepEqual(titles(await find('secret kettle', {}, theirs)), ['Theirs']);
  assert.deepEqual(titles(await find('account:acct_ab')), []);
});

test('respects domains, language and freshness, and returns the age of the copy', async (t) => {
  const { note, find } = await openLocal(t);
  const publishedAt = new Date(now.getTime() - 40 * day);
  note({ title: 'Old', url: 'https://shop.example.com/a', text: 'kettle', language: 'en', publishedAt });
  note({ title: 'New', url: 'https://example.org/b', text: 'kettle', language: 'de' });
  note({ title: 'Like', url: 'https://notexample.com/c', text: 'kettle' });
  assert.deepEqual(titles(await find('kettle', { includeDomains: ['example.com'] })), ['Old']);
  assert.deepEqual(titles(await find('kettle', { excludeDomains: ['example.com', 'example.org'] })), [
    'Like',
  ]);
  assert.deepEqual(titles(await find('kettle', { language: 'de-AT' })), ['New']);
  assert.deepEqual(titles(await find('kettle', { freshness: 'month' })).sort(), ['Like', 'New']);
  const dayOf = (date: Date) => date.toISOString().slice(0, 10);
  const until = dayOf(publishedAt);
  assert.deepEqual(titles(await find('kettle', { until })), ['Old']);
  assert.deepEqual(titles(await find('kettle', { since: until, until })), ['Old']);
  assert.deepEqual(titles(await find('kettle', { since: dayOf(now) })).sort(), ['Like', 'New']);
  const [old] = (await find('kettle', { includeDomains: ['shop.example.com'] })).results;
  assert.equal(old?.published_at, publishedAt.toISOString());
  assert.equal(old?.read_at, new Date(now.getTime() - 1).toISOString());
});

test('if no page contains all words, pages with some of them are returned with a warning', async (t) => {
  const { note, find } = await openLocal(t);
  note({ title: 'Kettle', text: 'About kettles.', language: 'en' });
  const { results, warnings } = await find('kettle unobtainium');
  assert.equal(results.length, 1);
  assert.equal(warnings[0]?.code, 'some_words');
  assert.equal((await find('unobtainium')).results.length, 0);
});

test('title, headings, address and link texts weigh more than the text', async (t) => {
  const { note, find } = await openLocal(t);
  const changes = 'In this release vacuum was changed, and the vacuum of tables as well. '.repeat(30);
  note({ url: 'https://docs.example/release-notes.html', title: 'Changes', language: 'en', text: changes });
  note({
    url: 'https://docs.example/sql-vacuum.html',
    title: 'VACUUM',
    language: 'en',
    text: 'Reclaims space.',
  });
  note({
    url: 'https://docs.example/maintenance.html',
    title: 'Maintenance',
    headings: ['Routine Vacuum'],
    language: 'en',
    text: 'Routine Vacuum. Regular work that keeps tables small.',
  });
  note({
    url: 'https://docs.example/p/17',
    title: 'Untitled',
    language: 'en',
    text: 'How a freeze works, in short.',
  });
  const target = createHash('sha256').update('https://docs.example/p/17').digest();
  note({
    title: 'Contents',
    language: 'en',
    text: 'A list of all pages.',
    anchors: [{ key: target, text: 'Vacuum freeze' }],
  });
  assert.deepEqual(titles(await find('vacuum')), ['VACUUM', 'Maintenance', 'Changes', 'Untitled']);
  assert.deepEqual(titles(await find('vacuum freeze')).slice(0, 1), ['Untitled'], 'by the text of a link');
});

test('identifiers are found whole and by their words', async (t) => {
  const { note, find } = await openLocal(t);
  note({ title: 'Iterator', headings: ['fn filter_map'], text: 'Calls `filter_map` on each element.' });
  note({
    title: 'Filter and map',
    text: 'You can filter a list and map a list, in any order: map, then filter.',
  });
  note({ title: 'HashMap', text: 'A HashMap stores values by key.' });
  note({ title: 'os.path', text: 'Use os.path.join to join paths, such as /usr/share/doc.' });
  note({ title: 'Intrinsics', text: 'The function _mm256_add_epi32 adds packed integers.' });
  note({ title: 'C++ guide', text: 'Templates of C++ are expanded early.' });
  assert.deepEqual(titles(await find('filter_map')), ['Iterator']);
  assert.deepEqual(titles(await find('Iterator::filter_map')), ['Iterator']);
  assert.deepEqual(titles(await find('filter map')).sort(), ['Filter and map', 'Iterator']);
  assert.equal(titles(await find('hash map'))[0], 'HashMap');
  assert.deepEqual(titles(await find('hashmap')), ['HashMap']);
  assert.deepEqual(titles(await find('os.path.join')), ['os.path']);
  assert.equal(titles(await find('path join'))[0], 'os.path');
  assert.deepEqual(titles(await find('_mm256_add_epi32()')), ['Intrinsics']);
  assert.deepEqual(titles(await find('c++')), ['C++ guide']);
  assert.equal(titles(await find('doc share'))[0], 'os.path', 'parts of a path');
});

test('a query with an address, a call or a path finds the words that the page shows', async (t) => {
  const { note, find } = await openLocal(t);
  note({ title: 'Contact', text: 'Write to jane_doe@mail.example.org about the kettle.', language: 'en' });
  note({ title: 'Calls', text: 'Use size=max_old(12) or items[rowIndex] for it.', language: 'en' });
  note({ title: 'Paths', text: 'The file is at /srv/my_app/appConfig.json today.', language: 'en' });
  const cases = {
    Contact: ['jane_doe@mail.example.org', 'doe@mail.example.org', '<jane_doe@mail.example.org>'],
    Calls: ['size=max_old(12)', 'max_old(12)', 'items[rowIndex]', 'items[row_index]'],
    Paths: ['/srv/my_app/appConfig.json', 'my_app/appConfig.json', '"my_app/appConfig.json"'],
  };
  for (const [title, queries] of Object.entries(cases)) {
    for (const query of queries) {
      const [first] = (await find(query)).results;
      assert.deepEqual([first?.title, first?.missing_words], [title, undefined], query);
    }
  }
});

test('words are found in a long text without spaces and punctuation', async (t) => {
  const { note, find } = await openLocal(t);
  note({ title: 'zh', text: `${'今天天气很好'.repeat(700)}北京大学`, language: 'zh' });
  note({ title: 'th', text: `${'ประเทศไทย'.repeat(400)}อาหาร`, language: 'th' });
  note({ title: 'ja', text: `${'明日は雨です'.repeat(500)}図書館`, language: 'ja' });
  assert.deepEqual(titles(await find('北京大学')), ['zh']);
  assert.deepEqual(titles(await find('อาหาร')), ['th']);
  assert.deepEqual(titles(await find('図書館')), ['ja']);
});

test('a result says which words its page lacks', async (t) => {
  const { note, find } = await openLocal(t);
  note({ title: 'Kettles', language: 'en', text: 'Kettles and pans.' });
  note({ title: 'Pans', language: 'en', text: 'Only pans and lids.' });
  const { results, warnings } = await find('kettle pan lid spoon');
  assert.deepEqual(results.map(({ title, missing_words: missing }) => [title, missing]).sort(), [
    ['Kettles', ['lid', 'spoon']],
    ['Pans', ['kettle', 'spoon']],
  ]);
  assert.equal(warnings[0]?.code, 'some_words');
  assert.equal((await find('kettle pan')).results[0]?.missing_words, undefined);
});

test('pages with the same title and text are one result', async (t) => {
  const { note, find } = await openLocal(t);
  const copy = { title: 'Manual', text: 'How the kettle works.', language: 'en' };
  note({ ...copy, url: 'https://docs.example/' });
  note({ ...copy, url: 'https://docs.example/index.html' });
  note({ ...copy, url: 'https://docs.example/other', text: 'How the kettle is cleaned.' });
  assert.equal((await find('kettle')).results.length, 2);
});

test('a page is listed once in its latest version until it is deleted', async (t) => {
  const { note, find, index, mine } = await openLocal(t);
  const url = 'https://example.com/page';
  note({ url, title: 'First', text: 'kettle', readAt: new Date(now.getTime() - 2 * day) });
  await index.flush();
  note({ url, title: 'Second', text: 'kettle and pan', readAt: new Date(now.getTime() - day) });
  await index.flush();
  note({ url, title: 'Late', text: 'kettle', readAt: new Date(now.getTime() - 3 * day) });
  assert.deepEqual(titles(await find('kettle')), ['Second']);
  index.remove(mine, createHash('sha256').update(url).digest());
  assert.deepEqual(titles(await find('kettle')), []);
});

test('an account keeps at most the configured number of its latest pages, for a limited time', async (t) => {
  const { note, find, index, database, theirs } = await openLocal(t, 10);
  note({ title: 'Theirs', text: 'kettle', accountId: theirs });
  for (let number = 1; number <= 40; number += 1) {
    note({ title: `Page ${number}`, text: 'kettle', readAt: new Date(now.getTime() + number) });
  }
  await index.flush();
  const { results } = await find('kettle');
  assert.ok(results.length >= 10 && results.length < 20, String(results.length));
  assert.ok(titles({ results } as SearchPage).includes('Page 40'));
  assert.equal((await find('kettle', {}, theirs)).results.length, 1);
  const left = results.length + 1;
  assert.equal(await deleteOldReadPages(database, new Date(now.getTime() + 1_000)), left);
  assert.equal((await find('kettle')).results.length, 0);
});

test('a page of any size is accepted, and a deleted account is skipped', async (t) => {
  const { note, find } = await openLocal(t);
  note({ title: 'x'.repeat(5_000), text: `kettle ${'y'.repeat(100_000)}` });
  note({ title: 'Many', text: Array.from({ length: 60_000 }, (_, at) => `w${at}`).join(' ') });
  note({ title: 'Gone', text: 'kettle', accountId: 'acct_gone' });
  assert.equal((await find('kettle')).results.length, 1);
  assert.deepEqual(titles(await find('w77')), ['Many']);
});

test('a page of a deleted job is not found, however late it is indexed', async (t) => {
  const { note, find, database, mine } = await openLocal(t);
  const job = {
    account_id: mine,
    request_id: 'req_1',
    type: 'crawl' as const,
    status: 'completed' as const,
    created_at: now,
    served_at: now,
    command: '{}',
    params: '{}',
    page_limit: 1,
    page_credits: 0,
    webhook: null,
    hook: null,
    reservation_id: null,
    start_url: '',
    discovered: 1,
    queued: 0,
  };
  for (const jobId of ['job_kept', 'job_gone'])
    await database
      .insertInto('jobs')
      .values({ ...job, job_id: jobId })
      .execute();
  note({ title: 'Kept', text: 'kettle', jobId: 'job_kept' });
  note({ title: 'Gone', text: 'kettle', jobId: 'job_gone' });
  await database.deleteFrom('jobs').where('job_id', '=', 'job_gone').execute();
  assert.deepEqual(titles(await find('kettle')), ['Kept']);
});

test('pages wait for room while earlier ones are prepared, and leave when their request ends', async (t) => {
  const { database, mine } = await openLocal(t);
  const prepared = Promise.withResolvers<void>();
  const index = createPageIndex({
    database,
    log: silentLog,
    prepare: async (pages) => {
      await prepared.promise;
      return pages.map(() => null);
    },
  });
  const add = (at: number, signal = never) =>
    index.add(
      {
        accountId: mine,
        key: createHash('sha256').update(String(at)).digest(),
        texts: { url: `https://example.com/${at}`, title: '', description: '', markdown: '' },
        language: null,
        publishedAt: null,
        readAt: now,
        jobId: null,
      },
      signal,
    );
  let taken = 0;
  const adding = Array.from({ length: 400 }, (_, at) => add(at).then(() => taken++));
  await new Promise((resolve) => setImmediate(resolve));
  assert.ok(taken >= 100 && taken < 400, `${taken} were taken`);
  const ending = new AbortController();
  const ended = add(400, ending.signal);
  ending.abort();
  await ended;
  prepared.resolve();
  await Promise.all(adding);
  await index.close();
});
