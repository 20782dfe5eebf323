import assert from 'node:assert/strict';
import { test } from 'node:test';
import MiniSearch from 'minisearch';
import { type DocsSite, loadDocsSite } from '../../src/interfaces/http/docs/docs-site.ts';

type Audience = 'users' | 'contributors';

/** A result of the search of the pages. */
interface Found {
  section: { url: string; audience: Audience };
}

interface SearchModule {
  createSearch(engine: typeof MiniSearch, groups: Record<Audience, unknown>): (query: string) => Found[];
}

const moduleUrl = new URL('../../src/interfaces/http/docs/browser/search-sections.js', import.meta.url).href;

async function readText(site: DocsSite, url: string): Promise<string> {
  const file = await site.read(url);
  assert.ok(file !== null, url);
  return new TextDecoder().decode(file.plain);
}

/** Creates the search as the pages do: from the indexes that they name. */
async function openSearch(): Promise<(query: string) => Found[]> {
  const site = await loadDocsSite();
  assert.ok(site !== null);
  const page = await readText(site, '/docs/');
  const readIndex = async (audience: Audience): Promise<unknown> => {
    const url = new RegExp(`data-${audience}="([^"]+)"`).exec(page)?.[1] ?? '';
    return JSON.parse(await readText(site, url));
  };
  const { createSearch } = (await import(moduleUrl)) as SearchModule;
  return createSearch(MiniSearch, {
    users: await readIndex('users'),
    contributors: await readIndex('contributors'),
  });
}

/** First questions of new users, with the pages that answer them. */
const questions: ReadonlyArray<readonly [question: string, ...pages: string[]]> = [
  ['change port', 'change-port-host-folder'],
  ['run tests', 'contributing'],
  ['multiple users', 'self-hosting/teams'],
  ['proxy', 'exits', 'self-hosting/reverse-proxy'],
  ['DATA_DIR', 'change-port-host-folder', 'configuration'],
  ['how do I uninstall it', 'remove'],
  ['delete all data', 'remove'],
  ['what is sent to the internet', 'outgoing-connections'],
  ['telemetry', 'outgoing-connections'],
  ['robots.txt', 'outgoing-connections', 'crawl-and-map'],
  ['is search included', 'works-out-of-the-box', 'search'],
  ['api key', 'api/keys', 'credits', 'api/conventions'],
  ['screenshot', 'page-formats', 'scrape', 'api/pages', 'reference/api/read-pages'],
  ['connect claude', 'mcp-clients', 'mcp', 'guides/give-an-agent-the-web'],
  ['send an e-mail when a page changes', 'monitor-notifications'],
  ['log in to a site', 'guides/log-in-and-download', 'sessions', 'guides/watch-behind-a-login'],
  ['openai model', 'models'],
  ['docker', 'self-hosting/docker'],
  ['https certificate', 'self-hosting/reverse-proxy', 'operations'],
  ['sign in with google', 'self-hosting/teams'],
  ['backup', 'backup'],
  ['verify a receipt', 'receipts', 'reference/api/verify-a-receipt'],
  ['export csv', 'jobs', 'datasets', 'reference/api/export-a-dataset'],
  ['prometheus', 'self-hosting/monitoring'],
];

test('the search answers first questions with the right page first', async () => {
  const search = await openSearch();
  const wrong = questions.flatMap(([question, ...pages]) => {
    const first = search(question)[0]?.section.url.split('#')[0]?.slice('/docs/'.length) ?? 'none';
    return pages.includes(first) ? [] : [`${question}: ${first}`];
  });
  assert.deepEqual(wrong, []);
});

test('pages for contributors come after those for users, unless only they answer the question', async () => {
  const search = await openSearch();
  const audiencesOf = (question: string) => search(question).map(({ section }) => section.audience);
  for (const question of ['database', 'crawl', 'receipts']) {
    const audiences = audiencesOf(question);
    assert.ok(audiences.includes('contributors'), question);
    assert.deepEqual(audiences, [...audiences].sort().reverse(), question);
  }
  assert.equal(audiencesOf('add a search provider')[0], 'contributors');
  assert.deepEqual(search('the of and'), []);
});
