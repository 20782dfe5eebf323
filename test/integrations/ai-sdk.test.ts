import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startAgentWorld } from './agent-world.ts';
import { installIntegration, runProgram } from './package-environment.ts';
import { runReadme } from './run-readme.ts';

/** The oldest and the newest versions that the package supports. */
const versions = {
  'AI SDK 6.0': { ai: '6.0.0', '@ai-sdk/openai-compatible': '2.0.0', '@ai-sdk/mcp': '1.0.0', zod: '4.1.8' },
  'AI SDK 7.0': {
    ai: '7.0.173',
    '@ai-sdk/openai-compatible': '3.0.92',
    '@ai-sdk/mcp': '2.0.99',
    zod: '4.1.8',
  },
};

interface Output {
  text: string;
  isError: boolean;
  receipts: string[];
  data: { status?: string };
}

interface Printed {
  names: string[];
  text: string;
  calls: Array<{ toolName: string; output: Output }>;
  streamedText: string;
  mcpText: string;
  wrong: Output;
  forbidden: Output;
  aborted: string;
  abortedAfterMs: number;
}

for (const [name, packages] of Object.entries(versions)) {
  test(`${name} calls the tools`, async (t) => {
    const environment = await installIntegration(t, 'ai-sdk', packages);
    if ('missing' in environment) return t.skip(environment.missing);
    const agentWorld = await startAgentWorld(t);
    const { service, model, world } = agentWorld;
    const printed = (await runProgram(environment, 'ai-sdk', 'steps.ts', agentWorld.environment)) as Printed;

    await t.test('in several steps, with receipts that the service signed', async () => {
      assert.deepEqual(printed.names.toSorted(), [
        'crawl',
        'job',
        'map',
        'parse',
        'read',
        'scrape',
        'search',
      ]);
      const [search, scrape] = printed.calls;
      assert.deepEqual([search?.toolName, scrape?.toolName], ['search', 'scrape']);
      assert.ok(search?.output.text.includes(world.site.url('/articles/notes-on-harbour-cranes')));
      assert.equal(scrape?.output.data.status, 'ok');
      assert.match(printed.text, /^The page is called: .*cranes/i);
      for (const { output } of printed.calls) {
        assert.equal(output.isError, false);
        const [receipt] = output.receipts;
        const { status } = await service.get(`/v1/receipts/${receipt}`);
        assert.equal(status, 200, receipt);
      }
    });

    await t.test('the model reads only the text, within its limit', () => {
      const [first] = model.requests;
      assert.equal(first.tools.length, 7);
      const sent = model.requests.flatMap(({ messages }) => messages).filter(({ role }) => role === 'tool');
      assert.ok(sent.length > 0);
      for (const { content } of sent) {
        const text = typeof content === 'string' ? content : JSON.stringify(content);
        assert.doesNotMatch(text, /requestId/);
        assert.ok(text.length < 24_000, `${text.length} characters`);
      }
    });

    await t.test('in a stream with strict schemas, and through the MCP client', () => {
      assert.equal(printed.streamedText, printed.text);
      assert.equal(printed.mcpText, printed.text);
      const strict = model.requests.find(({ stream }) => stream === true);
      const { parameters } = strict.tools[0].function;
      assert.deepEqual(parameters.required, Object.keys(parameters.properties));
    });

    await t.test('a failed call tells the model what to do; an aborted one stops', async () => {
      assert.equal(printed.wrong.isError, true);
      assert.match(printed.wrong.text, /adress: unknown field.*Correct the fields/s);
      assert.equal(printed.forbidden.isError, true);
      assert.match(printed.forbidden.text, /^unauthorized: /);
      assert.equal(printed.aborted, 'the user left');
      assert.ok(printed.abortedAfterMs < 5_000);
    });

    await t.test('as the README says', () =>
      runReadme(environment, agentWorld, new URL('../../integrations/ai-sdk/README.md', import.meta.url)),
    );
  });
}
