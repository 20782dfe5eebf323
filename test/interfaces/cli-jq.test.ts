import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { endedJob } from '../service/ended-job.ts';
import { startTestService } from '../service/running-service.ts';
import { until } from '../until.ts';
import { openCommands, program } from './run-command.ts';

test('--jq selects from JSON', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'webdata-jq-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const service = await startTestService(t);
  const environment = { WEBDATA_URL: service.url, WEBDATA_KEY: service.key };
  const run = openCommands(t, environment);
  for (const name of ['Lamps', 'Chairs'])
    await service.post('/v1/recipes', { name, url: `https://quayside.example/${name}`, fields: ['name'] });
  const { total } = (await service.get('/v1/recipes')).json;

  await t.test('texts as they are, other values as JSON, one on each line', async () => {
    const names = await run(['recipe', 'list', '--jq', '.recipes | sort_by(.name) | .[].name']);
    assert.deepEqual([names.code, names.stdout, names.stderr], [0, 'Chairs\nLamps\n', '']);
    const { stdout } = await run([
      'recipe',
      'list',
      '--jq',
      '.recipes | length, (map({name}) | sort_by(.name)), null',
    ]);
    assert.equal(stdout, `2\n[{"name":"Chairs"},{"name":"Lamps"}]\nnull\n`);
    assert.equal((await run(['recipe', 'list', '--jq', 'empty'])).stdout, '');
    const lines = await run(['recipe', 'list', '--jq', '"", "a\\nb", ["é😀"]']);
    assert.equal(lines.stdout, '\na\nb\n["é😀"]\n');
    const quoted = await run(['recipe', 'list', '--jq', '"it\'s" | @sh "name=\\(.)"']);
    assert.equal(quoted.stdout, "name='it'\\''s'\n");
  });

  await t.test('an expression that starts with a hyphen is no option of jq', async () => {
    assert.equal((await run(['recipe', 'list', '--jq=-1'])).stdout, '-1\n');
    assert.equal((await run(['recipe', 'list', '--jq=--help'])).code, 2);
  });

  await t.test('into a file', async () => {
    const path = join(folder, 'names.txt');
    assert.equal((await run(['recipe', 'list', '--jq', '.recipes[0].name', '-o', path])).code, 0);
    assert.match(await readFile(path, 'utf8'), /^(?:Lamps|Chairs)\n$/);
  });

  await t.test('each event of a stream', async () => {
    const { jid } = (await service.post('/v1/crawl', { url: 'http://127.0.0.11:24999/' })).json;
    await endedJob(service, jid);
    const { stdout } = await run(['job', 'follow', jid, '--jq', '.type']);
    assert.match(stdout, /^(?:[a-z_.]+\n)+$/);
  });

  await t.test('what cannot be selected is said before anything is done', async () => {
    for (const [args, message] of [
      [['--jq', '.recipes['], /the expression of --jq failed: /],
      [['--jq', '.', '--format', 'csv'], /--jq selects from JSON; leave out --format csv/],
      [
        ['--jq', '.', '-o', join(folder, 'list.csv')],
        /--jq writes text: use a \.json, \.ndjson or \.txt file, not \.csv/,
      ],
    ] as const) {
      const { code, stdout, stderr } = await run([
        'recipe',
        'create',
        'https://quayside.example/t',
        '--name',
        'Tables',
        '--field',
        'name',
        ...args,
      ]);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, message);
    }
    assert.equal((await service.get('/v1/recipes')).json.total, total);
  });

  await t.test('an expression that fails loses no response', async () => {
    const { code, stdout, stderr } = await run(['key', 'create', '--name', 'reader', '--jq', '.key | keys']);
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /"key":"wd_/);
    assert.match(stderr, /the expression of --jq failed: /);
  });

  await t.test('Ctrl-C ends an expression without end', async () => {
    const { jid } = (await service.post('/v1/crawl', { url: 'http://127.0.0.11:24999/' })).json;
    await endedJob(service, jid);
    const expression = 'if .type == "job.page" then last(repeat(.)) else .type end';
    const child = spawn(process.execPath, [program, 'job', 'follow', jid, '--jq', expression], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    t.after(() => child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    child.kill('SIGINT');
    assert.equal(await until(() => child.exitCode), 130);
  });
});
