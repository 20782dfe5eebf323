import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startTestService, type TestService } from '../service/running-service.ts';
import { type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { type CommandResult, openCommands, runCommand } from './run-command.ts';

const folder = fileURLToPath(new URL('../../skills/webdata/', import.meta.url));

function page(title: string, content: string): string {
  return `<!doctype html><html><head><title>${title}</title></head><body><main><h1>${title}</h1>${content}</main></body></html>`;
}

/** Starts a small shop: a list of cranes, the price of one, and a long page. */
async function startShop(t: TestContext): Promise<{ price: number; url(path: string): string }> {
  const shop = { price: 19.5 };
  const cranes = Array.from({ length: 12 }, (_, index) => index + 1);
  const items = cranes.map(
    (n) =>
      `<li class="product"><h3><a href="/crane/${n}">Crane, type ${n}</a></h3><span class="price">€${n + 10}.50</span></li>`,
  );
  const parts = Array.from(
    { length: 200 },
    (_, n) => `<h2>Part ${n + 1}</h2><p>How to repair it, step ${n + 1}.</p>`,
  );
  const server = await startLoopbackServer(
    '127.0.0.11',
    () =>
      new Map<string, Route>([
        [
          '/',
          {
            body: page(
              'Shop',
              '<p>Cranes for small harbours.</p><a href="/list">All</a> <a href="/manual">Manual</a>',
            ),
          },
        ],
        ['/list', { body: page('All cranes', `<ul class="products">${items.join('')}</ul>`) }],
        ['/manual', { body: page('Manual', parts.join('')) }],
        [
          '/crane',
          () => ({
            body: page(
              'Crane',
              `<p class="price">€${shop.price.toFixed(2)}</p><p>It lifts five tonnes in all weathers.</p>`,
            ),
          }),
        ],
      ]),
  );
  t.after(() => server.close());
  return Object.assign(shop, { url: (path: string) => server.url(path) });
}

function runScript(service: Pick<TestService, 'url' | 'key'>, name: string, ...args: string[]) {
  const environment = { WEBDATA_URL: service.url, WEBDATA_KEY: service.key };
  return runCommand(args, environment, '', [process.execPath, join(folder, 'scripts', `${name}.mjs`)]);
}

/** Returns the commands in the code blocks of the skill, as words. */
async function commandsOf(program: string): Promise<string[][]> {
  const text = await readFile(join(folder, 'SKILL.md'), 'utf8');
  const commands = [...text.matchAll(/(?:^ {4}|`)((?:webdata|node scripts\/)[^`\n#]*)/gm)].map(([, code]) =>
    String(code).trim().split(/\s+/),
  );
  return commands.filter(([word, script]) => (program === 'webdata' ? word : script)?.startsWith(program));
}

test('the skill has a name, a valid description, and only existing commands and flags', async (t) => {
  const text = await readFile(join(folder, 'SKILL.md'), 'utf8');
  const [, front = ''] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? [];
  const fields = Object.fromEntries(
    front.split('\n').map((line) => line.split(/: (.*)/s) as [string, string]),
  );
  assert.equal(fields.name, 'webdata');
  assert.ok(String(fields.description).length <= 1_024 && String(fields.compatibility).length <= 500);

  const run = openCommands(t, {});
  const commands = await commandsOf('webdata');
  assert.ok(commands.length >= 8, String(commands.length));
  for (const [, ...words] of commands.filter((words) => words.length > 1)) {
    // A noun and its verb, or one word; arguments are in capitals.
    const path = words.slice(0, 2).filter((word) => /^[a-z]/.test(word));
    const name = path.join(' ');
    const { code, stdout } = await run(['help', ...path]);
    assert.equal(code, 0, name);
    for (const flag of words.filter((word) => word.startsWith('--')))
      assert.ok(stdout.includes(flag), `${name} ${flag}`);
  }
  const scripts = await commandsOf('scripts/');
  const used = new Set<string>();
  for (const [, path, ...words] of scripts) {
    const name = String(path).replace(/^scripts\/|\.mjs$/g, '');
    if (name === 'NAME') continue;
    used.add(name);
    const { code, stdout } = await runScript({ url: '', key: '' }, name, '--help');
    assert.equal(code, 0, name);
    for (const flag of words.filter((word) => word.startsWith('--')))
      assert.ok(stdout.includes(flag), `${name} ${flag}`);
  }
  assert.deepEqual([...used].sort(), ['collect', 'crawl', 'read', 'search', 'watch']);
});

test('the scripts of the skill work with a running service', async (t) => {
  const shop = await startShop(t);
  const service = await startTestService(t, { WEBDATA_SEARCH: 'local' });
  const out = await mkdtemp(join(tmpdir(), 'webdata-skill-'));
  t.after(() => rm(out, { recursive: true, force: true }));
  const run = (name: string, ...args: string[]): Promise<CommandResult> => runScript(service, name, ...args);

  await t.test('read continues a long page where the first call ended', async () => {
    const first = await run('read', shop.url('/manual'), '--max-tokens', '300');
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stdout, /^# Manual$/m);
    const [, ref, offset] = /Next: read\.mjs (ref_\w+) --offset (\d+)$/m.exec(first.stderr) ?? [];
    const rest = await run('read', String(ref), '--offset', String(offset), '--all');
    const whole = await run('read', shop.url('/manual'), '--all');
    assert.equal(rest.stdout.trim(), whole.stdout.slice(Number(offset)).trim());
    assert.match(whole.stdout, /step 200\.\n$/);
    assert.equal(
      (await run('read', String(ref), '--section', 'Part 77')).stdout.trim(),
      '## Part 77\n\nHow to repair it, step 77.',
    );
    assert.equal((await run('read', shop.url('/missing'))).code, 3);
  });

  await t.test('search prints results and reads them', async () => {
    const { code, stdout, stderr } = await run('search', 'repair manual', '--limit', '1', '--read');
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^1\. Manual\n[\s\S]*^# Manual$/m);
    assert.match(stderr, /^1 results from local; 2 credits$/m);
  });

  await t.test('collect writes CSV and JSON', async () => {
    const csv = await run('collect', shop.url('/list'), '--field', 'name', '--field', 'price');
    assert.equal(csv.code, 0, csv.stderr);
    const lines = csv.stdout.split('\r\n');
    assert.deepEqual([lines[0], lines[1], lines.length], ['name,price', '"Crane, type 1",11.5', 14]);
    const file = join(out, 'records.json');
    await run('collect', shop.url('/list'), '--field', 'name', '--format', 'json', '--out', file);
    assert.equal(JSON.parse(await readFile(file, 'utf8')).length, 12);
  });

  await t.test('crawl writes one file per page', async () => {
    const crawled = await run('crawl', shop.url('/'), '--limit', '3', '--out', join(out, 'pages'));
    assert.equal(crawled.code, 0, crawled.stderr);
    assert.deepEqual((await readdir(join(out, 'pages'))).sort(), [
      '0001.md',
      '0002.md',
      '0003.md',
      'pages.json',
    ]);
    assert.match(await readFile(join(out, 'pages', '0001.md'), 'utf8'), /^# Shop$/m);
    const [, jid] = /^job (job_\w+)$/m.exec(crawled.stderr) ?? [];
    assert.equal((await run('crawl', String(jid), '--out', join(out, 'again'))).stdout, crawled.stdout);
  });

  await t.test('watch prints the old and the new value', async () => {
    const first = await run('watch', shop.url('/crane'), '--field', 'price', '--type', 'number');
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stdout, /^new: .*\n\{"price":19\.5\}$/m);
    const [mid] = /mon_\w+/.exec(first.stderr) ?? [];
    shop.price = 17.25;
    assert.match((await run('watch', String(mid))).stdout, /^changed: price: 19\.5 → 17\.25/);
    assert.match((await run('watch', String(mid))).stdout, /^same: /);
    assert.equal((await run('watch', String(mid), '--delete')).code, 0);
    assert.equal((await run('watch', String(mid))).code, 1);
  });

  await t.test('invalid arguments and an unavailable service end with one clear line', async () => {
    const url = shop.url('/');
    for (const [name, args, message] of [
      ['read', [], /One argument is needed/],
      ['read', [url, '--max-tokens', 'many'], /--max-tokens must be an integer/],
      ['search', ['cranes', '--nope'], /Unknown option '--nope'/],
      ['collect', [url], /--field is needed/],
      ['crawl', ['ftp://shop.example/'], /is not a URL/],
      ['watch', [url, '--webhook', url], /--webhook needs --every/],
    ] as const) {
      const { code, stderr } = await run(name, ...args);
      assert.equal(code, 2, `${name}: ${stderr}`);
      assert.match(stderr, message);
      assert.equal(stderr.trim().split('\n').length, 1);
    }
    const unset = await runScript({ url: '', key: '' }, 'read', url);
    assert.deepEqual([unset.code, /WEBDATA_URL is not set/.test(unset.stderr)], [2, true]);
    const closed = await runScript({ url: 'http://127.0.0.1:9', key: 'wd_x' }, 'read', url);
    assert.deepEqual([closed.code, /does not respond/.test(closed.stderr)], [1, true]);
    const stranger = await runScript({ url: service.url, key: 'wd_unknown' }, 'read', url);
    assert.deepEqual([stranger.code, /unauthorized/.test(stranger.stderr)], [1, true]);
  });
});
