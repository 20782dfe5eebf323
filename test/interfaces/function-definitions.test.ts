import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { createClient } from '../../clients/typescript/src/index.ts';
import { startTestService } from '../service/running-service.ts';
import { startWorld } from '../world/world.ts';
import { connectAgent } from './agent-client.ts';
import { openCommands } from './run-command.ts';
import { strictViolations } from './strict-rules.ts';

interface Schema extends Record<string, unknown> {
  type: string;
  properties: Record<string, { enum?: string[]; type?: string | string[] }>;
  required: string[];
}

interface Definition {
  name: string;
  description: string;
  parameters: Schema;
}

test('function definitions for the APIs of language models', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t);
  const client = createClient({ url: service.url, key: service.key });
  const list = async (query = '') =>
    (await service.get(`/v1/catalog/functions${query}`, { key: null })).json.tools;
  const strict: Definition[] = await list();
  const article = world.site.url('/articles/notes-on-harbour-cranes');

  await t.test('are the tools of the MCP endpoint, and follow the rules of strict mode', async (t) => {
    const agent = await connectAgent(t, service);
    const { tools } = await agent.listTools();
    assert.deepEqual(
      strict.map(({ name, description }) => [name, description]),
      tools.map(({ name, description }) => [name, description]),
    );
    for (const [at, definition] of strict.entries()) {
      assert.deepEqual(strictViolations(definition), []);
      const listed = Object.keys(tools[at]?.inputSchema.properties ?? {}).filter(
        (name) => name !== 'ask_user',
      );
      assert.deepEqual(Object.keys(definition.parameters.properties), listed, definition.name);
    }
    assert.ok(
      strictViolations({ ...(strict[0] as Definition), parameters: { type: 'object' } as never }).length,
    );
  });

  await t.test('have the shape of each API', async () => {
    const of = async (api: string) => list(`?api=${api}&tools=read`);
    const names = ['scrape', 'parse', 'search', 'map', 'crawl', 'read', 'job'].toSorted();
    const parameters = strict.find(({ name }) => name === 'scrape')?.parameters;
    const find = (tools: Array<{ name: string }>) => tools.find(({ name }) => name === 'scrape');
    const description = strict.find(({ name }) => name === 'scrape')?.description;
    const responses = await of('responses');
    assert.deepEqual(responses.map(({ name }: Definition) => name).toSorted(), names);
    assert.deepEqual(find(responses), {
      type: 'function',
      name: 'scrape',
      description,
      parameters,
      strict: true,
    });
    const chat = await of('chat_completions');
    assert.ok(chat.every(({ type }: { type: string }) => type === 'function'));
    const functions = chat.map(({ function: one }: { function: { name: string } }) => one);
    assert.deepEqual(find(functions), { name: 'scrape', description, parameters, strict: true });
    assert.deepEqual(find(await of('anthropic')), {
      name: 'scrape',
      description,
      input_schema: parameters,
      strict: true,
    });
    const [{ functionDeclarations }] = await of('gemini');
    assert.deepEqual(find(functionDeclarations), {
      name: 'scrape',
      description,
      parametersJsonSchema: parameters,
    });
    const loose: Definition[] = await list('?strict=false');
    const scrape = loose.find(({ name }) => name === 'scrape');
    assert.partialDeepStrictEqual(scrape, { strict: false, parameters: { required: [] } });
    assert.deepEqual(scrape?.parameters.properties.url, { type: 'string' });
  });

  await t.test('unknown values are refused with the known ones', async () => {
    for (const [query, known] of [
      ['tools=read,write', /read, extract, keep, act/],
      ['api=assistants', /responses/],
    ] as const) {
      const { status, json } = await service.get(`/v1/catalog/functions?${query}`, { key: null });
      assert.equal(status, 422, query);
      assert.match(json.errors[0].detail, known);
    }
  });

  await t.test('null counts as not given, for every tool and action', async () => {
    for (const { name, parameters } of strict) {
      const { properties } = parameters;
      const nulls = Object.fromEntries(Object.keys(properties).map((field) => [field, null]));
      for (const action of properties.action?.enum ?? [null]) {
        const chosen = action === null ? {} : { action };
        const [withNulls, without] = [
          await client.callTool(name, JSON.stringify({ ...nulls, ...chosen })),
          await client.callTool(name, chosen),
        ];
        const comparable = (text: string) => text.replaceAll(/\b(?:rct|req|ses)_\w+/g, '(id)');
        assert.equal(comparable(withNulls.text), comparable(without.text), `${name} ${action}`);
        assert.equal(withNulls.isError, without.isError);
      }
    }
  });

  const ajv = new Ajv({ strict: false });
  /** Calls a tool with arguments as a model in strict mode writes them: all of them, in the types of the schema. */
  async function callStrict(name: string, given: Record<string, unknown>) {
    const definition = strict.find((one) => one.name === name) as Definition;
    const { properties } = definition.parameters;
    const nulls = Object.fromEntries(Object.keys(properties).map((field) => [field, null]));
    const args = { ...nulls, ...given };
    assert.ok(ajv.validate(definition.parameters, args), `${name}: ${ajv.errorsText()}`);
    const answer = await client.callTool(name, JSON.stringify(args));
    assert.equal(answer.isError, false, answer.text);
    return answer;
  }

  await t.test('calls in strict mode are calls of the service', async () => {
    const page = await callStrict('scrape', {
      url: article,
      formats: ['markdown', 'links'],
      options: '{"include_selectors": ["h1"]}',
    });
    assert.match(page.text, /^ok .*1 credit, receipt rct_/);
    assert.equal((await service.get(`/v1/receipts/${page.receipts[0]}`)).json.url, article);
    assert.equal((await service.get(`/v1/requests/${page.requestId}`)).json.origin, 'mcp');
    const schema = { type: 'object', properties: { title: { type: 'string' } } };
    const values = await callStrict('extract', { url: article, schema: JSON.stringify(schema) });
    assert.match(values.text, /title/);
    const source = JSON.stringify({ kind: 'records', records: [{ id: 1, name: 'Lamp' }] });
    const dataset = await callStrict('dataset', { action: 'create', name: 'Lamps', source });
    const listing = JSON.stringify({ kind: 'collect', url: world.site.url('/'), fields: ['title'] });
    const kept = await callStrict('dataset', {
      action: 'create',
      name: 'Titles',
      source: listing,
      schedule: '{"every": "6h"}',
    });
    assert.ok(
      String((await service.get(`/v1/datasets/${kept.data.did}`)).json.schedule.every).startsWith('6h'),
    );
    const records = await callStrict('dataset', { action: 'records', did: dataset.data.did });
    assert.match(records.text, /Lamp/);
    const monitor = await callStrict('monitor', {
      action: 'create',
      url: article,
      watch: '{"kind": "page"}',
      schedule: '{"every": "1h"}',
    });
    assert.match(String(monitor.data.mid), /^mon_/);
    await callStrict('monitor', { action: 'change', mid: monitor.data.mid, name: 'Cranes' });
    const { json } = await service.get(`/v1/monitors/${monitor.data.mid}`);
    assert.equal(json.name, 'Cranes');
    assert.equal(json.watch.kind, 'page');
    const workflow = await callStrict('workflow', {
      action: 'create',
      name: 'Read',
      steps: [JSON.stringify({ type: 'goto', url: article })],
    });
    assert.match(workflow.text, /Read|wf_/);
  });

  await t.test('a text that is no JSON, or belongs into a text field, stays a text', async () => {
    const wrong = await client.callTool('extract', { url: article, schema: '{"type": "object"' });
    assert.match(wrong.text, /^invalid:\n- schema: /);
    const nested = await client.callTool('scrape', { url: '["https://quayside.example/"]' });
    assert.match(nested.text, /^invalid|invalid .*\[/s);
    assert.match((await client.callTool('scrape', 'https://quayside.example/')).text, /^malformed_json/);
    assert.match((await client.callTool('scrap', {})).text, /no tool scrap/);
  });

  await t.test('the command line writes them to a file', async (t) => {
    const run = openCommands(t, { WEBDATA_URL: service.url, WEBDATA_KEY: service.key });
    const file = join(service.dataDir, 'tools.json');
    const { code } = await run(['list-functions', '--api=chat_completions', '--tools=read', '-o', file]);
    assert.equal(code, 0);
    assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), {
      tools: await list('?api=chat_completions&tools=read'),
    });
  });
});
