import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { program, runCommand } from '../interfaces/run-command.ts';
import { type Home, openHome } from '../service-process.ts';

let home: Home;

before(async () => {
  home = await openHome();
});
after(() => home?.close());

const secret = 'a root secret for tests alone';
/** No server listens on port 1 of this machine. */
const nowhere = 'postgres://nobody:hidden-password@127.0.0.1:1/nothing';

/** Returns the only output line of a failed start with these settings, without the program's name. */
async function refusalOf(environment: Record<string, string>): Promise<string> {
  const launched = home.launch(environment);
  const { code, stdout, stderr } = await launched.ended;
  assert.equal(code, 1, stderr);
  assert.equal(stdout, '');
  const [line = '', ...more] = stderr.split('\n');
  assert.deepEqual(more, [''], stderr);
  assert.match(line, /^webdata: /);
  return line.slice('webdata: '.length);
}

const refusals: Array<[string, Record<string, string>, RegExp]> = [
  ['an unknown variable', { WEBDATA_FORMATS: 'markdown' }, /unknown setting WEBDATA_FORMATS/],
  ['a port that is none', { PORT: 'http' }, /bad setting PORT: must be an integer from 0 to 65535/],
  ['a retention that is no time', { WEBDATA_KEEP: 'pages=soon' }, /bad setting WEBDATA_KEEP: .*"soon"/],
  [
    'a network that is none',
    { WEBDATA_ALLOW_NETWORKS: '10.0.0.0/40' },
    /bad setting WEBDATA_ALLOW_NETWORKS: "10\.0\.0\.0\/40"/,
  ],
  ['a key that is too short', { WEBDATA_API_KEY: 'short' }, /bad setting WEBDATA_API_KEY: /],
  ['DATABASE_URL without its secret', { DATABASE_URL: nowhere }, /WEBDATA_SECRET/],
  [
    'a database that cannot be reached',
    { DATABASE_URL: nowhere, WEBDATA_SECRET: secret },
    /^the database at DATABASE_URL cannot be used: connect ECONNREFUSED 127\.0\.0\.1:1$/,
  ],
  [
    'a database on a host that does not exist',
    { DATABASE_URL: 'postgres://nobody:hidden-password@nowhere.invalid/nothing', WEBDATA_SECRET: secret },
    /^the database at DATABASE_URL cannot be used: getaddrinfo \w+ nowhere\.invalid$/,
  ],
];

for (const [name, environment, expected] of refusals) {
  test(`${name} fails the start with one line`, async () => {
    const line = await refusalOf(environment);
    assert.match(line, expected);
    assert.doesNotMatch(line, /hidden-password/);
  });
}

test('a data directory that cannot be created or used fails the start with one line', async () => {
  const file = `${home.dataDir}-file`;
  await writeFile(file, '');
  assert.match(await refusalOf({ DATA_DIR: file }), /^DATA_DIR \S+-file cannot be used by user \S+ \(/);
  assert.match(await refusalOf({ DATA_DIR: join(file, 'below') }), /^DATA_DIR \S+below cannot be used/);
  // Even root cannot write there.
  assert.match(
    await refusalOf({ DATA_DIR: '/proc/webdata' }),
    /^DATA_DIR \/proc\/webdata cannot be used by user/,
  );
});

test('a folder for blobs that cannot be used fails the start with one line', async () => {
  const file = `${home.dataDir}-blobs`;
  await writeFile(file, '');
  assert.match(await refusalOf({ BLOB_URL: `file://${file}` }), /^BLOB_URL .*cannot be used/);
  assert.equal(await home.postmaster(), null);
});

test('a data directory with other content is left unchanged', async () => {
  const folder = `${home.dataDir}-other`;
  await mkdir(join(folder, 'postgres'), { recursive: true });
  await writeFile(join(folder, 'postgres', 'diary.txt'), 'dear diary');
  assert.match(await refusalOf({ DATA_DIR: folder }), /contains files that are not a database/);
});

test('a port in use fails the start with one line, and no database keeps running', async (t) => {
  const server = createServer();
  t.after(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  assert.equal(
    await refusalOf({ PORT: String(port) }),
    `Cannot listen on 127.0.0.1 port ${port}: it is in use by another program. Stop that program, or set PORT to a free port (0: any free port)`,
  );
  assert.match(await refusalOf({ HOST: '192.0.2.7' }), /^Cannot listen on 192\.0\.2\.7 port 0: /);
  assert.equal(await home.postmaster(), null);
});

test('a WEBDATA_SECRET that does not match the database fails the start with one line', async () => {
  const first = await home.start();
  assert.equal((await first.stop()).code, 0);
  assert.match(
    await refusalOf({ WEBDATA_SECRET: 'another root secret altogether' }),
    /^WEBDATA_SECRET is not the one that this database was created with/,
  );
  const again = await home.start();
  assert.equal((await again.stop()).code, 0);
});

test('the service runs with flags that limit its memory, and keeps the given flags', async () => {
  const tell = `data:text/javascript,console.error(process.pid, process.execArgv.slice(2).sort().join(), process.env.MALLOC_ARENA_MAX)`;
  async function begins(given: string[], environment: Record<string, string>): Promise<string[][]> {
    const command = [process.execPath, '--import', tell, ...given, program];
    const { stderr } = await runCommand(['serve'], { PORT: 'http', ...environment }, '', command);
    const lines = stderr.split('\n').filter((line) => /^\d/.test(line));
    return lines.map((line) => line.split(' '));
  }
  const [launcher = [], child = [], ...others] = await begins([], {});
  assert.notEqual(child[0], launcher[0]);
  assert.deepEqual(child.slice(1), ['--expose-gc,--max-semi-space-size=8', '2']);
  assert.deepEqual(others, []);
  const own = await begins(['--max-semi-space-size=4'], { MALLOC_ARENA_MAX: '3' });
  assert.deepEqual(own[1]?.slice(1), ['--expose-gc,--max-semi-space-size=4', '3']);
  // Without a launcher the process replaces itself.
  const [first = [], second = [], ...more] = await begins([], { WEBDATA_RESTART: 'false' });
  assert.deepEqual(second, [first[0], '--expose-gc,--max-semi-space-size=8', '2']);
  assert.deepEqual(more, []);
});
