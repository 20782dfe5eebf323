// Compatibility: the official clients of the third-party API, unchanged, against /v2.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Firecrawl } from 'firecrawl';
import { openHome } from '../../test/service-process.ts';
import { startWorld } from '../../test/world/world.ts';
import { startProgram } from './child-program.ts';
import type { InstalledPeer } from './install-peer.ts';
import { measureRow, openPeer, type Section, type SectionContext } from './section.ts';

const timeoutMs = 5 * 60_000;

interface Call {
  name: string;
  error: string | null;
}

/** Where the clients send their calls. */
interface Target {
  url: string;
  key: string;
  page: string;
  site: string;
}

function figuresOf(calls: readonly Call[]): Record<string, number> {
  const failed = calls.filter(({ error }) => error !== null).length;
  return { calls: calls.length, passed: calls.length - failed, failed };
}

function expectTrue(isTrue: unknown, text: string): void {
  if (!isTrue) throw new Error(text);
}

const schema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };

/** The calls of the JavaScript client; those of the Python client are in programs/use_python_client.py. */
function javaScriptCalls(client: Firecrawl, { page, site }: Target): Record<string, () => Promise<void>> {
  return {
    async scrape() {
      const { markdown, metadata } = await client.scrape(page);
      expectTrue((markdown?.length ?? 0) > 100 && metadata?.statusCode === 200, 'no Markdown');
    },
    async scrapeFormats() {
      const { html, rawHtml, links } = await client.scrape(page, { formats: ['html', 'rawHtml', 'links'] });
      expectTrue(html && rawHtml && links, 'a format is missing');
    },
    async scrapeJson() {
      const { json } = await client.scrape(page, { formats: [{ type: 'json', schema }] });
      expectTrue((json as { title?: string } | undefined)?.title, 'no title');
    },
    async scrapeMissing() {
      const { metadata } = await client.scrape(`${page}-that-does-not-exist`);
      expectTrue(metadata?.statusCode === 404, `status ${metadata?.statusCode}`);
    },
    async map() {
      const { links } = await client.map(site, { limit: 50 });
      expectTrue(links.length > 10, `${links.length} links`);
    },
    async crawl() {
      const { status, data } = await client.crawl(site, { limit: 8, pollInterval: 1, timeout: 120 });
      expectTrue(status === 'completed' && data.length === 8, `${status} with ${data.length} pages`);
    },
    async startCrawlAndStatus() {
      const { id } = await client.startCrawl(site, { limit: 3 });
      expectTrue(['scraping', 'completed'].includes((await client.getCrawlStatus(id)).status), 'status');
    },
    async cancelCrawl() {
      const { id } = await client.startCrawl(site, { limit: 500 });
      expectTrue(await client.cancelCrawl(id), 'not cancelled');
    },
    async crawlErrors() {
      const { id } = await client.startCrawl(site, { limit: 2 });
      expectTrue((await client.getCrawlErrors(id)).errors.length === 0, 'errors');
    },
    async batchScrape() {
      const { status, data } = await client.batchScrape([page, site], { pollInterval: 1 });
      expectTrue(status === 'completed' && data.length === 2, `${status} with ${data.length} pages`);
    },
    async extract() {
      const { data } = await client.extract({ urls: [page], schema });
      expectTrue((data as { title?: string } | undefined)?.title, 'no title');
    },
    async usage() {
      expectTrue((await client.getCreditUsage()).remainingCredits >= 0, 'no credits');
      expectTrue((await client.getConcurrency()).maxConcurrency > 0, 'no concurrency');
    },
    async queueStatus() {
      expectTrue(await client.getQueueStatus(), 'no status');
    },
  };
}

async function callFromJavaScript({ run }: SectionContext, target: Target) {
  const client = new Firecrawl({ apiKey: target.key, apiUrl: target.url });
  const log = 'compatibility-javascript.jsonl';
  const calls: Call[] = [];
  for (const [name, call] of Object.entries(javaScriptCalls(client, target))) {
    const error = await call().then(
      () => null,
      (reason: unknown) => String(reason).slice(0, 400),
    );
    calls.push({ name, error });
    run.log(log, { name, error });
  }
  return { figures: figuresOf(calls), log };
}

async function callFromPython({ run }: SectionContext, target: Target, peer: InstalledPeer) {
  const log = 'compatibility-python.jsonl';
  const output = join(run.folder, log);
  await startProgram({
    program: peer.program,
    script: 'use_python_client.py',
    args: [target.url, target.key, target.page, target.site, output],
    errorLog: join(run.folder, 'compatibility-python.err'),
    timeoutMs,
  }).done;
  const calls = readFileSync(output, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Call);
  return { figures: figuresOf(calls), log };
}

/** Measures which calls of the third party's clients work. */
export const measureCompatibility: Section = async (context) => {
  const world = await startWorld();
  const home = await openHome();
  try {
    const service = await home.start({ WEBDATA_ALLOW_NETWORKS: '127.0.0.0/8' });
    const { site } = world;
    const target = {
      url: service.url,
      key: service.key,
      page: site.url('/articles/notes-on-harbour-cranes'),
      site: site.url('/'),
    };
    const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      devDependencies: Record<string, string>;
    };
    const row = { section: 'compatibility', table: 'clients' } as const;
    const version = manifest.devDependencies.firecrawl ?? '';
    const javaScript = { system: 'javascript-client', title: 'third-party JavaScript client', version };
    await measureRow(context, { ...row, ...javaScript }, () => callFromJavaScript(context, target));
    if (!context.isWanted('python-client')) return;
    const peer = await openPeer(context, 'compatibility', 'python-client');
    if (peer === null) return;
    const python = { system: 'python-client', title: peer.title, version: peer.version };
    await measureRow(context, { ...row, ...python }, () => callFromPython(context, target, peer));
  } finally {
    await home.close();
    await world.close();
  }
};
