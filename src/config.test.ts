import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseEnv } from 'node:util';
import { configurationPage, configurationPath } from '../scripts/write-docs.ts';
import { createCertificate } from '../test/world/certificate.ts';
import {
  ConfigurationError,
  createSettingsFileText,
  describeSettings,
  readSettings,
  settingsReference,
} from './config.ts';
import { configTable } from './config-table.ts';

function refused(environment: Record<string, string>, message: RegExp): void {
  assert.throws(
    () => readSettings(environment),
    (error) =>
      error instanceof ConfigurationError && !error.message.includes('\n') && message.test(error.message),
    JSON.stringify(environment),
  );
}

test('an empty environment gives the documented defaults', () => {
  const settings = readSettings({});
  assert.equal(settings.host, '127.0.0.1');
  assert.equal(settings.port, 8787);
  assert.equal(settings.unlimited, true);
  assert.equal(settings.planCredits, 100_000);
  assert.deepEqual(settings.politeness, { concurrency: 2, gapMs: 250 });
  assert.equal(settings.keep.requests, 90 * 86_400_000);
  assert.deepEqual(settings.allowNetworks, []);
});

test('an empty value counts as unset', () => {
  assert.equal(readSettings({ PORT: '', WEBDATA_LOG_LEVEL: ' ' }).port, 8787);
});

test('a value is parsed to its type', () => {
  const settings = readSettings({
    PORT: '9000',
    WEBDATA_ALLOW_NETWORKS: '127.0.0.0/8, ::1/128',
    WEBDATA_SEARCH: 'searxng=http://127.0.0.1:8888,brave=KEY,local',
    WEBDATA_KEEP: 'pages=12h',
    WEBDATA_POLITENESS: '4/1s',
    BASE_URL: 'https://data.example.com/',
  });
  assert.equal(settings.port, 9000);
  assert.deepEqual(settings.allowNetworks, ['127.0.0.0/8', '::1/128']);
  assert.deepEqual(settings.search[1], { name: 'brave', key: 'KEY', url: null });
  assert.equal(settings.keep.pages, 12 * 3_600_000);
  assert.equal(settings.keep.files, 30 * 86_400_000);
  assert.deepEqual(settings.politeness, { concurrency: 4, gapMs: 1_000 });
  assert.equal(settings.baseUrl, 'https://data.example.com');
});

test('unknown variables and invalid values are rejected with one line that names them', () => {
  refused({ WEBDATA_PROT: '1' }, /unknown setting WEBDATA_PROT/);
  refused({ PORT: '70000' }, /PORT/);
  refused({ PORT: '80a' }, /PORT/);
  refused({ WEBDATA_ALLOW_NETWORKS: '10.0.0.0/33' }, /WEBDATA_ALLOW_NETWORKS.*10\.0\.0\.0\/33/);
  refused({ WEBDATA_ALLOW_NETWORKS: 'localhost' }, /WEBDATA_ALLOW_NETWORKS/);
  refused({ WEBDATA_KEEP: 'pages=soon' }, /WEBDATA_KEEP/);
  refused({ WEBDATA_KEEP: 'receipts=1d' }, /WEBDATA_KEEP/);
  refused({ WEBDATA_API_KEY: 'short' }, /WEBDATA_API_KEY/);
  refused({ WEBDATA_SEARCH: 'bing=KEY' }, /WEBDATA_SEARCH/);
  refused({ WEBDATA_UNLIMITED: 'yes' }, /WEBDATA_UNLIMITED/);
  refused({ WEBDATA_LOG_LEVEL: 'loud' }, /WEBDATA_LOG_LEVEL/);
  refused({ BASE_URL: 'data.example.com' }, /BASE_URL/);
  for (const hosts of ['https://a.example', 'a.example:8787', '*.', 'a..b', '**'])
    refused({ WEBDATA_ALLOWED_HOSTS: hosts }, /WEBDATA_ALLOWED_HOSTS.*is not a host name/);
  refused({ DATABASE_URL: 'postgres://localhost/x' }, /WEBDATA_SECRET/);
  refused({ WEBDATA_ROLE: 'worker' }, /DATABASE_URL/);
});

test('the variables of the command line are ignored by the server', () => {
  assert.doesNotThrow(() => readSettings({ WEBDATA_URL: 'http://127.0.0.1:1', WEBDATA_KEY: 'k' }));
});

test('the settings file is below the environment, and its mistakes name it', () => {
  const file = { path: '/data/.env', values: { PORT: '9000', WEBDATA_CONTACT: 'ops@example.com', HOST: '' } };
  const settings = readSettings({ PORT: '9001', WEBDATA_CONTACT: ' ' }, file);
  assert.deepEqual([settings.port, settings.contact, settings.host], [9001, 'ops@example.com', '127.0.0.1']);
  const lines = describeSettings({ PORT: '9001' }, file);
  assert.ok(lines.includes('PORT=9001') && lines.includes('WEBDATA_CONTACT=ops@example.com    # /data/.env'));
  assert.ok(lines.includes('HOST=127.0.0.1    # default'));
  const cases: Array<[Record<string, string>, RegExp]> = [
    [
      { WEBDATA_CONTAKT: 'x' },
      /unknown setting WEBDATA_CONTAKT in \/data\/\.env: did you mean WEBDATA_CONTACT\?/,
    ],
    [{ WEBDATA_PORT: '1' }, /unknown setting WEBDATA_PORT in \/data\/\.env: did you mean PORT\?/],
    [{ WEBDATA_DATA: '/d' }, /did you mean DATA_DIR\?/],
    [{ PORTT: '1' }, /unknown setting PORTT in \/data\/\.env: did you mean PORT\?/],
    [{ PORT: 'x' }, /bad setting PORT in \/data\/\.env: /],
    [{ DATA_DIR: '/other' }, /DATA_DIR in \/data\/\.env has no effect/],
  ];
  for (const [values, message] of cases)
    assert.throws(() => readSettings({}, { path: '/data/.env', values }), message);
});

test('the file of config init sets nothing, and each of its lines is a setting with its default', () => {
  const text = createSettingsFileText();
  assert.deepEqual(parseEnv(text), {});
  const values = parseEnv(text.replaceAll(/^#(?=[A-Z_]+=)/gm, ''));
  for (const name of ['WEBDATA_SECRET', 'DATABASE_URL']) delete values[name];
  assert.deepEqual(readSettings({}, { path: '/data/.env', values }), readSettings({}));
  assert.equal(Object.keys(values).length, settingsReference.length - 3);
});

test('the printed configuration hides every secret', () => {
  const secret = 'postgres://user:hunter2hunter2@db.example/x';
  const lines = describeSettings({
    DATABASE_URL: secret,
    WEBDATA_SECRET: 'hunter2hunter2hunter2',
    WEBDATA_API_KEY: 'hunter2hunter2hunter2',
    WEBDATA_SEARCH: 'brave=hunter2',
    PORT: '9000',
  });
  assert.equal(
    lines.some((line) => line.includes('hunter2')),
    false,
  );
  assert.ok(lines.includes('PORT=9000'));
  assert.equal(lines.length, settingsReference.length);
});

test('the documentation lists each setting of the code once', async () => {
  const rows = [...(await readFile(configurationPath, 'utf8')).matchAll(/^\| `([A-Z_]+)` \|/gm)];
  const documented = rows.map(([, variable]) => variable ?? '').toSorted();
  const declared = Object.values(configTable).map(({ variable }) => variable);
  assert.equal(new Set(documented).size, documented.length);
  assert.deepEqual(documented, declared.toSorted());
  for (const variable of declared.filter((name) => name.startsWith('WEBDATA_'))) {
    assert.doesNotThrow(() => readSettings({ [variable]: '' }), variable);
  }
});

test('the documentation and the table agree', async () => {
  assert.equal(await readFile(configurationPath, 'utf8'), configurationPage());
});

test('trusted certificates are read from a file or a folder, and each is one PEM text', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'webdata-certificates-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const [first, second] = [createCertificate({ names: ['one'] }), createCertificate({ names: ['two'] })];
  const bundle = join(folder, 'bundle.pem');
  const read = (path: string) => readSettings({ WEBDATA_TRUSTED_CERTIFICATES: path }).trustedCertificates;
  // A bundle has comments, and may hold the key of its owner.
  await writeFile(bundle, `# Root\n${first.cert}\nCN = two\n${second.cert}${second.key}`);
  assert.deepEqual(read(bundle), [first.cert.trim(), second.cert.trim()]);
  await writeFile(join(folder, 'again.CRT'), first.cert);
  await writeFile(join(folder, 'README'), 'not a certificate');
  assert.deepEqual(read(folder).toSorted(), [first.cert.trim(), second.cert.trim()].toSorted());
  assert.deepEqual(readSettings({}).trustedCertificates, []);

  const refusedFile = (path: string, message: RegExp) =>
    refused({ WEBDATA_TRUSTED_CERTIFICATES: path }, message);
  refusedFile(join(folder, 'missing.pem'), /missing\.pem does not exist/);
  refusedFile(join(folder, 'README'), /README: it contains no certificate\. Use PEM/);
  await writeFile(join(folder, 'cut.pem'), `${first.cert}${second.cert.slice(0, -60)}`);
  refusedFile(folder, /cut\.pem: certificate 2 has no line/);
  await writeFile(join(folder, 'cut.pem'), first.cert.replace(/^M.*$/m, ''));
  refusedFile(folder, /cut\.pem: certificate 1 is damaged/);
  await mkdir(join(folder, 'empty'));
  refusedFile(join(folder, 'empty'), /has no file that ends with \.pem/);
});
