import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { findRuntime, runtimes } from '../clients/runtimes.ts';
import { runCommand } from '../interfaces/run-command.ts';
import { hangsAfterMs } from '../until.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const maxBytes = 1_500_000;

const expected = {
  markdown: [
    '# Die Fähre',
    'Die Fähre verlässt die Insel jeden Morgen um acht Uhr und braucht etwa vierzig Minuten bis zum alten Hafen, sagt ihr Kapitän.',
    'Im Sommer fährt sie zweimal am Tag, weil viele Gäste auf die Insel wollen, und im Winter nur, wenn das Meer ruhig ist.',
    '[Fahrplan](https://harbour.example/plan.pdf)',
  ].join('\n\n'),
  language: ['de', 'detected'],
  links: ['https://harbour.example/', 'https://harbour.example/news', 'https://harbour.example/plan.pdf'],
  anchors: 4_000,
  formats: ['string', 'string'],
  data: { name: 'Copper kettle', price: 49.9, color: null },
  missing: ['/color'],
  invalid: 'TypeError',
};

const command = `import * as library from 'webdata/content';
import { exercise } from './content-exercise.mjs';
console.log(JSON.stringify(exercise(library)));
`;

/** Deno finds only packages that the manifest names. */
const manifest = '{ "type": "module", "dependencies": { "webdata": "*" } }';

const typed = `import { type Content, extractValues, readHtml } from 'webdata/content';
const page: Content = readHtml('<p>Text', { url: 'https://example.com/', formats: ['links'] });
const url: string | undefined = page.links?.[0]?.url;
// @ts-expect-error The format does not exist.
readHtml('<p>Text', { formats: ['pdf'] });
// @ts-expect-error The schema is an object.
extractValues('<p>Text', 'schema');
console.log(url, page.metadata.language, extractValues('<p>Text', null).data);
`;

test('the packed library runs alone in every runtime', { timeout: 4 * hangsAfterMs }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'webdata-content-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const own = join(folder, 'node_modules', 'webdata');
  await mkdir(own, { recursive: true });
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root });
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string }];
  await run('tar', ['-xzf', join(folder, filename), '-C', own, '--strip-components=1']);
  await copyFile(new URL('content-exercise.mjs', import.meta.url), join(folder, 'content-exercise.mjs'));
  await writeFile(join(folder, 'command.mjs'), command);
  await writeFile(join(folder, 'package.json'), manifest);
  const library = join(own, 'dist', 'library', 'content.js');

  await t.test('its size', async () => {
    const { size } = await stat(library);
    assert.ok(size <= maxBytes, `${size} bytes; at most ${maxBytes}`);
  });

  await t.test('its types', async () => {
    await writeFile(join(folder, 'program.ts'), typed);
    const compiler = join(root, 'node_modules', 'typescript-7', 'bin', 'tsc');
    const options = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--types',
      '',
      '--lib',
      'es2024,dom',
    ];
    const result = await runCommand([...options, join(folder, 'program.ts')], {}, '', [
      process.execPath,
      compiler,
    ]);
    assert.equal(result.code, 0, result.stdout);
  });

  const here = { name: `Node ${process.version}`, path: process.execPath, args: [] as readonly string[] };
  for (const runtime of [here, ...runtimes]) {
    await t.test(runtime.name, async (part) => {
      const found = 'path' in runtime ? { path: runtime.path } : await findRuntime(runtime);
      if ('missing' in found) return part.skip(found.missing);
      const options = runtime.name === 'Deno' ? ['--node-modules-dir=manual'] : [];
      const program = [found.path, ...runtime.args, ...options, join(folder, 'command.mjs')];
      const result = await runCommand([], {}, '', program);
      // The first lines of a stack are the minified file.
      assert.equal(result.code, 0, result.stderr.slice(-1_000));
      assert.deepEqual(JSON.parse(result.stdout), expected);
    });
  }

  await t.test('Chromium', async (part) => {
    const { browser: installed } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
    const executablePath = installed?.program?.executable;
    if (executablePath === undefined) return part.skip('no browser on this machine');
    const files: Readonly<Record<string, string>> = {
      '/content.js': library,
      '/content-exercise.mjs': join(folder, 'content-exercise.mjs'),
    };
    const server = createServer(async ({ url = '/' }, response) => {
      const file = files[url];
      const type = file === undefined ? 'text/html' : 'text/javascript';
      response
        .writeHead(200, { 'content-type': type })
        .end(file === undefined ? '<!doctype html><title>Page</title>' : await readFile(file));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    part.after(() => server.close());
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    part.after(() => browser.close());
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const result = await page.evaluate(async () => {
      // The names are not known to the compiler: the page serves these files.
      const content: string = '/content.js';
      const program: string = '/content-exercise.mjs';
      const { exercise } = await import(program);
      return exercise(await import(content));
    });
    assert.deepEqual(result, expected);
  });
});
