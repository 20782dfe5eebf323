// Run by test/integrations: reads pages, splits them into nodes, and calls the tools, and prints what happened.
import process from 'node:process';
import { SentenceSplitter } from '@llamaindex/core/node-parser';
import { MetadataMode } from '@llamaindex/core/schema';
import { WebdataReader, webdataTools } from 'webdata-llamaindex';

const { WEBDATA_URL: baseUrl = '', WEBDATA_KEY: apiKey = '', SITE_URL = '' } = process.env;
const reader = new WebdataReader({ baseUrl, apiKey });

const documents = await reader.loadData({ urls: [`${SITE_URL}/articles/notes-on-harbour-cranes`] });
const nodes = new SentenceSplitter({ chunkSize: 256, chunkOverlap: 0 }).getNodesFromDocuments(documents);

const urls = new Set<string>();
for await (const { metadata } of reader.lazyLoadData({ crawl: { url: `${SITE_URL}/`, limit: 120 } }))
  urls.add(metadata.url);
for await (const _ of reader.lazyLoadData({ crawl: { url: `${SITE_URL}/`, limit: 300 } })) break;
const long = await reader.loadData({ urls: [`${SITE_URL}/long/200k`] });
const failure = await reader.loadData({ urls: [`${SITE_URL}/status/404`] }).then(
  () => 'no failure',
  (error: Error) => error.message,
);

const tools = await webdataTools({ baseUrl, apiKey, tools: ['read', 'extract'], maxTokens: 1_000 });
const scrape = tools.find(({ metadata }) => metadata.name === 'scrape');

console.log(
  JSON.stringify({
    document: documents[0] && {
      id: documents[0].id_,
      text: documents[0].text,
      metadata: documents[0].metadata,
    },
    nodes: nodes.map((node) => ({ metadata: node.metadata, forModel: node.getContent(MetadataMode.LLM) })),
    crawled: urls.size,
    longText: long[0]?.text.length,
    failure,
    tools: tools.map(({ metadata: { name, description, parameters } }) => ({
      name,
      description,
      parameters,
    })),
    answer: await scrape?.call({ url: `${SITE_URL}/articles/notes-on-harbour-cranes` }),
    wrong: await scrape?.call({ adress: 'x' }),
  }),
);
