import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { type Home, openHome, type ServiceProcess } from '../service-process.ts';
import { runCommand } from './run-command.ts';

let home: Home;
let service: ServiceProcess;
let folder: string;

/** Nothing listens there: no public archive and no publisher of exchange rates is contacted. */
const nowhere = 'http://127.0.0.1:9';
const offline = {
  WEBDATA_RATES_URL: nowhere,
  WEBDATA_WAYBACK_URL: nowhere,
  WEBDATA_COMMONCRAWL_INDEX_URL: nowhere,
  WEBDATA_COMMONCRAWL_DATA_URL: nowhere,
  WEBDATA_BROWSER: 'none',
};

/** Environment of a user whose home is the test's folder, so that the list of data directories is there. */
function userEnvironment(): Record<string, string> {
  return { HOME: join(folder, 'home'), TMPDIR: join(folder, 'tmp'), XDG_STATE_HOME: '', XDG_DATA_HOME: '' };
}

/** Copies the program to a folder without data: a service of this checkout would be found before that of the user. */
async function copyProgram(to: string): Promise<string> {
  const checkout = fileURLToPath(new URL('../../', import.meta.url));
  for (const name of ['bin', 'src', 'package.json'])
    await cp(join(checkout, name), join(to, name), { recursive: true });
  await symlink(join(checkout, 'node_modules'), join(to, 'node_modules'));
  return join(to, 'bin', 'webdata.mjs');
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'webdata-user-'));
  for (const name of ['home', 'tmp', 'work']) await mkdir(join(folder, name));
  home = await openHome();
});
after(async () => {
  await home?.close();
  await rm(folder, { recursive: true, force: true });
});

test('config init writes a settings file, which the service reads', async () => {
  const environment = { DATA_DIR: home.dataDir };
  const path = join(home.dataDir, '.env');
  const written = await runCommand(['config', 'init'], environment);
  assert.deepEqual([written.code, written.stderr], [0, '']);
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.match(await readFile(path, 'utf8'), /^# IP address on which the API listens\n#HOST=127\.0\.0\.1$/m);
  const again = await runCommand(['config', 'init'], environment);
  assert.deepEqual([again.code, /\.env exists\. Edit it/.test(again.stderr)], [1, true]);
  await appendFile(path, 'WEBDATA_CONTACT=ops@example.com\nWEBDATA_LIMITS="5000/m,100"\n');
  const exits = join(folder, 'exits.json');
  await writeFile(exits, '{"exits": [{"id": "this-machine", "network": "service"}], "echo": null}');
  service = await home.start({ ...userEnvironment(), ...offline, WEBDATA_EXITS: exits });
});

test('config shows the settings of the running service, and what this shell sets differently', async () => {
  const { code, stdout, stderr } = await runCommand(['config'], { DATA_DIR: home.dataDir, PORT: '9999' });
  assert.deepEqual([code, stderr], [0, '']);
  const [first = ''] = stdout.split('\n');
  assert.match(
    first,
    /^# Settings of the service at http:\/\/127\.0\.0\.1:\d+ \(process \d+, started \S+, version /,
  );
  assert.ok(first.includes(service.url), first);
  assert.match(stdout, /^WEBDATA_CONTACT=ops@example\.com {4}# .*\/data\/\.env$/m);
  // The variable of the environment has precedence over the line of the file.
  assert.match(stdout, /^WEBDATA_LIMITS=1000000\/m,1000$/m);
  assert.match(stdout, /^WEBDATA_API_KEY=\(hidden\)$/m);
  assert.match(stdout, /other settings, which the service does not use:\n# PORT=9999\n/);
  assert.doesNotMatch(stdout, new RegExp(service.key));
});

test('commands use the running service, whatever HOST and PORT of the shell are', async () => {
  const environment = { DATA_DIR: home.dataDir, PORT: '1' };
  const { code, stdout, stderr } = await runCommand(['scrape', 'http://10.0.0.5/', '--json'], environment);
  assert.deepEqual([code, stderr], [3, '']);
  assert.equal(JSON.parse(stdout).error.code, 'private_address');
  const answer = await fetch(`${service.url}/v1/requests?limit=1`, {
    headers: { authorization: `Bearer ${service.key}` },
  });
  const { requests } = (await answer.json()) as { requests: Array<{ tool: string; origin: string }> };
  assert.deepEqual([requests[0]?.tool, requests[0]?.origin], ['scrape', 'cli']);
});

test('doctor lets the running service test its parts, and distinguishes optional parts from failures', async () => {
  const { code, stdout, stderr } = await runCommand(['doctor'], { DATA_DIR: home.dataDir });
  assert.deepEqual([code, stderr], [0, ''], stdout);
  assert.match(stdout, new RegExp(`^tested: the running service at ${service.url} \\(process \\d+, `));
  assert.match(stdout, /^database +ok +embedded PostgreSQL$/m);
  assert.match(stdout, /^archives +optional, unreachable +/m);
  assert.match(stdout, /^rates +optional, unreachable +/m);
  assert.match(stdout, /\nready\n$/);
  // Parts that no setting asks for do not degrade the service.
  const health = (await (await fetch(`${service.url}/v1/health`)).json()) as {
    status: string;
    checks: Record<string, { status: string }>;
  };
  assert.deepEqual([health.checks.archives?.status, health.status], ['unreachable', 'ok']);
});

test('config and doctor name what is wrong with the settings file, and what waits for a restart', async () => {
  const path = join(home.dataDir, '.env');
  const before = await readFile(path, 'utf8');
  await appendFile(path, 'WEBDATA_CONTAKT=x\nWEBDATA_MODEL=small\nWEBDATA_LIMITS="1/m,1"\n');
  const config = await runCommand(['config'], { DATA_DIR: home.dataDir });
  assert.equal(config.code, 0, config.stderr);
  assert.match(
    config.stderr,
    /^webdata: unknown setting WEBDATA_CONTAKT in .*did you mean WEBDATA_CONTACT\?/,
  );
  const [, notes = ''] = config.stdout.split(
    /^# (?=\S+\.env was changed after the service started; restart)/m,
  );
  assert.match(notes, /^# WEBDATA_MODEL=small {4}# .*\.env$/m);
  // A variable of the environment of the service stays above the file.
  assert.doesNotMatch(notes, /WEBDATA_LIMITS/);
  const doctor = await runCommand(['doctor'], { DATA_DIR: home.dataDir });
  assert.deepEqual([doctor.code, /\nready\n$/.test(doctor.stdout)], [0, true], doctor.stderr);
  assert.match(doctor.stderr, /WEBDATA_CONTAKT[\s\S]*restart the service to apply it/);
  // Other commands stop, as the service does.
  const other = await runCommand(['job', 'list'], { DATA_DIR: home.dataDir });
  assert.deepEqual([other.code, other.stdout], [1, '']);
  await writeFile(path, before);
});

test('without DATA_DIR, commands and MCP find the service of this user from any folder', async (t) => {
  const cwd = join(folder, 'work');
  const copy = await copyProgram(join(folder, 'program'));
  const command = [process.execPath, copy];
  const { code, stdout, stderr } = await runCommand(['config'], userEnvironment(), '', command, cwd);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /^webdata: using the data directory \S+\/data; set DATA_DIR to use another one$/m);
  assert.ok(stdout.includes(service.url), stdout);
  const client = new Client({ name: 'test', version: '1' });
  const args = [copy, 'mcp'];
  const env = { ...userEnvironment(), PATH: process.env.PATH ?? '' };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, env, cwd, stderr: 'ignore' }),
  );
  t.after(() => client.close());
  const { tools } = await client.listTools();
  assert.ok(tools.some(({ name }) => name === 'scrape'));
});

test('a port in use is reported before anything is created', async () => {
  const { port } = new URL(service.url);
  const other = join(folder, 'other');
  const start = (dataDir: string) =>
    runCommand(['serve'], { DATA_DIR: dataDir, PORT: port, WEBDATA_RESTART: 'false', ...userEnvironment() });
  const taken = await start(other);
  assert.equal(taken.code, 1);
  assert.match(
    taken.stderr,
    /^webdata: Cannot listen on 127\.0\.0\.1 port \d+: it is in use by another program\./,
  );
  assert.equal(existsSync(other), false);
  const twice = await start(home.dataDir);
  assert.match(twice.stderr, /it is in use by webdata, which runs on the same data directory/);
});

test('a browser path that does not exist is reported at the start', async () => {
  const environment = { DATA_DIR: join(folder, 'other'), PORT: '0', WEBDATA_BROWSER: '/no/browser' };
  const { code, stderr } = await runCommand(['serve'], { ...environment, WEBDATA_RESTART: 'false' });
  assert.equal(code, 1);
  assert.match(stderr, /^webdata: bad setting WEBDATA_BROWSER: \/no\/browser does not exist\./);
  assert.equal(existsSync(join(folder, 'other')), false);
});

test('the address file of a killed service is not believed, and a stop removes it', async () => {
  await service.kill();
  const path = join(home.dataDir, 'service.json');
  assert.ok(existsSync(path));
  const { code, stdout } = await runCommand(['config'], { DATA_DIR: home.dataDir });
  assert.equal(code, 0);
  assert.match(stdout, /^# Settings of this shell: no service runs on the data directory /);
  const next = await home.start({ ...userEnvironment(), ...offline });
  assert.equal(JSON.parse(await readFile(path, 'utf8')).url, next.url);
  assert.equal((await next.stop()).code, 0);
  assert.equal(existsSync(path), false);
});
