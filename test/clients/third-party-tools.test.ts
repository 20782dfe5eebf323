import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Firecrawl } from 'firecrawl';
import { startTestService } from '../service/running-service.ts';
import { hangsAfterMs } from '../until.ts';
import { startWorld } from '../world/world.ts';

const run = promisify(execFile);
const bin = (name: string) => fileURLToPath(new URL(`../../node_modules/.bin/${name}`, import.meta.url));

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the tool prints
type Json = any;

test('the third-party command line and MCP tools', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t, { WEBDATA_SEARCH: 'local' });
  const home = await mkdtemp(join(tmpdir(), 'webdata-tools-'));
  t.after(() => rm(home, { recursive: true, force: true }));
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    NO_COLOR: '1',
    FIRECRAWL_API_URL: service.url,
    FIRECRAWL_API_KEY: service.key,
    FIRECRAWL_NO_TELEMETRY: '1',
  };
  const { site } = world;
  const article = site.url('/articles/notes-on-harbour-cranes');
  const command = async (...args: string[]): Promise<string> =>
    (await run(bin('firecrawl'), args, { env, cwd: home, timeout: hangsAfterMs })).stdout;

  await t.test('the command line scrapes a page in one format and in several', async () => {
    assert.match(await command('scrape', article), /^# /m);
    const several = JSON.parse(await command('scrape', article, '--format', 'markdown,links')) as Json;
    assert.match(several.markdown, /^# /m);
    assert.ok(several.links.length > 0);
  });

  await t.test('the command line maps a site', async () => {
    const mapped = JSON.parse(await command('map', site.url('/'), '--limit', '20', '--json')) as Json;
    assert.equal((mapped.data?.links ?? mapped.links).length, 20);
  });

  await t.test('the command line crawls and waits', async () => {
    const waiting = ['--limit', '5', '--wait', '--poll-interval', '1', '--crawl-entire-domain'];
    const crawled = JSON.parse(await command('crawl', site.url('/'), ...waiting)) as Json;
    assert.equal(crawled.status, 'completed');
    assert.equal(crawled.data.length, 5);
  });

  await t.test('the command line searches', async () => {
    const found = JSON.parse(await command('search', 'harbour cranes', '--json')) as Json;
    const urls = (found.data?.web ?? found.web).map((result: Json) => result.url);
    assert.ok(urls.includes(article), urls.join(' '));
  });

  await t.test('the command line shows the account status', async () => {
    assert.match(await command('credit-usage'), /credits/i);
  });

  await t.test('the JavaScript client searches', async () => {
    const client = new Firecrawl({ apiKey: service.key, apiUrl: service.url });
    const { web = [] } = await client.search('harbour cranes', {
      limit: 3,
      scrapeOptions: { formats: ['markdown'] },
    });
    assert.ok(web.length > 0 && web.length <= 3);
    assert.ok(web.every((result) => 'markdown' in result && String(result.markdown).length > 0));
  });

  await t.test('the MCP tools scrape, map and crawl', async (t) => {
    const agent = new Client({ name: 'test', version: '1' });
    await agent.connect(new StdioClientTransport({ command: bin('firecrawl-mcp'), env, stderr: 'ignore' }));
    t.after(() => agent.close());
    const call = async (name: string, args: Json): Promise<Json> => {
      const answer = (await agent.callTool({ name, arguments: args })) as Json;
      assert.notEqual(answer.isError, true, JSON.stringify(answer.content));
      return JSON.parse(answer.content[0].text);
    };
    const page = await call('firecrawl_scrape', { url: article, formats: ['markdown'] });
    assert.match(page.markdown, /^# /m);
    const mapped = await call('firecrawl_map', { url: site.url('/'), limit: 10 });
    assert.equal(mapped.links.length, 10);
    const crawled = await call('firecrawl_crawl', {
      url: site.url('/'),
      limit: 3,
      crawlEntireDomain: true,
    });
    assert.equal(crawled.status, 'completed');
    assert.equal(crawled.data.length, 3);
  });
});
