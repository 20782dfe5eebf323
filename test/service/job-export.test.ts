import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parquetReadObjects } from 'hyparquet';
import { WARCParser } from 'warcio';
import { readEntry, readZipEntries } from '../../src/page/documents/office/zip.ts';
import { startLoopbackServer } from '../world/loopback-server.ts';
import { endedJob } from './ended-job.ts';
import { startTestService, type TestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

const long = 'Another sentence of a page that is longer than anybody reads at once. '.repeat(900);

const routes = () =>
  new Map([
    [
      '/',
      page(
        'Start: the "harbour"',
        '<a href="/docs/install.html">a</a><a href="/docs/">b</a><a href="/größe?n=1">c</a>',
      ),
    ],
    ['/docs/', page('Docs', '<a href="/gone">gone</a>')],
    ['/docs/install.html', page('Install', `<p>${long}</p>`)],
    [new URL('http://x/größe').pathname, page('Größe', '')],
  ]);

function page(title: string, rest: string): { body: string } {
  return {
    body: `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${'Enough words to read here. '.repeat(20)}</p>${rest}</main></html>`,
  };
}

async function crawl(service: TestService, url: string, formats: string[]): Promise<string> {
  const { json } = await service.post('/v1/crawl', { url, formats, use_sitemap: false });
  const job = await endedJob(service, json.jid);
  assert.equal(job.status, 'completed', JSON.stringify(job));
  return json.jid;
}

test('the pages of a crawl are exported as one file', async (t) => {
  const site = await startLoopbackServer('127.0.0.20', routes);
  t.after(() => site.close());
  const service = await startTestService(t);
  const jid = await crawl(service, site.url('/'), ['markdown', 'raw_html']);
  const { results } = (await service.get(`/v1/jobs/${jid}/results?limit=100`)).json as { results: Json[] };

  async function download(query: string, headers: Record<string, string> = {}) {
    const response = await fetch(`${service.url}/v1/jobs/${jid}/export?${query}`, {
      headers: { authorization: `Bearer ${service.key}`, ...headers },
    });
    return {
      status: response.status,
      headers: response.headers,
      bytes: new Uint8Array(await response.arrayBuffer()),
    };
  }

  await t.test('ndjson: one result a line, with the complete Markdown of long pages', async () => {
    const { status, headers, bytes } = await download('format=ndjson');
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'application/x-ndjson');
    const lines = Buffer.from(bytes)
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Json);
    assert.deepEqual(
      lines.map((line) => line.receipt),
      results.map((one) => one.receipt),
    );
    const install = lines.find((line) => line.title === 'Install');
    assert.ok(install.markdown.length > 60_000, `${install.markdown.length} characters`);
  });

  await t.test('zip: one Markdown file a page with front matter, in the folders of the site', async () => {
    const { bytes } = await download('format=zip');
    const host = new URL(site.url('/')).host.replace(':', '_');
    const entries = readZipEntries(bytes);
    const names = ['docs/index.md', 'docs/install.md', 'größe_n=1.md', 'index.md'].map(
      (name) => `${host}/${name}`,
    );
    assert.deepEqual(entries.map(({ name }) => name).sort(), names.sort());
    const start = entries.find(({ name }) => name === `${host}/index.md`);
    assert.ok(start !== undefined);
    const text = Buffer.from(readEntry(bytes, start, { remaining: 1_000_000 })).toString();
    assert.match(
      text,
      /^---\ntitle: "Start: the \\"harbour\\""\nurl: "http:\/\/127\.0\.0\.20:\d+\/"\nstatus: "ok"\n/,
    );
    assert.match(text, /\n---\n\n# Start: the "harbour"\n/);
  });

  await t.test('parquet: one row a page', async () => {
    const { bytes } = await download('format=parquet');
    const rows = await parquetReadObjects({ file: bytes.slice().buffer });
    assert.deepEqual(
      rows.map(({ url }) => url),
      results.map((one) => one.url),
    );
    assert.equal(rows.find(({ url }) => url === site.url('/gone'))?.status, 'not_found');
  });

  await t.test('csv, json and xlsx: one row a page', async () => {
    const urls = results.map((one) => one.url as string);
    const { bytes: json } = await download('format=json');
    const rows = JSON.parse(Buffer.from(json).toString()) as Json[];
    assert.deepEqual(
      rows.map(({ url }) => url),
      urls,
    );
    assert.ok(rows.find(({ title }) => title === 'Install').markdown.length > 60_000);
    const { bytes: csv, headers } = await download('format=csv');
    assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8');
    const text = Buffer.from(csv).toString();
    assert.match(text, /^url,final_url,status,status_code,title,/);
    for (const url of urls) assert.ok(text.includes(`\r\n${url},`), url);
    const { bytes: xlsx } = await download('format=xlsx');
    const names = readZipEntries(xlsx).map(({ name }) => name);
    assert.ok(names.includes('xl/worksheets/sheet1.xml'), names.join());
  });

  await t.test('warc: request and response records that another reader understands', async () => {
    const { bytes } = await download('format=warc');
    const source = new ReadableStream({
      start(controller) {
        controller.enqueue(bytes);
        controller.close();
      },
    });
    const records: Array<{
      type: string;
      uri: string | null;
      status: string | number | undefined;
      text: string;
    }> = [];
    for await (const record of new WARCParser(source)) {
      const text = (await record.contentText()) ?? '';
      records.push({
        type: record.warcType ?? '',
        uri: record.warcTargetURI ?? null,
        status: record.warcType === 'response' ? record.httpHeaders?.statusCode : undefined,
        text,
      });
    }
    const responses = records.filter(({ type }) => type === 'response');
    assert.equal(responses.length, 5);
    assert.equal(records.filter(({ type }) => type === 'request').length, 5);
    assert.equal(responses.find(({ uri }) => uri === site.url('/gone'))?.status, 404);
    assert.match(responses.find(({ uri }) => uri === site.url('/docs/'))?.text ?? '', /<h1>Docs<\/h1>/);
    assert.equal(records[0]?.type, 'warcinfo');
  });

  await t.test('a download can be resumed, and the file is that of one moment', async () => {
    const whole = await download('format=zip');
    const tag = whole.headers.get('etag') ?? '';
    const rest = await download('format=zip', { range: 'bytes=100-', 'if-range': tag });
    assert.equal(rest.status, 206);
    assert.deepEqual(rest.bytes, whole.bytes.slice(100));
    const first = Buffer.from((await download('format=ndjson&pages=2')).bytes).toString();
    assert.equal(first.trim().split('\n').length, 2);
  });

  await t.test('jobs of other accounts and deleted jobs have no export', async () => {
    assert.equal((await service.get('/v1/jobs/job_none/export?format=zip')).status, 404);
    assert.equal((await service.get(`/v1/jobs/${jid}/export?format=pdf`)).status, 422);
    assert.equal((await service.request('DELETE', `/v1/jobs/${jid}`)).status, 200);
    assert.equal((await service.get(`/v1/jobs/${jid}/export?format=zip`)).status, 404);
  });
});
