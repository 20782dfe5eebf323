// Run by test/integrations: loads pages, retrieves, and calls the tools through an agent, and prints what happened.
import process from 'node:process';
import type { ToolMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent } from 'langchain';
import { WebdataLoader, WebdataRetriever, webdataTools } from 'webdata-langchain';

const {
  WEBDATA_URL: baseUrl = '',
  WEBDATA_KEY: apiKey = '',
  MODEL_URL,
  SITE_URL = '',
  SLOW_URL = '',
} = process.env;
const service = { baseUrl, apiKey };

const tools = await webdataTools({ ...service, tools: ['read'], maxTokens: 1_000 });
const model = new ChatOpenAI({
  model: 'scripted',
  apiKey: 'none',
  configuration: { baseURL: MODEL_URL },
  maxRetries: 0,
});
const agent = createAgent({ model, tools });
const { messages } = await agent.invoke({
  messages: [{ role: 'user', content: 'Who builds harbour cranes?' }],
});
const toolMessages = messages.filter((message) => message.type === 'tool') as ToolMessage[];

const scrape = tools.find(({ name }) => name === 'scrape');
const call = (args: Record<string, unknown>, signal?: AbortSignal) =>
  scrape?.invoke(
    { type: 'tool_call', id: 'call_1', name: 'scrape', args },
    signal === undefined ? {} : { signal },
  );
const wrong = await call({ url: `${SITE_URL}/`, rendr: 'always' });
const stop = new AbortController();
setTimeout(() => stop.abort(new Error('the user left')), 300);
const aborted = await Promise.resolve(call({ url: SLOW_URL }, stop.signal)).then(
  () => 'not aborted',
  (error: Error) => error.name,
);

const site = new WebdataLoader({ ...service, crawl: { url: `${SITE_URL}/`, limit: 120 } });
const urls = new Set<string>();
for await (const { metadata, pageContent } of site.lazyLoad()) if (pageContent !== '') urls.add(metadata.url);

const left = new WebdataLoader({ ...service, crawl: { url: `${SITE_URL}/`, limit: 300 } });
for await (const _ of left.lazyLoad()) break;

const long = await new WebdataLoader({ ...service, urls: [`${SITE_URL}/long/200k`] }).load();
const failing = new WebdataLoader({ ...service, urls: [`${SITE_URL}/status/404`, `${SITE_URL}/`] });
const failure = await failing.load().then(
  () => 'no failure',
  (error: Error) => error.message,
);
const failed: string[] = [];
const rest = await new WebdataLoader({
  ...service,
  urls: [`${SITE_URL}/status/404`, `${SITE_URL}/`],
  onFailedPage: ({ status }) => failed.push(status),
}).load();
const found = await new WebdataRetriever({ ...service }).invoke('harbour cranes');

console.log(
  JSON.stringify({
    answer: messages.at(-1)?.text,
    toolMessages: toolMessages.map(({ name, content, artifact }) => ({ name, content, artifact })),
    wrong: { content: wrong?.content, artifact: wrong?.artifact },
    aborted,
    crawled: urls.size,
    longText: long[0]?.pageContent.length,
    failure,
    failed,
    rest: rest.map(({ metadata }) => metadata),
    found: found.map(({ pageContent, metadata }) => ({ pageContent, metadata })),
  }),
);
