import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createTestDatabase } from '../database.ts';
import { startTestService } from '../service/running-service.ts';
import { startWorld } from '../world/world.ts';
import { openCommands, runCommand } from './run-command.ts';

test('commands', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t);
  const remote = { WEBDATA_URL: service.url, WEBDATA_KEY: service.key };
  const run = (args: string[], stdin?: string) => runCommand(args, remote, stdin);
  const article = world.site.url('/articles/notes-on-harbour-cranes');
  const missing = world.site.url('/status/404');

  await t.test(
    'print a page as Markdown, its cost on standard error, and leave an entry in the history',
    async () => {
      const { code, stdout, stderr } = await run(['scrape', article]);
      assert.equal(code, 0, stderr);
      assert.match(stdout, /^# Notes on harbour cranes$/m);
      assert.match(stderr, /^ok \S+; 1 credit, receipt rct_/);
      const { json } = await service.get('/v1/requests?limit=1');
      assert.deepEqual([json.requests[0].tool, json.requests[0].origin], ['scrape', 'cli']);
    },
  );

  await t.test('print the response as JSON, with fields as flags', async () => {
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

  await t.test('state how an incomplete result is continued', async () => {
    const first = await run(['map', world.site.url('/'), '--limit', '2']);
    const token = /not complete; continue with: \S.*? map --continue (cont_\w+)/.exec(first.stderr)?.[1];
    assert.ok(token !== undefined, first.stderr);
    const rest = await run(['map', '--continue', token]);
    assert.equal(rest.code, 0, rest.stderr);
    const urls = [first, rest].flatMap(({ stdout }) => stdout.trim().split('\n'));
    assert.deepEqual([urls.length, new Set(urls).size], [4, 4]);
  });

  await t.test('read URLs from standard input, and signal a missing page by the exit code', async () => {
    const { code, stdout } = await run(['scrape', '-', '--json'], `# mine\n${article}\n\n${missing}\n`);
    assert.equal(code, 3);
    assert.deepEqual(
      JSON.parse(stdout).results.map(({ status }: { status: string }) => status),
      ['ok', 'not_found'],
    );
  });

  await t.test('exit codes separate failures from usage errors', async (t) => {
    const cases: Array<[string[], number, RegExp]> = [
      [['scrape', missing], 3, /^not_found \(http_404\)/],
      [['get-job', 'job_none'], 1, /^webdata: There is no job with this identifier/m],
      [['scrape'], 2, /needs a URL, or - to read URLs/],
      [['scrape', article, '--country', 'Germany'], 2, /^webdata: --country: must be a two-letter/m],
      [['serve', '--port', '1'], 2, /settings are environment variables/],
      [['keys', '--help'], 0, /^$/],
      [['scrape', article, '--wait-ms', 'long'], 2, /--wait-ms must be a number/],
      [
        ['extract', article, '--schema', `${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`],
        2,
        /^webdata: --schema.*: has more than 100 levels of nesting/m,
      ],
      [['scrape', article, '--colour', 'red'], 2, /there is no flag --colour$/m],
      [['scrape', article, '--formt', 'text'], 2, /there is no flag --formt\. Did you mean --format\?$/m],
      [['scrape', article, '--format', 'pdf'], 2, /--format must be one of markdown, html, .*, not "pdf"$/m],
      [
        ['map', article, 'more'],
        2,
        /too many arguments for 'map'\. Expected 1 argument but got 2: \S+, more/,
      ],
      [['get-job'], 2, /missing required argument 'JID'$/m],
      [['act-on-job', 'job_none', 'stop'], 2, /ACTION cannot be "stop"\. Allowed choices are cancel, pause/],
      [['fetch', article], 2, /no command "fetch"/],
      [['scrap', article, '--help'], 2, /no command "scrap"\. Did you mean scrape\?$/m],
    ];
    const runHere = openCommands(t, remote);
    for (const [args, expected, message] of cases) {
      const { code, stderr } = await runHere(args);
      assert.equal(code, expected, `${args.join(' ')}: ${stderr}`);
      assert.match(stderr, message);
    }
    // The exit code of a process is that of its command.
    assert.equal((await run(['scrape'])).code, 2);
    const nobody = await runCommand(['account'], { ...remote, WEBDATA_KEY: 'wd_wrong' });
    assert.deepEqual([nobody.code, /key is unknown/.test(nobody.stderr)], [1, true]);
    const nowhere = await runCommand(['account'], { ...remote, WEBDATA_URL: 'http://127.0.0.1:9' });
    assert.deepEqual([nowhere.code, /cannot be reached/.test(nowhere.stderr)], [1, true]);
  });

  await t.test('wait for a crawl and print lists as tables', async () => {
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
});

test('commands print help without a service', async (t) => {
  const run = openCommands(t, {});

  await t.test('the help of a command lists types, choices, defaults and the price', async () => {
    const { code, stdout, stderr } = await run(['scrape', '--help']);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^Usage: webdata scrape URL\.\.\. \[flags\]$/m);
    assert.match(stdout, /--no-only-main-content/);
    assert.match(stdout, /Price: 1 credit/);
    assert.match(stdout, /^ +--max-length <number> +Maximum code points/m);
    assert.match(stdout, /^ +--header <name:value> \.\.\./m);
    assert.match(
      stdout.replaceAll(/\s+/g, ' '),
      /--render <text> .*\(choices: "auto", "never", "always", default: auto\)/,
    );
    assert.deepEqual(await run(['help', 'scrape']), { code, stdout, stderr });
  });

  await t.test(
    'the help of the program shows pages first, then resources, and the operator last',
    async () => {
      const { code, stdout, stderr } = await run(['--help']);
      assert.equal(code, 0, stderr);
      const headings = stdout.split('\n').filter((line) => /^\S.*:$/.test(line));
      assert.deepEqual(headings, [
        'Pages:',
        'Resources:',
        'Commands of the operator:',
        'Examples:',
        'Flags:',
      ]);
      const first = /^Pages:\n((?: {2}\S.*\n)+)/m.exec(stdout)?.[1]?.split('\n') ?? [];
      assert.deepEqual(
        first.slice(0, 10).map((line) => line.trim().split(' ')[0]),
        ['scrape', 'crawl', 'map', 'search', 'extract', 'collect', 'compare', 'archive', 'parse', 'watch'],
      );
      assert.match(stdout, /^ {2}job +\S.*: list, get, results,/m);
      // Former names work, and are not shown.
      assert.doesNotMatch(stdout, /list-jobs|act-on/);
    },
  );

  await t.test('the help of a noun lists its verbs, in each form', async () => {
    const { code, stdout } = await run(['monitor']);
    assert.equal(code, 0);
    assert.match(stdout, /^Usage: webdata monitor COMMAND \[flags\]$/m);
    for (const verb of ['create', 'list', 'get', 'pause', 'checks'])
      assert.match(stdout, new RegExp(`^  ${verb} +\\S`, 'm'));
    for (const form of [
      ['monitor', '--help'],
      ['help', 'monitor'],
      ['monitors', '-h'],
    ])
      assert.equal((await run(form)).stdout, stdout, form.join(' '));
    const verb = await run(['help', 'monitor', 'pause']);
    assert.match(verb.stdout, /^Usage: webdata monitor pause MID\.\.\. \[flags\]$/m);
    const former = await run(['act-on-monitor', '--help']);
    assert.match(former.stdout, /^Usage: webdata act-on-monitor MID ACTION \[flags\]$/m);
  });

  await t.test('shell completion offers commands, flags and choices', async () => {
    const { stdout: script } = await run(['completion', 'bash']);
    const complete = async (...words: string[]) => {
      const line = `COMP_WORDS=(webdata ${words.join(' ')}); COMP_CWORD=${words.length}`;
      const answer = await runCommand(
        ['-c', `${script}\n${line}; _webdata; echo "\${COMPREPLY[@]}"`],
        {},
        '',
        ['bash'],
      );
      assert.equal(answer.stderr, '');
      return answer.stdout.trim();
    };
    assert.equal(await complete('scrape', '--max-c'), '--max-credits');
    assert.equal(await complete('scrape', '--no-only'), '--no-only-main-content');
    assert.equal(await complete('scrape', '--format', 'm'), 'markdown metadata');
    assert.equal(await complete('job', 're'), 'results resume retry');
    assert.equal(await complete('job', 'list', '--sta'), '--status');
    assert.equal(await complete('job', 'list', '--status', 'comp'), 'completed');
    assert.equal(await complete('keys', 'c'), 'create');
    assert.equal(await complete('help', 'scr'), 'scrape');
    // Without own suggestions, the shell completes file names.
    assert.equal(await complete('backup', 'x'), '');
    for (const shell of ['zsh', 'fish']) {
      const { code, stdout } = await run(['completion', shell]);
      assert.equal(code, 0);
      assert.match(stdout, /results resume retry|results follow cancel/);
      assert.match(stdout, /markdown html/);
    }
    const unknown = await run(['completion', 'csh']);
    assert.equal(unknown.code, 2);
    assert.match(unknown.stderr, /SHELL cannot be "csh"\. Allowed choices are bash, zsh, fish, install\.$/m);
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
