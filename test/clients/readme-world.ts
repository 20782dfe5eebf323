import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { startTestService, type TestService } from '../service/running-service.ts';
import { startChangingShop } from '../world/changing-shop.ts';
import { shopper, startWebShop, type WebShop } from '../world/web-shop.ts';
import { startWebhookReceiver } from '../world/webhook-receiver.ts';
import { startWorld } from '../world/world.ts';

/** What the examples of a README need: a service, sites, and a language model. */
export interface ReadmeWorld {
  service: TestService;
  hasBrowser: boolean;
  environment: Record<string, string>;
  /** Returns the origins for the hosts in the examples of a section. */
  hosts(title: string): Record<string, string>;
  /** Brings the shop into its first state. */
  reset(): void;
  /** Changes the shop as it is between the steps of a section. */
  change(title: string): void;
}

const lamps = [
  { sku: 'L-101', name: 'Lamp 101', price: '40.00', stock: true },
  { sku: 'L-102', name: 'Lamp 102', price: '55.00', stock: true },
  { sku: 'L-103', name: 'Lamp 103', price: '18.50', stock: true },
];

async function readJson(request: IncomingMessage) {
  const chunks = await request.setEncoding('utf8').toArray();
  // biome-ignore lint/suspicious/noExplicitAny: a body is whatever was sent
  return JSON.parse(chunks.join('')) as any;
}

/** Returns the title in a tool result: a page result in JSON, or the text of a tool for a model. */
function titleOf(content: string): string {
  const [, title] = /^Title: (.+)$/m.exec(content) ?? [];
  return title ?? JSON.parse(content).title;
}

/** Starts a chat completions endpoint that calls the tool `scrape` once, and then repeats the title of its result. */
async function startChat(t: TestContext): Promise<string> {
  const server = createServer(async (request, response) => {
    const { messages, tools } = await readJson(request);
    const last = messages.at(-1);
    const url = /https?:\/\/\S+\/docs\//.exec(messages[1].content)?.[0];
    const hasTool = tools.some(
      // biome-ignore lint/suspicious/noExplicitAny: a body is whatever was sent
      (tool: any) => tool.function.name === 'scrape' && 'url' in tool.function.parameters.properties,
    );
    const call = {
      id: 'call_1',
      type: 'function',
      function: { name: 'scrape', arguments: `{"url":"${url}"}` },
    };
    const message =
      last.role === 'tool'
        ? { role: 'assistant', content: `The title is: ${titleOf(last.content)}` }
        : { role: 'assistant', content: null, tool_calls: hasTool ? [call] : [] };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ choices: [{ message }] }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Orders one product at the shop, so that there is an invoice to download. */
async function placeOrder(shop: WebShop): Promise<void> {
  const first = await fetch(shop.url('/'));
  const [cookie = ''] = (first.headers.get('set-cookie') ?? '').split(';');
  const post = (path: string, fields: Record<string, string>) =>
    fetch(shop.url(path), {
      method: 'POST',
      headers: { cookie },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
  await post('/login', shopper);
  await post('/api/cart', { id: '2', amount: '1', colour: 'Black' });
  await post('/order', { name: 'Ada', payment: 'invoice' });
}

/** Starts everything; it stops after the test. */
export async function startReadmeWorld(t: TestContext): Promise<ReadmeWorld> {
  const world = await startWorld();
  t.after(() => world.close());
  const shop = await startChangingShop(lamps);
  t.after(() => shop.close());
  const orders = await startWebShop();
  t.after(() => orders.close());
  await placeOrder(orders);
  const receiver = await startWebhookReceiver();
  t.after(() => receiver.close());
  const chat = await startChat(t);
  const { browser } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  const executable = browser?.program?.executable;
  const service = await startTestService(t, executable === undefined ? {} : { WEBDATA_BROWSER: executable });
  const setPrice = (price: string) => shop.articles.set('L-101', { ...lamps[0], price } as (typeof lamps)[0]);
  return {
    service,
    hasBrowser: executable !== undefined,
    environment: {
      WEBDATA_URL: service.url,
      WEBDATA_KEY: service.key,
      MODEL_URL: chat,
      MODEL_KEY: 'none',
      MODEL: 'test',
      SHOP_PASSWORD: shopper.password,
    },
    hosts: (title) => ({
      'https://quayside.example': world.site.origin,
      'https://shop.example': title.startsWith('Log in') ? orders.origin : shop.server.origin,
      'https://hooks.example/price': receiver.url('/price'),
    }),
    reset: () => setPrice('40.00'),
    change: () => setPrice('36.00'),
  };
}
