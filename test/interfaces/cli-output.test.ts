import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { startExampleSites } from '../../examples/sites.ts';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { startTestService } from '../service/running-service.ts';
import { until } from '../until.ts';
import { openCommands } from './run-command.ts';

/** Starts a site with one long page of three sections; returns its address without a scheme. */
async function startPier(t: TestContext): Promise<string> {
  const texts = {
    Cranes: 'Iron arms lift boxes.',
    'Opening hours': 'From nine to five.',
    Ropes: 'Hemp is wet.',
  };
  const parts = Object.entries(texts).map(
    ([name, text]) =>
      `<h2>${name}</h2>${`<p>${text} The watch writes this down each morning.</p>`.repeat(150)}`,
  );
  const site = createHttpServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<main><h1>Pier</h1>${parts.join('')}</main>`);
  }).listen(0, '127.0.0.1');
  t.after(() => site.close());
  await once(site, 'listening');
  return `127.0.0.1:${(site.address() as AddressInfo).port}/`;
}

test('commands write what a user wants to have', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'webdata-output-'));
  const sites = await startExampleSites({ freePorts: true });
  t.after(async () => {
    await Promise.all(sites.map((site) => site.close()));
    await rm(folder, { recursive: true, force: true });
  });
  const originOf = (name: string) => sites.find((site) => site.name === name)?.origin ?? '';
  const { browser } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  const service = await startTestService(t, {
    WEBDATA_ALLOW_NETWORKS: '127.0.0.1/32',
    WEBDATA_BROWSER: browser?.program?.executable ?? 'none',
  });
  const runNext = openCommands(t, { WEBDATA_URL: service.url, WEBDATA_KEY: service.key });
  const run = (...args: string[]) => runNext(args);
  const inFolder = (name: string) => join(folder, name);
  // Without its scheme, as a user types it.
  const handbook = originOf('handbook').replace('http://', '');
  const shop = originOf('shop');

  await t.test('a crawl lists its pages as they arrive, and ends with where they are', async () => {
    const { code, stdout, stderr } = await run('crawl', handbook, '--limit', '4');
    assert.equal(code, 0, stderr);
    const lines = stdout.trim().split('\n');
    assert.equal(lines.length, 4);
    for (const line of lines) assert.match(line, /^ok {9}http:\/\/127\.0\.0\.1:\d+/);
    const jid = /^crawl (job_\w+)$/m.exec(stderr)?.[1];
    assert.match(stderr, new RegExp(`job results ${jid}\n.*job export ${jid} -o pages/\n$`));
    // What the service says in routes is said in commands.
    assert.match(stderr, new RegExp(`^warning limit_reached: .*webdata(\\.mjs)? job continue ${jid}"`, 'm'));
    const json = await run('crawl', handbook, '--limit', '2', '--json');
    assert.equal(JSON.parse(json.stdout).progress.done, 2);
  });

  await t.test('a crawl writes its pages into a folder, or into one file', async () => {
    const { code, stdout, stderr } = await run('crawl', handbook, '--limit', '4', '-o', inFolder('pages'));
    assert.deepEqual([code, stdout], [0, ''], stderr);
    assert.match(stderr, /written to \S+\/pages\n$/);
    const files = (await readdir(inFolder('pages'), { recursive: true })).filter((name) =>
      name.endsWith('.md'),
    );
    assert.equal(files.length, 4);
    const start = files.find((name) => /^[^/]+\/index\.md$/.test(name)) ?? '';
    assert.match(
      await readFile(join(folder, 'pages', start), 'utf8'),
      /^---\ntitle: "Quay handbook"[\s\S]*# Quay handbook/,
    );
    assert.deepEqual((await readdir(inFolder('pages'))).length, 1, 'nothing else is left');
    const jid = /^crawl (job_\w+)$/m.exec(stderr)?.[1] ?? '';
    await run('job', 'export', jid, '-o', inFolder('pages.ndjson'));
    assert.equal((await readFile(inFolder('pages.ndjson'), 'utf8')).trim().split('\n').length, 4);
    const wrong = await run('crawl', handbook, '-o', inFolder('pages.docx'));
    assert.deepEqual([wrong.code, /must end in \.ndjson, .* or be a folder/.test(wrong.stderr)], [2, true]);
  });

  await t.test('the extension of the file chooses the format of a page', async () => {
    for (const [name, content] of [
      ['page.html', /<h1>Quay handbook<\/h1>/],
      ['page.md', /^# Quay handbook$/m],
      ['page.txt', /^Quay handbook$/m],
    ] as const) {
      const { code, stderr } = await run('scrape', handbook, '-o', inFolder(name));
      assert.equal(code, 0, stderr);
      assert.match(await readFile(inFolder(name), 'utf8'), content, name);
    }
    await mkdir(inFolder('here'));
    for (const path of [inFolder('here'), inFolder('there/')]) {
      const { code, stderr } = await run('scrape', handbook, '-o', path);
      assert.deepEqual([code, /--output must be a file/.test(stderr)], [2, true]);
    }
  });

  await t.test('a picture is written by commands that have one', async (t) => {
    const missing = await run(
      'scrape',
      `${handbook}/missing`,
      '--render',
      'never',
      '-o',
      inFolder('missing.png'),
    );
    assert.notEqual(missing.code, 0);
    const map = await run('map', handbook, '-o', inFolder('map.png'));
    assert.deepEqual([map.code, /map writes no \.png file/.test(map.stderr)], [2, true]);
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.endsWith('.png')),
      [],
    );
    if (browser === null) return t.skip('no browser on this machine');
    const png = await run('scrape', handbook, '--format', 'screenshot', '-o', inFolder('shot.png'));
    assert.equal(png.code, 0, png.stderr);
    assert.match(png.stderr, /^ok .*\nwritten to \S+shot\.png\n$/);
    assert.equal((await readFile(inFolder('shot.png'))).toString('latin1', 1, 4), 'PNG');
    await run('scrape', handbook, '-o', inFolder('shot.jpg'));
    assert.equal((await readFile(inFolder('shot.jpg'))).toString('hex', 0, 2), 'ffd8');
  });

  await t.test('collect prints a table, and writes it as CSV', async () => {
    const fields = ['--field', 'name', '--field', 'price'];
    const { code, stdout, stderr } = await run('collect', shop, ...fields);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^name +price\n/);
    assert.match(stdout, /^Pier light +74\.5$/m);
    assert.match(stderr, /^ok http:\/\/\S+: 12 records from \d pages, recipe rcp_/m);
    await run('collect', shop, ...fields, '-o', inFolder('lamps.csv'));
    assert.match(await readFile(inFolder('lamps.csv'), 'utf8'), /^name,price\r\n(?:[^\n]+\r\n){12}$/);
  });

  await t.test('watch shows the first state, and the monitor says why a change was not sent', async () => {
    const page = `${shop}/lamps/harbour-lantern`;
    const created = await run('watch', page, '--every', '1d', '--field', 'price:number', '--webhook', shop);
    assert.equal(created.code, 0, created.stderr);
    assert.match(created.stdout, /^watches +the values price$/m);
    assert.match(created.stdout, /^sends to +1 webhook$/m);
    assert.match(created.stdout, /^State of .*:\n +.*price.*40/m);
    const mid = /^monitor +(mon_\w+)$/m.exec(created.stdout)?.[1] ?? '';
    const conditions = '[{"field": "price", "op": "drops_by_percent", "value": 50}]';
    await run('monitor', 'change', mid, '--conditions', conditions);
    await fetch(page, { method: 'POST', body: new URLSearchParams({ price: '36' }) });
    const checked = await run('monitor', 'run', mid);
    assert.equal(checked.code, 0, checked.stderr);
    const { stdout } = await run('monitor', 'get', mid);
    assert.match(stdout, /^ {2}2 .* changed {2}not notified: the conditions do not hold {2}/m);
    assert.match((await run('monitors')).stdout, /^mid +page +status +last check +result +summary$/m);
  });

  await t.test('lists are complete where nothing must fit a terminal', async () => {
    const { stdout } = await run('jobs');
    assert.match(stdout, /^jid +type +status +pages +url +created$/m);
    assert.doesNotMatch(stdout, /…|--json also/);
    const wide = await run('jobs', '--wide');
    assert.match(wide.stdout, /^jid +type +status +pages +url .*created .*started_at/m);
    const part = await run('jobs', '--limit', '1');
    assert.match(part.stderr, /^more: .* job list --offset 1 --limit 1$/m);
    const filtered = await run('jobs', '--limit', '1', '--type', 'crawl');
    assert.match(filtered.stderr, /^more: .* job list .*--limit 1/m);
    assert.match(filtered.stderr, /^more: .* job list .*--type crawl/m);
  });

  await t.test('a page that is cut lists its sections, and how to read one and the rest', async () => {
    const page = await startPier(t);
    const { stderr } = await run('scrape', page);
    const ref = / read (ref_\w+)$/m.exec(stderr)?.[1] ?? assert.fail(stderr);
    assert.match(stderr, /^sections:\n(?: .*\n)* {2}opening-hours +Opening hours \(\d+ characters\)$/m);
    assert.match(stderr, new RegExp(`^read one: .* read ${ref} --section cranes$`, 'm'));
    const section = await run('read', ref, '--section', 'opening-hours', '--length', '50');
    assert.match(section.stdout, /^## Opening hours/);
    assert.match(
      section.stderr,
      new RegExp(`^more: .* read ${ref} --offset 50 --length 50 --section opening-hours$`, 'm'),
    );
    const wrong = await run('read', ref, '--section', '9');
    assert.deepEqual([wrong.code, wrong.stdout], [1, '']);
    assert.match(
      wrong.stderr,
      /has no section "9"\. Use one of its sections: pier, cranes, opening-hours, ropes\./,
    );
    const nothing = await run('read', ref, '--focus', 'zebra');
    assert.match(nothing.stderr, /^warning focus_not_found: .* without --focus\.$/m);
  });

  await t.test('words find passages, in a page and in a crawl', async () => {
    const focused = await run('scrape', await startPier(t), '--focus', 'opening hours');
    assert.match(focused.stdout, /Opening hours/);
    assert.doesNotMatch(focused.stdout, /Ropes/);
    const started = await run('crawl', handbook, '--limit', '3', '--max-depth', '1');
    const jid = /^crawl (job_\w+)$/m.exec(started.stderr)?.[1] ?? assert.fail(started.stderr);
    const found = await run('job', 'find', jid, 'handbook');
    assert.match(found.stdout, /^# .*\nhttp:\/\/127\.0\.0\.1:\d+/);
    assert.match(found.stdout, /handbook/i);
    assert.match(found.stderr, /^\d pages? of 3 searched about these words/m);
  });

  await t.test('a crawl says which pages are too far away', async () => {
    const { stderr } = await run('crawl', handbook, '--max-depth', '0', '--no-use-sitemap');
    assert.match(
      stderr,
      /^left out as too far from the start page when they were found: \d+ pages?; --max-depth sets the limit$/m,
    );
  });

  await t.test('extracted values are shown with the words behind them', async () => {
    const lamp =
      (await run('map', shop, '--limit', '50')).stdout.split('\n').find((line) => /\/p/.test(line)) ?? shop;
    const { stdout } = await run('extract', lamp, '--field', 'name', '--field', 'nonsense');
    assert.match(stdout, /^name +\S.* from "/m);
    assert.match(stdout, /^nonsense +-$/m);
    assert.doesNotMatch(stdout, /searched_by|methods|unverified/);
  });

  await t.test('resources are found by their name, and several are deleted at once', async () => {
    await run('key', 'create', 'colleague one');
    const revoked = await run('key', 'revoke', 'colleague one', '--json');
    assert.deepEqual([revoked.code, JSON.parse(revoked.stdout).revoked], [0, true], revoked.stderr);
    const unknown = await run('key', 'revoke', 'colleague one');
    assert.deepEqual([unknown.code, unknown.stdout], [2, '']);
    assert.match(unknown.stderr, /^webdata: there is no key "colleague one"; "webdata key list"/);
    for (const name of ['twin', 'twin']) await run('watch', handbook, '--name', name, '--no-wait');
    const twice = await run('monitor', 'get', 'twin');
    assert.match(twice.stderr, /several have the name "twin": mon_\w+, mon_\w+; use the identifier/);
    const ids = /(mon_\w+), (mon_\w+);/.exec(twice.stderr)?.slice(1) ?? [];
    assert.equal((await run('monitor', 'delete', ...ids)).code, 0);
    assert.doesNotMatch((await run('monitors')).stdout, /twin/);
  });

  await t.test('a monitor names the receiver that its changes did not reach', async () => {
    let price = 100;
    const site = createHttpServer((request, response) => {
      response.writeHead(request.url === '/hook' ? 500 : 200, { 'content-type': 'text/html' });
      response.end(
        `<main><h1>Lamp</h1><p>The price of this lamp is ${price} euros, with all it needs.</p></main>`,
      );
    }).listen(0, '127.0.0.1');
    t.after(() => site.close());
    await once(site, 'listening');
    const page = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
    await run('watch', page, '--every', '1d', '--name', 'hooked', '--webhook', `${page}hook`);
    price = 200;
    await run('monitor', 'run', 'hooked');
    const shown = async () => (await run('monitor', 'get', 'hooked')).stdout;
    await until(async () => (await shown()).includes('Not delivered'));
    const text = await shown();
    assert.match(text, /^ {2}2 .* changed {2}notified \(see below\) /m);
    assert.match(
      text,
      /^ {2}http:\/\/127\.0\.0\.1:\d+ {2}\d+ failed attempts? since .*, is tried again: .*500/m,
    );
  });

  await t.test('receipts of a file are verified by either command', async () => {
    await run('scrape', handbook, '-o', inFolder('signed.json'));
    for (const words of [['verify'], ['receipt', 'verify']]) {
      const { code, stdout, stderr } = await run(...words, inFolder('signed.json'));
      assert.equal(code, 0, stderr);
      assert.match(stdout, /^rct_\w+ {2}valid/);
    }
    await run('scrape', handbook, '-o', inFolder('signed.md'));
    const wrong = await run('receipt', 'verify', inFolder('signed.md'));
    assert.match(wrong.stderr, /signed\.md: it is no JSON object; write the response with --json/);
  });

  await t.test('words that people try lead to the command', async () => {
    for (const [word, command] of [
      ['balance', 'account billing'],
      ['screenshot', 'scrape URL -o shot.png'],
      ['logs', 'request list'],
      ['status', 'service health'],
    ] as const)
      assert.match(
        (await run(word)).stderr,
        new RegExp(`there is no command "${word}"; use "webdata ${command}"`),
      );
  });

  await t.test('an error names the flag that was wrong', async () => {
    const past = await run('key', 'create', 'late', '--expires-at', '2020-01-01T00:00:00Z');
    assert.deepEqual(
      [past.code, past.stderr.split('\n')[0]],
      [2, 'webdata: --expires-at: must be in the future'],
    );
    const mail = await run('watch', handbook, '--every', '1h', '--email', 'me');
    assert.match(mail.stderr, /^webdata: --email: must be a valid e-mail address$/m);
  });

  await t.test('what cannot be written is refused before anything is done', async () => {
    const keys = async () => ((await service.get('/v1/keys')).json.keys as unknown[]).length;
    const before = await keys();
    for (const flags of [
      ['--format', 'csv'],
      ['-o', inFolder('key.csv')],
      ['-o', inFolder('key.pdf')],
      ['-o', inFolder('nowhere/key.json')],
    ]) {
      const { code, stderr } = await run('key', 'create', 'colleague', ...flags);
      assert.equal(code, 2, stderr);
      assert.match(stderr, /no list to write as csv|to a \.pdf file|there is no folder \S+nowhere/);
    }
    assert.equal(await keys(), before);
    const opened = await run('session', 'open', shop, '--format', 'csv');
    assert.equal(opened.code, 2);
    assert.deepEqual((await service.get('/v1/browser')).json.sessions, []);
  });

  await t.test('rows are those of what was asked for', async () => {
    const page = `${shop}/lamps/harbour-lantern`;
    const values = await run('extract', page, '--field', 'price:number', '--format', 'csv');
    assert.match(values.stdout, /^price\r\n\d+(\.\d+)?\r\n$/, values.stderr);
    const records = await run('collect', `${shop}/`, '--field', 'name,price', '--format', 'csv');
    assert.match(records.stdout, /^name,price\r\n/, records.stderr);
  });

  await t.test('a site that cannot be read says why', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const closed = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    server.close();
    const map = await run('map', closed);
    assert.deepEqual([map.code, map.stdout.trim()], [3, '']);
    assert.match(map.stderr, /error reset/);
    const crawl = await run('crawl', closed, '-o', inFolder('closed'));
    assert.equal(crawl.code, 3);
    assert.ok(crawl.stderr.split('\n').includes(`failed     ${closed}`), crawl.stderr);
  });
});
