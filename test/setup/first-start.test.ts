import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findInstalledBrowser } from '../../scripts/setup/installed-browser.mjs';
import { until } from '../until.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const copied = [
  '.npmrc',
  'bin',
  'clients/typescript/src',
  'console',
  'docs',
  'package-lock.json',
  'package.json',
  'scripts',
  'src',
];

/** A checkout without packages, as somebody has it who just cloned it. */
interface Checkout {
  path: string;
  /** Returns the processes that were started in it and have not ended. */
  processes(): number[];
  /** Starts a program in the checkout; everything it started ends with the test. */
  start(file: string, args: string[], env?: Record<string, string>): Started;
}

interface Started {
  child: ChildProcess;
  output(): string;
  /** Resolves to the exit code. */
  ended: Promise<number | null>;
}

interface Owner {
  uid: number;
  gid: number;
}

async function listFiles(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).map((name) => join(folder, name));
}

async function freshCheckout(t: TestContext, owner: Owner | null = null): Promise<Checkout> {
  const folder = await mkdtemp(join(tmpdir(), 'webdata-first-start-'));
  await chmod(folder, 0o755);
  const path = join(folder, 'checkout');
  for (const name of copied) await cp(join(root, name), join(path, name), { recursive: true });
  if (owner !== null)
    for (const file of [folder, ...(await listFiles(folder))]) await chown(file, owner.uid, owner.gid);
  t.after(async () => {
    for (const pid of processesOf(folder)) process.kill(pid, 'SIGKILL');
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const start: Checkout['start'] = (file, args, env = {}) => {
    const child = spawn(file, args, {
      cwd: path,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        DATA_DIR: join(folder, 'data'),
        PORT: '0',
        npm_config_cache: join(folder, 'cache'),
        ...env,
      },
      ...owner,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    const ended = once(child, 'close').then(([code]) => code as number | null);
    return { child, output: () => output, ended };
  };
  return { path, processes: () => processesOf(folder), start };
}

/** Returns the processes whose environment names a folder. */
function processesOf(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(folder);
      } catch {
        return false;
      }
    });
}

/** Starts a registry that answers every request with `status`, or never. */
async function startRegistry(t: TestContext, status: number | null) {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    if (status !== null) response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    requests: () => requests,
    env: { npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_fetch_retries: '0' },
  };
}

const prepare = (checkout: Checkout, env: Record<string, string> = {}) =>
  checkout.start(process.execPath, ['scripts/prepare.mjs'], { npm_lifecycle_event: 'prestart', ...env });

test('settings are checked before anything is installed', async (t) => {
  const checkout = await freshCheckout(t);
  const wrong: Array<[Record<string, string>, string]> = [
    [{ PORT: 'eighty' }, 'bad setting PORT: must be an integer from 0 to 65535'],
    [{ WEBDATA_LOG_LEVEL: 'loud' }, 'bad setting WEBDATA_LOG_LEVEL: must be one of '],
    [{ WEBDATA_BROWSERS: 'none' }, 'unknown setting WEBDATA_BROWSERS: did you mean WEBDATA_BROWSER?'],
    [{ DATABASE_URL: 'postgres://db.example/app' }, 'DATABASE_URL requires WEBDATA_SECRET'],
  ];
  for (const [env, message] of wrong) {
    const { output, ended } = prepare(checkout, env);
    assert.equal(await ended, 1);
    assert.ok(output().startsWith(`webdata: ${message}`), output());
    assert.equal(output().trim().split('\n').length, 1);
    assert.equal(existsSync(join(checkout.path, 'node_modules')), false);
  }
});

test('a registry that does not have the packages is reported with advice, and nothing remains', async (t) => {
  const checkout = await freshCheckout(t);
  const registry = await startRegistry(t, 404);
  const { output, ended } = prepare(checkout, registry.env);
  assert.equal(await ended, 1);
  assert.match(output(), /404/);
  assert.match(output(), /check the network and the registry \(npm ping\), then run the same command again/);
  assert.deepEqual(await readdir(join(checkout.path, 'node_modules')), []);
});

test('packages of a set-up that was killed are removed, because they may be incomplete', async (t) => {
  const checkout = await freshCheckout(t);
  const packages = join(checkout.path, 'node_modules');
  const killed = checkout.start(process.execPath, ['--eval', '']);
  await killed.ended;
  await mkdir(join(packages, 'half-installed'), { recursive: true });
  await writeFile(join(packages, 'half-installed', 'package.json'), '{}');
  await writeFile(join(packages, '.webdata-prepare'), String(killed.child.pid));
  const { output, ended } = prepare(checkout, (await startRegistry(t, 404)).env);
  assert.equal(await ended, 1);
  assert.match(output(), /npm ping/);
  assert.deepEqual(await readdir(packages), []);
});

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`${signal} of npm during the first start ends everything that it started`, {
    skip: process.platform !== 'linux' && 'finds processes in /proc',
  }, async (t) => {
    const checkout = await freshCheckout(t);
    const registry = await startRegistry(t, null);
    const { child } = checkout.start('npm', ['start'], registry.env);
    await until(() => registry.requests() > 0);
    assert.ok(checkout.processes().length > 1);
    child.kill(signal);
    await until(() => checkout.processes().length === 0);
    const left = await readdir(join(checkout.path, 'node_modules'));
    assert.deepEqual(left, [], 'no temporary folder and no lock');
  });
}

/** Maximum of what a first start installs: with Node, and without a browser. */
const maxInstalledBytes = 400_000_000;

/** Returns the bytes of all files in a folder. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + readFileSync(join(entry.parentPath, entry.name)).length, 0);
}

const skip = process.env.TEST_IMAGE !== 'true' && 'downloads the packages; set TEST_IMAGE=true';
/** The user `nobody` of Debian, or null for the user of the test. */
const owners = process.getuid?.() === 0 ? [null, { uid: 65_534, gid: 65_534 }] : [null];

for (const owner of owners) {
  test(`a first start installs what the service runs on, as ${owner === null ? 'the user of the test' : 'an ordinary user'}`, {
    skip,
  }, async (t) => {
    const checkout = await freshCheckout(t, owner);
    const packages = join(checkout.path, 'node_modules');
    const has = (name: string) => existsSync(join(packages, name));
    const path = { PATH: '/usr/local/bin:/usr/bin:/bin' };
    const service = checkout.start('npm', ['start'], path);
    const [, url = ''] = await until(() => /^serving +(http\S+)$/m.exec(service.output()));
    const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
    assert.match(page, /<div id="console">/);
    service.child.kill('SIGTERM');
    await service.ended;
    for (const name of ['typescript', '@biomejs/biome', 'firecrawl']) assert.equal(has(name), false, name);
    assert.equal(has('@sparticuz/chromium'), findInstalledBrowser() === null);
    const browserBytes = has('@sparticuz/chromium') ? await sizeOf(join(packages, '@sparticuz')) : 0;
    const bytes = (await sizeOf(packages)) - browserBytes;
    t.diagnostic(`${Math.round(bytes / 1e6)} MB`);
    assert.ok(bytes <= maxInstalledBytes, `${bytes} bytes`);

    const run = async (event: string) => {
      const { output, ended } = checkout.start('node', ['scripts/prepare.mjs'], {
        ...path,
        npm_lifecycle_event: event,
      });
      assert.equal(await ended, 0, output());
      return output();
    };
    assert.equal(await run('prestart'), '', 'a second start has nothing to do');
    await run('pretest');
    assert.ok(has('@biomejs/biome') && has('typescript'));
    assert.equal(await run('prestart'), '');
    assert.ok(has('@biomejs/biome'), 'a start removes no development packages');
  });
}
