import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createTestDatabase } from '../database.ts';
import { startWorld } from '../world/world.ts';
import { runCommand } from './run-command.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Packs the package like npm and unpacks it in another folder with its dependencies. */
async function install(t: TestContext): Promise<{ folder: string; command: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'webdata-packed-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const packages = join(folder, 'node_modules');
  const own = join(packages, 'webdata');
  await mkdir(own, { recursive: true });
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root });
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string }];
  await run('tar', ['-xzf', join(folder, filename), '-C', own, '--strip-components=1']);
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (!name.startsWith('.')) await symlink(join(root, 'node_modules', name), join(packages, name));
  }
  return { folder, command: join(own, 'bin', 'webdata.mjs') };
}

test('the packed package works in another folder: commands, server and MCP', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const { folder, command } = await install(t);
  const { connectionString } = await createTestDatabase(t);
  const environment = {
    DATABASE_URL: connectionString,
    WEBDATA_SECRET: 'a root secret for tests alone',
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    WEBDATA_ALLOW_NETWORKS: '127.0.0.11/32',
    WEBDATA_API_KEY: 'wd_test_0123456789abcdef',
  };
  const article = world.site.url('/articles/notes-on-harbour-cranes');

  const scraped = await runCommand(['scrape', article], environment, '', [process.execPath, command]);
  assert.equal(scraped.code, 0, scraped.stderr);
  assert.match(scraped.stdout, /^# Notes on harbour cranes$/m);

  const server = spawn(process.execPath, [command, 'serve'], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => server.kill('SIGTERM'));
  let url: string | undefined;
  let said = '';
  // The service ends if its standard output is closed, and it may write more lines.
  for await (const text of server.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += text;
    url = /^serving +(\S+)$/m.exec(said)?.[1];
    if (url !== undefined) break;
  }
  server.stdout.resume();
  assert.ok(url !== undefined, said);
  const client = new Client({ name: 'test', version: '1' });
  const env = { WEBDATA_URL: url, WEBDATA_KEY: environment.WEBDATA_API_KEY };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [command, 'mcp'], env }));
  t.after(() => client.close());
  const result = await client.callTool({ name: 'scrape', arguments: { url: article } });
  assert.ok(result.structuredContent, JSON.stringify(result));
  assert.equal((result.structuredContent as { status: string }).status, 'ok');
});
