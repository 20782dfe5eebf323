import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { createTestDatabase } from '../database.ts';
import { program, runCommand } from '../interfaces/run-command.ts';
import { openHome } from '../service-process.ts';
import { type Certificate, createCertificate } from '../world/certificate.ts';
import { startLoopbackServer } from '../world/loopback-server.ts';
import { startMailSink } from '../world/mail-sink.ts';
import { startModelServer } from '../world/model-server.ts';
import { startS3Server } from '../world/s3-server.ts';
import { startSearchServer } from '../world/search-server.ts';
import { startTlsFront } from '../world/tls-front.ts';
import { startWebhookReceiver } from '../world/webhook-receiver.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

const needsLinux = { skip: process.platform !== 'linux' && 'only Linux gives every address of 127.0.0.0/8' };
const host = '127.0.0.71';
const authorityName = 'Harbour Works Root CA';
const authority = createCertificate({ names: [authorityName] });
const signedBy = { ...authority, name: authorityName };
const server = createCertificate({ names: [host], signedBy, isAuthority: false });
const secret = 'a secret of no consequence';

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'webdata-authority-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function front(
  t: TestContext,
  url: string,
  certificate: Certificate = server,
): Promise<{ origin: string; port: number }> {
  const { hostname, port } = new URL(url);
  const target = { host: hostname, port: Number(port) };
  const started = await startTlsFront({ certificate, address: host, target });
  t.after(() => started.close());
  return { origin: `https://${host}:${started.port}`, port: started.port };
}

async function startSite(t: TestContext) {
  const paragraph = '<p>The quay wall was raised by two metres after the flood of that winter.</p>';
  const page = `<title>Quay</title><main><h1>Quay wall</h1>${paragraph.repeat(6)}</main>`;
  const site = await startLoopbackServer('127.0.0.72', () => new Map([['/', { body: page }]]));
  t.after(() => site.close());
  return site;
}

async function findExecutable(): Promise<string | null> {
  const { browser } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  return browser?.program?.executable ?? null;
}

/** Starts the service as a process on a new database. */
async function startService(t: TestContext, environment: Record<string, string>) {
  const home = await openHome();
  t.after(() => home.close());
  const executable = await findExecutable();
  const started = await home.start({
    WEBDATA_SECRET: secret,
    WEBDATA_BROWSER: executable ?? 'none',
    ...environment,
  });
  async function ask(method: string, path: string, body?: unknown): Promise<Json> {
    const answer = await fetch(`${started.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${started.key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return answer.json();
  }
  return { ...started, ask, hasBrowser: executable !== null };
}

/** Puts TLS in front of the test's PostgreSQL; returns its address. */
async function secureDatabase(t: TestContext): Promise<string> {
  const { connectionString } = await createTestDatabase(t);
  const url = new URL(connectionString);
  const folder = url.searchParams.get('host');
  const target =
    folder === null
      ? { host: url.hostname, port: Number(url.port) || 5432 }
      : { path: join(folder, `.s.PGSQL.${url.port || 5432}`) };
  const started = await startTlsFront({ certificate: server, address: host, target, protocol: 'postgres' });
  t.after(() => started.close());
  return `postgres://${url.username}:${url.password}@${host}:${started.port}${url.pathname}?sslmode=verify-full`;
}

test('a private authority is trusted by every client', needsLinux, async (t) => {
  const folder = await makeFolder(t);
  await writeFile(join(folder, 'harbour.pem'), `Harbour Works\n${authority.cert}`);
  // Many appliances sign their certificate themselves, and it is no authority.
  const appliance = createCertificate({ names: [host], isAuthority: false });
  await writeFile(join(folder, 'appliance.crt'), appliance.cert);
  const [site, receiver, model, search, store, mail] = await Promise.all([
    startSite(t),
    startWebhookReceiver(),
    startModelServer({ write: () => '{}', models: ['small'] }),
    startSearchServer('searxng'),
    startS3Server(),
    startMailSink(),
  ]);
  for (const started of [receiver, model, search, store, mail]) t.after(() => started.close());
  const secure = await front(t, site.origin);
  const secureReceiver = await front(t, receiver.url());
  const secureModel = await front(t, model.url);
  const secureSearch = await front(t, search.url);
  const secureStore = await front(t, store.endpoint);
  const secureMail = await front(t, mail.url);
  const service = await startService(t, {
    WEBDATA_TRUSTED_CERTIFICATES: folder,
    DATABASE_URL: await secureDatabase(t),
    BLOB_URL: store
      .blobUrl('trusted')
      .replace(encodeURIComponent(store.endpoint), encodeURIComponent(secureStore.origin))
      .replace(store.endpoint, secureStore.origin),
    WEBDATA_MODEL_URL: `${secureModel.origin}${new URL(model.url).pathname}`,
    WEBDATA_SEARCH: `searxng=${secureSearch.origin}`,
    WEBDATA_SMTP_URL: `smtps://${host}:${secureMail.port}`,
    WEBDATA_MAIL_FROM: 'watch@example.com',
  });

  await t.test('database, object store, model, search and mail', async () => {
    const { checks } = await service.ask('POST', '/v1/doctor');
    for (const name of ['database', 'blobs', 'search', 'mail'])
      assert.equal(checks[name].status, 'ok', JSON.stringify({ [name]: checks[name] }));
    assert.ok(store.requests.length > 0);
    // The model of the test is too small for the task of the check, but it answers.
    assert.match(checks.model.detail, /^small at https:\S+ answers/);
  });

  for (const render of service.hasBrowser ? ['never', 'always'] : ['never']) {
    const scrape = (origin: string): Promise<Json> =>
      service.ask('POST', '/v1/scrape', { url: `${origin}/`, render, max_age: 0 });

    await t.test(`pages, render ${render}`, async (inner) => {
      const ofAppliance = await front(inner, site.origin, appliance);
      for (const { origin } of [secure, ofAppliance]) {
        const page = await scrape(origin);
        assert.equal(page.status, 'ok', JSON.stringify(page.error));
        assert.match(page.markdown, /quay wall was raised/);
      }
    });

    await t.test(`a certificate that is not valid is rejected, render ${render}`, async (inner) => {
      const name = 'Other Root CA';
      const other = { ...createCertificate({ names: [name] }), name };
      const names = [host];
      const notAfter = new Date('2025-03-31T12:00:00Z');
      const cases: [Certificate, RegExp][] = [
        [createCertificate({ names, signedBy: other }), /is signed by "Other Root CA", which is not trusted/],
        [
          createCertificate({ names, signedBy, notAfter }),
          /by "Harbour Works Root CA", expired on 2025-03-31/,
        ],
        [createCertificate({ names: ['quay.example'], signedBy }), /is valid only for quay\.example\./],
      ];
      for (const [certificate, expected] of cases) {
        const page = await scrape((await front(inner, site.origin, certificate)).origin);
        assert.equal(page.error?.code, 'tls', JSON.stringify(page));
        assert.match(page.error.message, expected);
      }
    });
  }

  await t.test('webhooks', async () => {
    await service.ask('POST', '/v1/crawl', {
      url: `${secure.origin}/`,
      limit: 1,
      webhook: `${secureReceiver.origin}/told`,
    });
    const messages = await receiver.arrived(1, '/told');
    assert.match(messages[0]?.body.type, /^job\./);
  });
});

test('the error of a page names the issuer of its certificate and the remedy', needsLinux, async (t) => {
  const site = await startSite(t);
  const certificates: Record<string, [Certificate, RegExp]> = {
    private: [server, /"Harbour Works Root CA", which is not trusted.*WEBDATA_TRUSTED_CERTIFICATES/],
    'self-signed': [
      createCertificate({ names: [host] }),
      /signed by itself \("127\.0\.0\.71"\).*WEBDATA_TRUSTED/,
    ],
    hostile: [
      createCertificate({ names: [host], signedBy: { ...authority, name: '<b>\u0000[x](y)\n"`Ignore' } }),
      /signed by "b x \(y\) Ignore", which/,
    ],
  };
  const service = await startService(t, { WEBDATA_SECRET: '' });
  for (const [name, [certificate, expected]] of Object.entries(certificates)) {
    const { origin } = await front(t, site.origin, certificate);
    for (const render of service.hasBrowser ? ['never', 'always'] : ['never']) {
      await t.test(`${name}, render ${render}`, async () => {
        const page = await service.ask('POST', '/v1/scrape', { url: `${origin}/`, render });
        assert.equal(page.error?.code, 'tls', JSON.stringify(page.error));
        assert.match(page.error.message, expected);
      });
    }
  }
});

test('commands trust the authority of the service that they call', needsLinux, async (t) => {
  const folder = await makeFolder(t);
  const file = join(folder, 'authority.pem');
  await writeFile(file, authority.cert);
  const site = await startSite(t);
  const service = await startService(t, { WEBDATA_SECRET: '' });
  const secure = await front(t, service.url);
  const environment = { WEBDATA_URL: secure.origin, WEBDATA_KEY: service.key };
  const trusting = { ...environment, WEBDATA_TRUSTED_CERTIFICATES: file };

  const refused = await runCommand(['scrape', site.url('/')], environment);
  assert.notEqual(refused.code, 0);
  const read = await runCommand(['scrape', site.url('/')], trusting);
  assert.match(read.stdout, /quay wall was raised/, read.stderr);

  const client = new Client({ name: 'test', version: '1' });
  t.after(() => client.close());
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [program, 'mcp'], env: trusting }),
  );
  const result = await client.callTool({ name: 'scrape', arguments: { url: site.url('/') } });
  assert.match(JSON.stringify(result.content), /quay wall was raised/);
});

test('a file that is no certificate stops the start with one line', async (t) => {
  const folder = await makeFolder(t);
  const file = join(folder, 'broken.pem');
  await writeFile(file, authority.cert.replace(/^M.*$/m, 'MIIB'));
  const home = await openHome();
  t.after(() => home.close());
  const { code, stderr } = await home.launch({ WEBDATA_TRUSTED_CERTIFICATES: file }).ended;
  assert.equal(code, 1);
  assert.match(stderr, /^webdata: bad setting WEBDATA_TRUSTED_CERTIFICATES: .*certificate 1 is damaged.*\n$/);
});
