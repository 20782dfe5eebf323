import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { endedJob } from '../service/ended-job.ts';
import { startTestService } from '../service/running-service.ts';
import { type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { blocksOf, connectAgent } from './agent-client.ts';
import { runCommand } from './run-command.ts';

function page(name: string): Route {
  return {
    body: `<!doctype html><html lang="en"><title>${name}</title><main><h1>${name}</h1><p>The ${name} opens at nine and has room for forty boats.</p></main></html>`,
  };
}

test('a list of URLs on the command line and for agents', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'webdata-list-'));
  const service = await startTestService(t);
  const site = await startLoopbackServer(
    '127.0.0.11',
    () =>
      new Map([
        ['/quay', page('Quay')],
        ['/dock', page('Dock')],
      ]),
  );
  t.after(async () => {
    await site.close();
    await rm(folder, { recursive: true, force: true });
  });
  await chmod(folder, 0o755);
  const environment = { WEBDATA_URL: service.url, WEBDATA_KEY: service.key };
  const batch = (args: string[], stdin = '') => runCommand(['batch', ...args], environment, stdin);
  const urls = [site.url('/quay'), site.url('/dock')];

  await t.test('webdata batch FILE waits, and writes the pages in the order of the list', async () => {
    const list = join(folder, 'harbour.txt');
    const output = join(folder, 'harbour.csv');
    await writeFile(list, [urls[1], 'no url', urls[0]].join('\n'));
    const { code, stderr } = await batch([list, '--output', output]);
    assert.equal(code, 0, stderr);
    const rows = (await readFile(output, 'utf8')).trim().split('\r\n');
    assert.deepEqual(
      rows.filter((row) => row.startsWith('http')).map((row) => row.split(',', 1)[0]),
      urls.toReversed(),
    );
    const [job] = (await service.get('/v1/jobs')).json.jobs;
    assert.equal(job.params.filename, 'harbour.txt');
  });

  await t.test('webdata batch - reads standard input and names the lines that it leaves out', async () => {
    const { code, stdout, stderr } = await batch(['-', '--json'], `${urls.join('\n')}\n${urls[0]}\n`);
    assert.equal(code, 0, stderr);
    const job = JSON.parse(stdout);
    assert.equal(job.progress.ok, 2);
    assert.match(job.warnings[0].message, /^Line 3 is left out, because an earlier line has the same URL/);
    const few = await batch(['--url', urls[0] as string, '--url', urls[1] as string, '--no-wait', '--json']);
    assert.equal(JSON.parse(few.stdout).progress.discovered, 2);
    const bad = await batch([join(folder, 'none.txt')]);
    assert.match(bad.stderr, /none\.txt cannot be read/);
    const wrong = await batch(['-', '--output', join(folder, 'x.docx')], urls.join('\n'));
    assert.match(wrong.stderr, /--output of a batch must end in/);
  });

  await t.test(
    'webdata batch takes addresses in place of a file, and a command for files says that it takes none',
    async () => {
      const { code, stdout, stderr } = await batch([...urls, '--json']);
      assert.equal(code, 0, stderr);
      assert.equal(JSON.parse(stdout).progress.ok, 2);
      const short = await batch([...urls.map((url) => url.replace('http://', '')), '--json']);
      assert.equal(JSON.parse(short.stdout).progress.ok, 2, short.stderr);
      assert.match((await batch([])).stderr, /batch needs a file with addresses, addresses, or -/);
      const mixed = await batch([urls[0] as string, 'harbour.txt']);
      assert.equal(mixed.code, 2);
      assert.match(mixed.stderr, /addresses or a file with addresses, not both/);
      const parse = await runCommand(['parse', urls[0] as string], environment, '');
      assert.equal(parse.code, 2);
      assert.match(parse.stderr, /parse takes a file, and http\S+ is an address; "scrape" reads addresses/);
    },
  );

  await t.test('a command for addresses names the commands for files', async () => {
    const path = join(folder, 'page.html');
    await writeFile(path, '<p>The berth opens at nine.</p>');
    for (const word of [path, `file://${path}`]) {
      const { code, stderr } = await runCommand(['crawl', word], environment, '');
      assert.equal(code, 2);
      assert.match(stderr, /page\.html is a file: "parse" reads a file/);
    }
    const schema = await runCommand(['extract', urls[0] as string, '--schema', '@none.json'], environment);
    assert.match(schema.stderr, /cannot read the file none\.json: no such file or directory/);
  });

  await t.test('an agent starts a batch and reads its results', async () => {
    const agent = await connectAgent(t, service);
    const started = await agent.callTool({ name: 'job', arguments: { action: 'start', urls } });
    const { jid } = started.structuredContent as { jid: string };
    await endedJob(service, jid);
    const results = await agent.callTool({ name: 'job', arguments: { action: 'results', jid } });
    const text = blocksOf(results)
      .map((block) => block.text)
      .join('\n');
    assert.match(text, /The Quay opens at nine/);
    assert.match(text, /The Dock opens at nine/);
  });

  await t.test('a scrape with too many URLs names batches', async () => {
    const { status, json } = await service.post('/v1/scrape', { urls: Array(101).fill(urls[0]) });
    assert.equal(status, 422);
    assert.match(json.detail, /POST \/v1\/batches/);
  });
});
