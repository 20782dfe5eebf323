import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { PoolConfig } from 'pg';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import type { PostgresServer } from '../postgres-server.ts';
import { type Home, openHome, type ServiceProcess } from '../service-process.ts';
import { type LoopbackServer, type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../world/webhook-receiver.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
export type Json = any;

/** Number of pages of the crawl. */
export const crawlPages = 40;
const datasetPages = 6;
/** Number of clicks of a run, none of which may be repeated. */
export const clicks = 15;
const betweenMs = 300;

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1>${body}</main></html>`;

function slowRoutes(origin: string): Map<string, Route> {
  const links = Array.from({ length: crawlPages - 1 }, (_, at) => `<a href="/crawl/${at}">Page ${at}</a>`);
  return new Map<string, Route>([
    ['/crawl', { body: page('Start', links.join('\n')), delayMs: 150 }],
    ['/crawl/*', (_request, url) => ({ body: page(`Page ${url.pathname}`, '<p>Text</p>'), delayMs: 400 })],
    [
      '/article/*',
      (_request, url, count) => ({
        body: page(
          `Lamp ${url.pathname}`,
          `<p>SKU: ${url.pathname.slice(9)}</p><p>Price: € ${10 + count}.00</p>`,
        ),
        delayMs: 600,
      }),
    ],
    [
      '/button',
      {
        body: page('Button', "<button onclick=\"fetch('/clicked', { method: 'POST' })\">Count</button>"),
      },
    ],
    ['/clicked', { body: '' }],
    ['/slow/*', { body: page('Slow', `<p>${'A slow page. '.repeat(20)}</p>`), delayMs: 1_500 }],
    [
      '/robots.txt',
      { headers: { 'content-type': 'text/plain' }, body: `User-agent: *\nAllow: /\n# ${origin}` },
    ],
  ]);
}

/** Service with work in progress, and its environment. */
export interface World {
  home: Home;
  connection(): Promise<PoolConfig>;
  site: LoopbackServer;
  receiver: WebhookReceiver;
  service: ServiceProcess;
  hasBrowser: boolean;
  ask(method: string, path: string, body?: object): Promise<Json>;
}

/** Starts a service with its environment; `server` is its database, null stands for the embedded one. */
export async function openWorld(t: TestContext, server: PostgresServer | null): Promise<World> {
  const { browser } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  const site = await startLoopbackServer('127.0.0.35', slowRoutes);
  const receiver = await startWebhookReceiver();
  const home = await openHome();
  t.after(async () => {
    await home.close();
    await site.close();
    await receiver.close();
  });
  const executable = browser?.program?.executable;
  const service = await home.start({
    ...(executable !== undefined && { WEBDATA_BROWSER: executable }),
    ...(server !== null && {
      DATABASE_URL: server.connectionString,
      WEBDATA_SECRET: 'a root secret for tests',
    }),
  });
  return {
    home,
    connection: async () =>
      server === null ? home.connection() : { connectionString: server.connectionString },
    site,
    receiver,
    service,
    hasBrowser: executable !== undefined,
    async ask(method, path, body) {
      const answer = await fetch(`${service.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
        signal: AbortSignal.timeout(60_000),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const json: Json = await answer.json();
      assert.ok(answer.status < 300 || answer.status === 503, `${method} ${path}: ${JSON.stringify(json)}`);
      return json;
    },
  };
}

/** Acknowledged work: its URL, and the condition for its end. */
export interface Begun {
  name: string;
  path: string;
  hasEnded(shown: Json): boolean;
}

const jobEnded = (job: Json) => ['completed', 'failed', 'cancelled'].includes(job.status);

/** Starts work of every kind. */
export async function beginAll({ ask, site, receiver, hasBrowser }: World): Promise<Begun[]> {
  const begun: Begun[] = [];
  if (hasBrowser) {
    const wait = { type: 'wait', ms: betweenMs };
    const click = { type: 'click', target: 'Count' };
    const { id } = await ask('POST', '/v1/workflows', {
      name: 'Long',
      steps: [
        { type: 'goto', url: site.url('/button') },
        ...Array.from({ length: clicks }, () => [click, wait]).flat(),
      ],
    });
    for (let run = 0; run < 2; run += 1) {
      const { run_id: runId } = await ask('POST', `/v1/workflows/${id}/runs`, {});
      const hasEnded = ({ status }: Json) => ['completed', 'failed', 'needs_input'].includes(status);
      begun.push({ name: 'workflow run', path: `/v1/runs/${runId}`, hasEnded });
    }
    const url = site.url('/article/session');
    const session = await ask('POST', '/v1/browser', { url, ttl_seconds: 3_600, idle_seconds: 3_600 });
    const isOpen = ({ status }: Json) => status === 'open';
    begun.push({ name: 'session', path: `/v1/browser/${session.sid}`, hasEnded: isOpen });
    // This session expires during the longer outages; the other one continues.
    const idle = await ask('POST', '/v1/browser', { url, idle_seconds: 5 });
    const isExpired = ({ status }: Json) => status === 'expired';
    begun.push({ name: 'idle session', path: `/v1/browser/${idle.sid}`, hasEnded: isExpired });
  }
  const crawl = { url: site.url('/crawl'), limit: crawlPages, webhook: receiver.url('/crawl') };
  const { jid } = await ask('POST', '/v1/crawl', crawl);
  begun.push({ name: 'crawl', path: `/v1/jobs/${jid}`, hasEnded: jobEnded });
  const schema = { type: 'object', properties: { sku: { type: 'string' }, price: { type: 'number' } } };
  const urls = Array.from({ length: datasetPages }, (_, at) => site.url(`/article/${at}`));
  const { did } = await ask('POST', '/v1/datasets', {
    name: 'Lamps',
    source: { kind: 'extract', urls, schema },
    webhook: receiver.url('/dataset'),
  });
  begun.push({
    name: 'refresh',
    path: `/v1/datasets/${did}`,
    hasEnded: (dataset) => dataset.did === did && dataset.refreshing === null,
  });
  const { mid } = await ask('POST', '/v1/monitors', { url: site.url('/slow/monitor') });
  begun.push({
    name: 'check',
    path: `/v1/monitors/${mid}`,
    hasEnded: (monitor) => monitor.mid === mid && monitor.checking === null,
  });
  for (const target of ['/slow/one', '/slow/two']) {
    const job = await ask('POST', '/v1/collect?async=true', { url: site.url(target), fields: ['name'] });
    begun.push({ name: 'async job', path: `/v1/jobs/${job.jid}`, hasEnded: jobEnded });
  }
  return begun;
}
