import assert from 'node:assert/strict';
import { readdirSync, symlinkSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startExampleSites } from '../../examples/sites.ts';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { repetitions } from '../repetitions.ts';
import { openHome } from '../service-process.ts';
import { type GuideStep, readGuideSteps } from './guide-blocks.ts';
import { type GuideShell, startGuideShell } from './guide-shell.ts';
import { matchesOutput, normalizeOutput } from './match-output.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const docs = join(root, 'docs');
/** With this variable, outputs that differ are written into the guides instead of failing the test. */
const shouldWrite = process.env.WRITE_EXAMPLES !== undefined;
/** Guides in their order: each may rely on the definitions of the first one. */
const firstGuide = 'quick-start.md';
/** Guides whose commands need a browser. */
const browserGuides: ReadonlySet<string> = new Set([
  'guides/crawl-behind-a-login.md',
  'guides/log-in-and-download.md',
  'guides/watch-behind-a-login.md',
]);
/** Definitions of the first guide that the others use. */
const definitions = `alias webdata="node $PWD/bin/webdata.mjs"\nKEY=$(cat data/secrets/first-key)`;

/** Returns the pages with command blocks, the first guide first. */
async function listGuides(): Promise<string[]> {
  const names = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  );
  const withCommands: string[] = [];
  for (const name of names.sort())
    if ((await readFile(join(docs, name), 'utf8')).includes('\n```sh')) withCommands.push(name);
  return withCommands.sort((one, other) => Number(other === firstGuide) - Number(one === firstGuide));
}

/** Replaces documented URLs by those of the running servers, and back. */
interface Addresses {
  toReal(text: string): string;
  toDocumented(text: string): string;
}

function createAddresses(pairs: ReadonlyArray<readonly [documented: string, real: string]>): Addresses {
  const replace = (text: string, from: 0 | 1, to: 0 | 1) =>
    pairs.reduce((result, pair) => result.replaceAll(pair[from], pair[to]), text);
  return { toReal: (text) => replace(text, 0, 1), toDocumented: (text) => replace(text, 1, 0) };
}

/** Returns the folder of a site in exports: `127.0.0.1_8802`. */
function folderOf(origin: string): string {
  return new URL(origin).host.replace(':', '_');
}

/** Runs the commands of a guide in their order, and compares their outputs. */
async function runGuide(path: string, shell: GuideShell, addresses: Addresses): Promise<void> {
  const lines = (await readFile(path, 'utf8')).split('\n');
  const steps = readGuideSteps(lines.join('\n'));
  const differing: Array<[GuideStep, string]> = [];
  for (const step of steps.filter(({ notRun }) => notRun === null)) {
    const { output, exitCode } = await shell.run(addresses.toReal(step.commands));
    const shown = addresses.toDocumented(output).trimEnd();
    const place = `${path}:${step.line}\n${step.commands}\n${shown}`;
    assert.equal(exitCode, step.exitCode, place);
    if (step.output === null || matchesOutput(shown, step.output.text)) continue;
    if (shouldWrite) differing.push([step, shown]);
    else assert.equal(normalizeOutput(shown), normalizeOutput(step.output.text), place);
  }
  for (const [{ output }, shown] of differing.reverse())
    if (output !== null) lines.splice(output.start, output.end - output.start, ...shown.split('\n'));
  if (differing.length > 0) await writeFile(path, lines.join('\n'));
}

async function hasBrowser(t: TestContext): Promise<boolean> {
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (browser === null) t.skip(`no browser on this machine (${detail})`);
  return browser !== null;
}

test('the commands of the guides print what the guides show', async (t) => {
  const sites = await startExampleSites({ freePorts: true });
  t.after(() => Promise.all(sites.map((site) => site.close())));
  const home = await openHome();
  t.after(() => home.close());
  const service = await home.start({ WEBDATA_API_KEY: '', WEBDATA_LIMITS: '6000/m,200' });
  const folder = dirname(home.dataDir);
  for (const name of ['bin', 'skills', 'examples', 'deploy'])
    symlinkSync(join(root, name), join(folder, name));
  const addresses = createAddresses([
    ...sites.map(({ documentedOrigin, origin }) => [documentedOrigin, origin] as const),
    ...sites.map(({ documentedOrigin, origin }) => [folderOf(documentedOrigin), folderOf(origin)] as const),
    ['http://127.0.0.1:8787', service.url],
  ]);
  const environment = {
    PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
    HOME: folder,
    DATA_DIR: home.dataDir,
    PORT: new URL(service.url).port,
    COLUMNS: '120',
  };
  const guides = await listGuides();
  for (const name of guides.slice(0, repetitions({ all: guides.length, short: 2 }))) {
    await t.test(name, async (t) => {
      if (browserGuides.has(name) && !(await hasBrowser(t))) return;
      const shell = startGuideShell(folder, environment);
      t.after(() => shell.close());
      if (name !== firstGuide) await shell.run(definitions);
      await runGuide(join(docs, name), shell, addresses);
    });
  }
});

test('blocks that the tests do not run state the reason', async () => {
  for (const name of await listGuides()) {
    const steps = readGuideSteps(await readFile(join(docs, name), 'utf8'));
    for (const { notRun, line } of steps) assert.ok(notRun === null || notRun.length > 5, `${name}:${line}`);
  }
});
