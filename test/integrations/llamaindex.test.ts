import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repetitions } from '../repetitions.ts';
import { startAgentWorld } from './agent-world.ts';
import { installIntegration, runProgram } from './package-environment.ts';
import { runReadme } from './run-readme.ts';

/** The oldest and the newest versions that the package supports. */
const versions = ['0.6.0', '0.6.23'];

interface Metadata {
  source: string;
  title: string;
  receipt: string;
}

interface Printed {
  document: { id: string; text: string; metadata: Metadata };
  nodes: Array<{ metadata: Metadata; forModel: string }>;
  crawled: number;
  longText: number;
  failure: string;
  tools: Array<{ name: string; description: string; parameters: { type: string } }>;
  answer: string;
  wrong: string;
}

for (const version of versions.slice(-repetitions({ all: versions.length, short: 1 }))) {
  test(`LlamaIndex.TS ${version} reads pages and calls the tools`, async (t) => {
    const packages = { '@llamaindex/core': version };
    const environment = await installIntegration(t, 'llamaindex', packages);
    if ('missing' in environment) return t.skip(environment.missing);
    const agentWorld = await startAgentWorld(t);
    const { service, world } = agentWorld;
    const printed = (await runProgram(
      environment,
      'llamaindex',
      'reader.ts',
      agentWorld.environment,
    )) as Printed;
    const article = world.site.url('/articles/notes-on-harbour-cranes');

    await t.test('a document has its text, its source and a receipt, and its nodes too', async () => {
      const { id, text, metadata } = printed.document;
      assert.equal(id, article);
      assert.match(text, /crane/i);
      assert.equal((await service.get(`/v1/receipts/${metadata.receipt}`)).json.url, article);
      assert.ok(printed.nodes.length > 1);
      for (const node of printed.nodes) {
        assert.equal(node.metadata.receipt, metadata.receipt);
        assert.ok(node.forModel.includes(metadata.title));
        assert.ok(!node.forModel.includes(metadata.receipt), 'a model does not read the receipt');
      }
    });

    await t.test('a crawl is read while it runs, and cancelled when its loop is left', async () => {
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
    });

    await t.test('tools have a schema, answer with text, and tell what to correct', () => {
      assert.ok(printed.tools.length > 8);
      for (const tool of printed.tools) assert.equal(tool.parameters.type, 'object', tool.name);
      assert.match(printed.answer, /^ok .*1 credit, receipt rct_/);
      assert.match(printed.wrong, /adress: unknown field/);
    });

    await t.test('as the README says', () =>
      runReadme(environment, agentWorld, new URL('../../integrations/llamaindex/README.md', import.meta.url)),
    );
  });
}
