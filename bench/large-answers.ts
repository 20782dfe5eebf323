// npm run bench -- large-answers [--urls 30] [--megabytes 18]: large pages in one request, while others call /livez.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openHome } from '../test/service-process.ts';
import { report } from './report.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    /** Number of pages of the request. */
    urls: { type: 'string', default: '30' },
    /** Size of each page in millions of bytes. */
    megabytes: { type: 'string', default: '18' },
  },
});

/** Formats of a page that need no browser. */
const formats = ['markdown', 'html', 'raw_html', 'text', 'links', 'images', 'metadata', 'structured_data'];
const block = `<h2>A section</h2>${'<p>Some words of a page with a <a href="/other">link</a> in it, enough to be read.</p>'.repeat(40)}`;
const bytes = Number(values.megabytes) * 1_000_000;
const page = `<!doctype html><title>Large</title><main><h1>Large</h1>${block.repeat(Math.floor(bytes / block.length))}</main>`;
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
});
server.listen({ port: 0, host: '127.1.0.1' });
await once(server, 'listening');
const { port } = server.address() as AddressInfo;

function peakMegabytes(pid: number): number {
  const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1_000;
}

/** Members of a result that the bench reads. */
interface Result {
  status: string;
  error?: { code: string; message: string };
  receipt: { credits: number };
}

const home = await openHome();
try {
  const service = await home.start({ WEBDATA_RESTART: 'false' });
  const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
  let isOver = false;
  let longest = 0;
  const probes = (async () => {
    while (!isOver) {
      const since = performance.now();
      await (await fetch(`${service.url}/livez`)).text();
      longest = Math.max(longest, performance.now() - since);
      await delay(20);
    }
  })();
  const before = peakMegabytes(service.pid);
  const since = performance.now();
  const body = JSON.stringify({
    urls: Array.from({ length: Number(values.urls) }, (_, at) => `http://127.1.0.1:${port}/${at}`),
    formats,
  });
  const answer = await fetch(`${service.url}/v1/scrape`, { method: 'POST', headers, body });
  const text = await answer.text();
  const ms = performance.now() - since;
  isOver = true;
  await probes;
  const value = JSON.parse(text) as { results?: Result[]; receipt?: { credits: number } };
  if (answer.status !== 200) process.stdout.write(`${answer.status} ${text.slice(0, 500)}\n`);
  for (const { status, error, receipt } of value.results ?? [])
    process.stdout.write(
      `${status} ${error?.code ?? ''} ${error?.message ?? ''} ${receipt.credits} credits\n`,
    );
  const account = (await (await fetch(`${service.url}/v1/billing/ledger`, { headers })).json()) as {
    ledger: Array<{ credits: number; note: string }>;
  };
  const charged = account.ledger.filter(({ note }) => note === 'scrape');
  await report('large-answers', [
    { name: 'status', value: answer.status, unit: '', wanted: { below: 300 } },
    { name: 'duration', value: ms, unit: 'ms' },
    { name: 'longest wait for /livez', value: longest, unit: 'ms', wanted: { below: 2_000 } },
    { name: 'size of the answer', value: text.length / 1_000_000, unit: 'MB' },
    { name: 'pages delivered', value: value.results?.length ?? 0, unit: '' },
    { name: 'credits of the answer', value: value.receipt?.credits ?? 0, unit: '' },
    { name: 'credits charged', value: -charged.reduce((sum, { credits }) => sum + credits, 0), unit: '' },
    { name: 'resident memory before', value: before, unit: 'MB' },
    { name: 'peak resident memory', value: peakMegabytes(service.pid), unit: 'MB' },
  ]);
  await service.stop();
} finally {
  await home.close();
  server.close();
  server.closeAllConnections();
}
