import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { untilFound } from '../replication/programs.ts';
import { startLoopbackServer } from '../world/loopback-server.ts';

const run = promisify(execFile);
const checkout = fileURLToPath(new URL('../..', import.meta.url));
const skip = process.env.TEST_IMAGE !== 'true' && 'downloads the packages; set TEST_IMAGE=true';
/** The user `nobody` of Debian, or null for the user of the test. */
const users = process.getuid?.() === 0 ? [null, { uid: 65_534, gid: 65_534 }] : [null];
const maxPackedBytes = 12 * 1024 * 1024;

/** Packs the checkout like `npm publish`, and returns the path of the file. */
async function pack(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'webdata-pack-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: checkout });
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string }];
  return join(folder, filename);
}

/** A process with its output. */
interface StartedCommand {
  child: ChildProcess;
  output: { stdout: string; stderr: string };
}

/** Starts `npx webdata ARGS` in a process group that ends with the test. */
type StartCommand = (...args: string[]) => StartedCommand;

/** Creates an empty folder as the home of a user, and returns how commands are started in it. */
async function openEmptyFolder(
  t: TestContext,
  tarball: string,
  user: { uid: number; gid: number } | null,
): Promise<StartCommand> {
  const home = await mkdtemp(join(tmpdir(), 'webdata-npx-'));
  t.after(() => rm(home, { recursive: true, force: true }));
  // As root, the database runs as another user, who must be able to enter its folder.
  await chmod(home, 0o755);
  const folder = join(home, 'empty');
  await mkdir(folder);
  if (user !== null) for (const path of [home, folder]) await chown(path, user.uid, user.gid);
  return (...args) => {
    const child = spawn('npm', ['exec', '--yes', `--package=${tarball}`, '--', 'webdata', ...args], {
      cwd: folder,
      env: {
        PATH: '/usr/local/bin:/usr/bin:/bin',
        HOME: home,
        DATA_DIR: join(folder, 'data'),
        PORT: '0',
        WEBDATA_ALLOW_NETWORKS: '127.0.0.0/8',
      },
      stdio: 'pipe',
      detached: true,
      ...user,
    });
    const output = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        output[stream] += text;
      });
    t.after(async () => {
      if (child.pid === undefined || child.exitCode !== null) return;
      const closed = once(child, 'close');
      process.kill(-child.pid, 'SIGTERM');
      await closed;
    });
    return { child, output };
  };
}

/** Returns true if a command wrote a line or has ended, and with it the wait for a line. */
function hasAnswered({ child, output }: StartedCommand): boolean {
  return output.stdout.includes('\n') || child.exitCode !== null;
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

test('npx webdata works in an empty folder', { skip }, async (t) => {
  const page = '<!doctype html><title>Page</title><main><h1>Page</h1><p>Text.</p></main>';
  const site = await startLoopbackServer('127.0.0.1', () => new Map([['/', { body: page }]]));
  t.after(() => site.close());
  const tarball = await pack(t);
  assert.ok((await stat(tarball)).size < maxPackedBytes, 'the packed package is small');
  for (const user of users) {
    await t.test(user === null ? 'as the user of the test' : 'as an unprivileged user', async (t) => {
      const start = await openEmptyFolder(t, tarball, user);

      // First, so that it also installs the packages.
      const mcp = start('mcp');
      mcp.child.stdin?.write(`${JSON.stringify(initialize)}\n`);
      const describe = (command: StartedCommand) => () => JSON.stringify(command.output);
      await untilFound(async () => hasAnswered(mcp) || null, describe(mcp));
      mcp.child.stdin?.end();
      await once(mcp.child, 'close');
      const [message, ...rest] = mcp.output.stdout.split('\n');
      assert.ok(message, describe(mcp)());
      assert.equal(JSON.parse(message).result.serverInfo.name, 'webdata');
      assert.deepEqual(rest, [''], 'standard output contains only the protocol');

      const service = start('serve');
      await untilFound(async () => /^serving +http/m.exec(service.output.stdout), describe(service));
      const scrape = start('scrape', site.url('/'));
      const [code] = await once(scrape.child, 'close');
      assert.equal(code, 0, JSON.stringify(scrape.output));
      assert.match(scrape.output.stdout, /^# Page$/m);
      assert.doesNotMatch(scrape.output.stderr, /done in this process/, 'the command uses the service');
      const selected = start('scrape', site.url('/'), '--jq', '.title');
      assert.equal((await once(selected.child, 'close'))[0], 0, JSON.stringify(selected.output));
      assert.equal(selected.output.stdout, 'Page\n', 'the thread of --jq is packed');
    });
  }
});
