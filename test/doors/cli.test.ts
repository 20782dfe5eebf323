import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createTestDatabase } from '../database.ts';
import { startTestService } from '../service/running-service.ts';
import { startWorld } from '../world/world.ts';
import { runCommand } from './run-command.ts';

test('commands', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t);
  const remote = { WEBDATA_URL: service.url, WEBDATA_KEY: service.key };
  const run = (args: string[], stdin?: string) => runCommand(args, remote, stdin);
  const article = world.site.url('/articles/notes-on-harbour-cranes');
  const missing = world.site.url('/status/404');

  await t.test(
    'prints a page as Markdown, what it cost aside, and leaves an entry in the history',
    async () => {
      const { code, stdout, stderr } = await run(['scrape', article]);
      assert.equal(code, 0, stderr);
      assert.match(stdout, /^# Notes on harbour cranes$/m);
      assert.match(stderr, /^ok \S+; 1 credit, receipt rct_/);
      const { json } = await service.get('/v1/requests?limit=1');
      assert.deepEqual([json.requests[0].tool, json.requests[0].origin], ['scrape', 'cli']);
    },
  );

  await t.test('prints the answer itself as JSON, with fields as flags', async () => {
    const args = ['scrape', article, '--format', 'links', '--format', 'text', '--max-length=50', '--json'];
    const { code, stdout } = await run([...args, '--no-only-main-content', '--header', 'X-Test: a=b']);
    const page = JSON.parse(stdout);
    assert.equal(code, 0);
    assert.equal(page.markdown, undefined);
    assert.ok(page.links.length > 0 && page.text.length > 0);
    const { json } = await service.get(`/v1/requests/${page.receipt.request_id}`);
    assert.deepEqual(json.params.formats, ['links', 'text']);
    assert.equal(json.params.only_main_content, false);
    assert.equal(json.params.max_length, 50);
  });

  await t.test(
    'reads addresses from standard input, and says by its code that a page is missing',
    async () => {
      const { code, stdout } = await run(['scrape', '-', '--json'], `# mine\n${article}\n\n${missing}\n`);
      assert.equal(code, 3);
      assert.deepEqual(
        JSON.parse(stdout).results.map(({ status }: { status: string }) => status),
        ['ok', 'not_found'],
      );
    },
  );

  await t.test('tells apart what failed and what makes no sense', async () => {
    const cases: Array<[string[], number, RegExp]> = [
      [['scrape', missing], 3, /^not_found \(http_404\)/],
      [['get-job', 'job_none'], 1, /^webdata: there is no such job$/m],
      [['scrape'], 2, /needs a URL, or - to read addresses/],
      [['scrape', article, '--country', 'Germany'], 2, /^webdata: \/country: must be a two-letter/m],
      [['serve', '--port', '1'], 2, /settings are environment variables/],
      [['keys', '--help'], 0, /^$/],
      [['scrape', article, '--wait-ms', 'long'], 2, /--wait-ms takes a number/],
      [['scrape', article, '--colour', 'red'], 2, /there is no flag --colour$/m],
      [['map', article, 'more'], 2, /one word too many/],
      [['fetch', article], 2, /no command "fetch"/],
    ];
    const results = await Promise.all(cases.map(([args]) => run(args)));
    for (const [at, { code, stderr }] of results.entries()) {
      const [args, expected, message] = cases[at] as (typeof cases)[number];
      assert.equal(code, expected, `${args.join(' ')}: ${stderr}`);
      assert.match(stderr, message);
    }
    const nobody = await runCommand(['account'], { ...remote, WEBDATA_KEY: 'wd_wrong' });
    assert.deepEqual([nobody.code, /key is unknown/.test(nobody.stderr)], [1, true]);
    const nowhere = await runCommand(['account'], { ...remote, WEBDATA_URL: 'http://127.0.0.1:9' });
    assert.deepEqual([nowhere.code, /cannot be reached/.test(nowhere.stderr)], [1, true]);
  });

  await t.test('waits for a crawl and shows lists as tables', async () => {
    const crawl = await run(['crawl', world.site.url('/'), '--limit', '4', '--json']);
    assert.equal(crawl.code, 0, crawl.stderr);
    const job = JSON.parse(crawl.stdout);
    assert.equal(job.status, 'completed');
    assert.equal(job.progress.done, 4);
    const { stdout } = await run(['list-jobs', '--status', 'completed']);
    assert.match(stdout, /^jid +type +status/);
    const results = await run(['get-job-results', job.jid, '--limit', '2', '--json']);
    assert.equal(JSON.parse(results.stdout).results.length, 2);
  });

  await t.test('explains each command, and completes them in three shells', async () => {
    const help = await run(['scrape', '--help']);
    assert.match(help.stdout, /^webdata scrape URL\.\.\. \[flags\]$/m);
    assert.match(help.stdout, /--no-only-main-content/);
    assert.match(help.stdout, /Price: 1 credit/);
    const bash = await run(['completion', 'bash']);
    const script = `${bash.stdout}\nCOMP_WORDS=(webdata scrape --max-c); COMP_CWORD=2; _webdata; echo "\${COMPREPLY[@]}"`;
    const completed = await runCommand(['-c', script], {}, '', ['bash']);
    assert.equal(completed.stdout.trim(), '--max-credits', completed.stderr);
    for (const shell of ['zsh', 'fish']) {
      const { code, stdout } = await run(['completion', shell]);
      assert.equal(code, 0);
      assert.match(stdout, /get-job-results/);
    }
  });
});

test('commands without a service run in their own process', async (t) => {
  const world = await startWorld();
  const { connectionString } = await createTestDatabase(t);
  const dataDir = await mkdtemp(join(tmpdir(), 'webdata-command-'));
  t.after(async () => {
    await world.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const environment = {
    DATABASE_URL: connectionString,
    WEBDATA_SECRET: 'a root secret for tests alone',
    DATA_DIR: dataDir,
    PORT: '1',
    WEBDATA_ALLOW_NETWORKS: '127.0.0.11/32',
  };
  const crawl = await runCommand(['crawl', world.site.url('/'), '--limit', '3', '--json'], environment);
  assert.equal(crawl.code, 0, crawl.stderr);
  assert.equal(JSON.parse(crawl.stdout).progress.done, 3);
  const { stdout } = await runCommand(['list-requests', '--tool', 'crawl', '--json'], environment);
  assert.deepEqual(
    JSON.parse(stdout).requests.map(({ origin }: { origin: string }) => origin),
    ['cli'],
  );
});
