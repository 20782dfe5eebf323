import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createTestDatabase } from '../database.ts';
import { startTestService } from '../service/running-service.ts';
import { startWorld } from '../world/world.ts';
import { program, runCommand } from './run-command.ts';

async function connect(
  env: Record<string, string>,
  mode: 'legacy' | 'auto',
  flags: readonly string[] = [],
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const args = [program, 'mcp', ...flags];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  return client;
}

test('MCP over standard input and output', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const article = world.site.url('/articles/notes-on-harbour-cranes');

  await t.test('uses a service that runs elsewhere', async (t) => {
    const service = await startTestService(t);
    const client = await connect({ WEBDATA_URL: service.url, WEBDATA_KEY: service.key }, 'legacy');
    const { tools } = await client.listTools();
    assert.ok(tools.some(({ name }) => name === 'scrape'));
    const result = await client.callTool({ name: 'scrape', arguments: { url: article } });
    assert.equal((result.structuredContent as { status: string }).status, 'ok');
    const faulty = await client.callTool({ name: 'scrape', arguments: {} });
    assert.equal(faulty.isError, true);
    assert.match(JSON.stringify(faulty.content), /Set either url or urls/);
    await client.close();
    const { json } = await service.get('/v1/requests?tool=scrape&status=ok');
    assert.deepEqual(
      json.requests.map(({ origin }: { origin: string }) => origin),
      ['mcp'],
    );
  });

  await t.test('selects toolsets and complete answers by flags', async (t) => {
    const service = await startTestService(t);
    const env = { WEBDATA_URL: service.url, WEBDATA_KEY: service.key };
    const client = await connect(env, 'auto', ['--tools', 'extract', '--structured']);
    t.after(() => client.close());
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name).sort();
    assert.deepEqual(names, ['collect', 'compare', 'extract', 'inspect', 'recipe']);
    assert.ok(tools.every(({ outputSchema }) => outputSchema !== undefined));
    const result = await client.callTool({ name: 'scrape', arguments: { url: article } });
    assert.match((result.structuredContent as { markdown: string }).markdown, /crane/i);
    const unknown = await runCommand(['mcp', '--tools', 'unknown'], env);
    assert.notEqual(unknown.code, 0);
    assert.match(unknown.stderr, /read, extract, keep, act/);
  });

  await t.test('works without a service', async (t) => {
    const { connectionString, pool } = await createTestDatabase(t);
    const dataDir = await mkdtemp(join(tmpdir(), 'webdata-agent-'));
    t.after(() => rm(dataDir, { recursive: true, force: true }));
    const environment = {
      DATABASE_URL: connectionString,
      WEBDATA_SECRET: 'a root secret for tests alone',
      DATA_DIR: dataDir,
      PORT: '1',
      WEBDATA_ALLOW_NETWORKS: '127.0.0.11/32',
    };
    const client = await connect(environment, 'auto');
    t.after(() => client.close());
    const result = await client.callTool({ name: 'map', arguments: { url: world.site.url('/'), limit: 5 } });
    assert.equal((result.structuredContent as { links_count: number }).links_count, 5);
    await client.close();
    const { rows } = await pool.query(`select origin from requests where tool = 'map'`);
    assert.deepEqual(rows, [{ origin: 'mcp' }]);
  });
});
