import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { startExampleSites } from '../../examples/sites.ts';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { startTestService, type TestService } from '../service/running-service.ts';

/** What the examples of a README need: a service, the example sites, and a language model. */
export interface ReadmeWorld {
  service: TestService;
  hasBrowser: boolean;
  environment: Record<string, string>;
  /** Origins of the running example sites, by those that the examples name. */
  hosts: Record<string, string>;
  /** Brings the shop into its first state. */
  reset(): Promise<void>;
  /** Changes a price, as the pages say between the steps of a section. */
  change(): Promise<void>;
}

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
    const url = /https?:\/\/[^\s?]+/.exec(messages[1].content)?.[0];
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

/** Starts everything; it stops after the test. */
export async function startReadmeWorld(t: TestContext): Promise<ReadmeWorld> {
  const sites = await startExampleSites({ freePorts: true });
  t.after(() => Promise.all(sites.map((site) => site.close())));
  const chat = await startChat(t);
  const { browser } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  const executable = browser?.program?.executable;
  const service = await startTestService(t, {
    WEBDATA_ALLOW_NETWORKS: '127.0.0.0/8',
    ...(executable === undefined ? {} : { WEBDATA_BROWSER: executable }),
  });
  const shop = sites.find(({ name }) => name === 'shop')?.origin ?? '';
  const setPrice = async (price: number) => {
    await fetch(`${shop}/lamps/harbour-lantern`, { method: 'POST', body: `price=${price}` });
  };
  return {
    service,
    hasBrowser: executable !== undefined,
    environment: {
      WEBDATA_URL: service.url,
      WEBDATA_KEY: service.key,
      MODEL_URL: chat,
      MODEL_KEY: 'none',
      MODEL: 'test',
      REPORTS_PASSWORD: 'quay-42',
    },
    hosts: Object.fromEntries(sites.map(({ documentedOrigin, origin }) => [documentedOrigin, origin])),
    reset: () => setPrice(40),
    change: () => setPrice(36),
  };
}
