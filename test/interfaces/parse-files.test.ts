import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { maxPageBytes } from '../../src/domain/pages/max-page-bytes.ts';
import { startTestService } from '../service/running-service.ts';
import { connectAgent } from './agent-client.ts';
import { program, runCommand } from './run-command.ts';

const html = '<title>Minutes</title><h1>Minutes</h1><p>See <a href="agenda.html">the agenda</a>.</p>';

async function setUp(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'webdata-files-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  // The user of the embedded database opens its folder.
  await chmod(folder, 0o755);
  const path = join(folder, 'minutes.html');
  await writeFile(path, html);
  const service = await startTestService(t);
  return { folder, path, service };
}

test('webdata parse', async (t) => {
  const { folder, path, service } = await setUp(t);
  const environment = { WEBDATA_URL: service.url, WEBDATA_KEY: service.key };
  const parse = (args: string[], stdin = '') => runCommand(['parse', ...args], environment, stdin);

  await t.test('reads files, one after another', async () => {
    const notes = join(folder, 'notes.md');
    await writeFile(notes, '# Notes\n\n*one*');
    const { code, stdout } = await parse([path, notes, '--base-url', 'https://site.example/board/']);
    assert.equal(code, 0);
    assert.match(stdout, /# Minutes\n\nSee \[the agenda\]\(https:\/\/site\.example\/board\/agenda\.html\)/);
    assert.match(stdout, /# Notes\n\n\*one\*/);
  });

  await t.test('reads standard input, with the options of the operation', async () => {
    const { stdout, code } = await parse(
      ['-', '--json', '--format', 'links', '--content-type', 'text/html'],
      html,
    );
    const parsed = JSON.parse(stdout);
    assert.deepEqual([code, parsed.file.name, parsed.status], [0, null, 'ok']);
    const named = await parse(['-', '--json', '--filename', 'x.md', '--max-length', '3'], '# A b');
    assert.deepEqual(JSON.parse(named.stdout).file.name, 'x.md');
    assert.deepEqual(JSON.parse(named.stdout).markdown, '# A');
  });

  await t.test('writes values with --schema, and the receipt verifies', async () => {
    const output = join(folder, 'values.json');
    const schema = '{"type":"object","properties":{"title":{"type":"string"}}}';
    const { code, stderr } = await parse([path, '--schema', schema, '--output', output]);
    assert.equal(code, 0, stderr);
    // The service at WEBDATA_URL publishes its keys, so that no key of it is needed.
    const verified = await runCommand(['verify', output], { WEBDATA_URL: service.url });
    assert.equal(verified.code, 0, verified.stderr + verified.stdout);
  });

  await t.test('starts a job with --no-wait, or --async as the HTTP interface says', async () => {
    for (const flag of ['--no-wait', '--async']) {
      const { stdout, stderr, code } = await parse([path, flag, '--json']);
      assert.equal(code, 0, stderr);
      const { jid, type } = JSON.parse(stdout) as { jid: string; type: string };
      assert.equal(type, 'parse');
      await runCommand(['job', 'follow', jid], environment);
      const result = await runCommand(['job', 'results', jid], environment);
      assert.match(result.stdout, /# Minutes/);
    }
  });

  await t.test('rejects a missing file, a folder, no file and one that is too large', async () => {
    await mkdir(join(folder, 'inner'));
    const large = join(folder, 'large.bin');
    await writeFile(large, Buffer.alloc(maxPageBytes + 1));
    const cases: [string[], RegExp][] = [
      [[join(folder, 'none.pdf')], /none\.pdf cannot be read: no such file or directory/],
      [[join(folder, 'inner')], /inner cannot be read: it is not a regular file/],
      [[], /needs a file/],
      [[large], /more than 20000000 bytes/],
    ];
    for (const [args, message] of cases) {
      const { code, stderr } = await parse(args);
      assert.notEqual(code, 0);
      assert.match(stderr, message);
    }
  });

  await t.test('works without a service', async () => {
    const { code, stdout, stderr } = await runCommand(['parse', path], { DATA_DIR: join(folder, 'data') });
    assert.equal(code, 0, stderr);
    assert.match(stdout, /# Minutes/);
  });
});

test('the MCP tool parse', async (t) => {
  const { folder, path, service } = await setUp(t);
  const textOf = (result: object) => JSON.stringify(result);

  await t.test('over HTTP: base64, and never a path', async () => {
    const client = await connectAgent(t, service);
    const { tools } = await client.listTools();
    const tool = tools.find(({ name }) => name === 'parse');
    assert.ok(tool?.inputSchema.properties !== undefined);
    assert.ok('file' in tool.inputSchema.properties);
    assert.ok(!('path' in tool.inputSchema.properties));
    const file = Buffer.from(html).toString('base64');
    const read = await client.callTool({ name: 'parse', arguments: { file, filename: 'minutes.html' } });
    assert.match(textOf(read), /ok minutes\.html: 1 credit, route upload/);
    assert.match(textOf(read), /# Minutes/);
    for (const args of [{ path }, { path, file }, { options: { path } }, { file: path }]) {
      const refused = await client.callTool({ name: 'parse', arguments: args });
      assert.equal(refused.isError, true, textOf(refused));
      assert.doesNotMatch(textOf(refused), /agenda/);
    }
  });

  await t.test('over stdio: a path of this machine', async () => {
    const client = new Client({ name: 'test', version: '1' });
    const env = { WEBDATA_URL: service.url, WEBDATA_KEY: service.key };
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [program, 'mcp'], env }),
    );
    t.after(() => client.close());
    const { tools } = await client.listTools();
    const tool = tools.find(({ name }) => name === 'parse');
    assert.ok('path' in (tool?.inputSchema.properties ?? {}));
    assert.deepEqual(tool?.inputSchema.required, []);
    const read = await client.callTool({ name: 'parse', arguments: { path } });
    assert.match(textOf(read), /ok minutes\.html: 1 credit, route upload/);
    const digest = createHash('sha256').update(html).digest('hex');
    const { requests } = (await service.get('/v1/requests?tool=parse&origin=mcp&limit=1')).json;
    const entry = (await service.get(`/v1/requests/${requests[0].rid}`)).json;
    assert.equal(entry.params.file.sha256, digest);
    const both = await client.callTool({ name: 'parse', arguments: { path, file: 'PGgxPk90aGVyPC9oMT4=' } });
    assert.equal(both.isError, true);
    assert.match(JSON.stringify(both.content), /path: cannot be combined with `file`/);
    for (const hidden of ['/proc/self/environ', '/proc/self/cmdline', '/proc/self/maps']) {
      const refused = await client.callTool({ name: 'parse', arguments: { path: hidden } });
      assert.equal(refused.isError, true, hidden);
    }
    const missing = await client.callTool({ name: 'parse', arguments: { path: join(folder, 'none') } });
    assert.equal(missing.isError, true);
    assert.match(textOf(missing), /cannot be read/);
    const device = await client.callTool({ name: 'parse', arguments: { path: '/dev/zero' } });
    assert.match(textOf(device), /not a regular file/);
  });
});
