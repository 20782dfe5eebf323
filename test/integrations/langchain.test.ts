import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startAgentWorld } from './agent-world.ts';
import { installIntegration, runProgram } from './package-environment.ts';
import { runReadme } from './run-readme.ts';

/** The oldest and the newest versions that the package supports. */
const versions = {
  'LangChain 1.0': {
    '@langchain/core': '1.0.0',
    '@langchain/openai': '1.0.0',
    '@langchain/langgraph': '1.0.0',
    '@langchain/langgraph-checkpoint': '1.0.0',
    langchain: '1.0.1',
    zod: '4.1.8',
  },
  'LangChain 1.4': {
    '@langchain/core': '1.4.0',
    '@langchain/openai': '1.6.0',
    '@langchain/langgraph': '1.7.3',
    langchain: '1.5.14',
    zod: '4.1.8',
  },
};

interface Message {
  name?: string;
  content: string;
  artifact: { isError: boolean; receipts: string[] };
}

interface Metadata {
  source: string;
  url: string;
  title: string;
  receipt: string;
  fetched_at: string;
}

interface Printed {
  answer: string;
  toolMessages: Message[];
  wrong: Message;
  aborted: string;
  crawled: number;
  longText: number;
  failure: string;
  failed: string[];
  rest: Metadata[];
  found: Array<{ pageContent: string; metadata: Metadata }>;
}

for (const [name, packages] of Object.entries(versions)) {
  test(`${name} loads pages and calls the tools`, async (t) => {
    const environment = await installIntegration(t, 'langchain', packages);
    if ('missing' in environment) return t.skip(environment.missing);
    const agentWorld = await startAgentWorld(t);
    const { service, world } = agentWorld;
    const article = world.site.url('/articles/notes-on-harbour-cranes');
    const printed = (await runProgram(
      environment,
      'langchain',
      'agent.ts',
      agentWorld.environment,
    )) as Printed;

    await t.test('an agent searches, reads and answers, with receipts', async () => {
      assert.match(printed.answer, /^The page is called: .*cranes/i);
      assert.deepEqual(
        printed.toolMessages.map((message) => message.name),
        ['search', 'scrape'],
      );
      for (const { artifact } of printed.toolMessages) {
        assert.equal(artifact.isError, false);
        assert.equal((await service.get(`/v1/receipts/${artifact.receipts[0]}`)).status, 200);
      }
    });

    await t.test('a failed call tells the model what to do; an aborted one stops', () => {
      assert.equal(printed.wrong.artifact.isError, true);
      assert.match(printed.wrong.content, /rendr: unknown field; did you mean `render`/);
      assert.notEqual(printed.aborted, 'not aborted');
    });

    await t.test('a crawl is loaded while it runs, and cancelled when its loop is left', async () => {
      assert.equal(printed.crawled, 120);
      const { jobs } = (await service.get('/v1/jobs')).json;
      const statuses = jobs.map(({ status }: { status: string }) => status);
      assert.deepEqual(statuses.toSorted(), ['cancelled', 'completed']);
    });

    await t.test('documents are complete, and failed pages are not silent', async () => {
      const { json } = await service.post('/v1/scrape', {
        url: world.site.url('/long/200k'),
        max_length: 1e6,
      });
      assert.equal(printed.longText, json.markdown.length);
      assert.match(printed.failure, /404 is not_found/);
      assert.deepEqual(printed.failed, ['not_found']);
      const [first] = printed.rest;
      assert.equal(first?.url, world.site.url('/'));
      assert.equal((await service.get(`/v1/receipts/${first?.receipt}`)).json.url, first?.url);
    });

    await t.test('the retriever returns the passages of the found pages', () => {
      const [first] = printed.found;
      assert.equal(first?.metadata.source, article);
      assert.match(first?.pageContent ?? '', /crane/i);
      assert.ok((first?.pageContent.length ?? 0) <= 4_000);
    });

    await t.test('as the README says', () =>
      runReadme(environment, agentWorld, new URL('../../integrations/langchain/README.md', import.meta.url)),
    );
  });
}
