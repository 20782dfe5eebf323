import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { trustCertificates } from '../../src/runtime/trust-certificates.ts';
import { createCertificate } from '../world/certificate.ts';
import { startLoopbackServer } from '../world/loopback-server.ts';
import { startTlsFront } from '../world/tls-front.ts';
import { approve, callTool, connectApp, createApp, type OauthApp } from './oauth-client.ts';
import { startTestService, type TestService } from './running-service.ts';

const needsLinux = { skip: process.platform !== 'linux' && 'only Linux gives every address of 127.0.0.0/8' };
const address = '127.0.0.12';
const redirectUri = 'https://studio.example/oauth/callback';
const json = { 'content-type': 'application/json' };

/** Starts a site with TLS that describes apps, and a service that trusts its certificate. */
async function startPublisher(t: TestContext) {
  const certificate = createCertificate({ names: [address] });
  let origin = '';
  const describe = (path: string, changes: object = {}) =>
    JSON.stringify({
      client_id: `${origin}${path}`,
      client_name: 'Studio',
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'none',
      ...changes,
    });
  const documents: Record<string, () => string> = {
    '/app.json': () => describe('/app.json'),
    '/other-id.json': () => describe('/app.json'),
    '/secret.json': () => describe('/secret.json', { token_endpoint_auth_method: 'client_secret_post' }),
    '/unsafe.json': () => describe('/unsafe.json', { redirect_uris: ['javascript://studio/%0aalert(1)'] }),
    '/large.json': () => describe('/large.json', { note: 'x'.repeat(20_000) }),
    '/broken.json': () => '{"client_id":',
    '/odd-name.json': () => describe('/odd-name.json', { client_name: '\u202eoidutS\u200b\n\n  Web' }),
  };
  const site = await startLoopbackServer(
    '127.0.0.11',
    () =>
      new Map<string, () => { body: string; headers: Record<string, string>; status?: number }>([
        ...Object.entries(documents).map(
          ([path, body]) => [path, () => ({ body: body(), headers: json })] as const,
        ),
        ['/page.json', () => ({ body: describe('/page.json'), headers: { 'content-type': 'text/html' } })],
        [
          '/fresh.json',
          () => ({ body: describe('/fresh.json'), headers: { ...json, 'cache-control': 'no-store' } }),
        ],
        ['/moved.json', () => ({ body: '', status: 302, headers: { location: '/app.json' } })],
      ]),
  );
  t.after(() => site.close());
  const front = await startTlsFront({
    certificate,
    address,
    target: { host: site.address, port: site.port },
  });
  t.after(() => front.close());
  origin = `https://${address}:${front.port}`;
  // As the start of a process does with WEBDATA_TRUSTED_CERTIFICATES.
  trustCertificates([certificate.cert]);
  const service = await startTestService(t);
  return { service, site, origin };
}

function describeRequest(service: TestService, app: OauthApp) {
  return service.get(`/console/authorization?${app.query()}`);
}

test('an app that is described by a document', needsLinux, async (t) => {
  const { service, site, origin } = await startPublisher(t);

  await t.test('connects without a registration, and its site is shown to the person', async () => {
    const app = createApp(service, `${origin}/app.json`, redirectUri);
    const { json: described } = await describeRequest(service, app);
    assert.deepEqual(described.client, { name: 'Studio', verified_host: new URL(origin).host });
    assert.deepEqual(described.target, { kind: 'site', host: 'studio.example' });
    const { access } = await connectApp(service, app);
    assert.equal((await callTool(service, access)).status, 200);
    // Once for the page and the decision.
    assert.equal(site.requests('/app.json'), 1);
  });

  await t.test('is fetched again if its site does not allow to keep it', async () => {
    const app = createApp(service, `${origin}/fresh.json`, redirectUri);
    await describeRequest(service, app);
    await describeRequest(service, app);
    assert.equal(site.requests('/fresh.json'), 2);
  });

  await t.test('gets its answer at an address of the document only', async () => {
    const app = createApp(service, `${origin}/app.json`, 'https://evil.example/callback');
    await assert.rejects(approve(service, app), /has not registered/);
  });

  await t.test(
    'is not accepted if the document is of another app, needs a secret, or is not safe',
    async () => {
      for (const name of ['other-id', 'secret', 'unsafe', 'large', 'broken', 'page', 'moved', 'missing']) {
        const app = createApp(service, `${origin}/${name}.json`, redirectUri);
        const { status, json: problem } = await describeRequest(service, app);
        assert.equal(status, 422, name);
        assert.match(problem.detail, /could not be read or is not valid/, name);
      }
      assert.equal(site.requests('/moved.json'), 1);
    },
  );

  await t.test('has a name without invisible characters and changes of direction', async () => {
    const app = createApp(service, `${origin}/odd-name.json`, redirectUri);
    assert.equal((await describeRequest(service, app)).json.client.name, 'oidutS Web');
  });

  await t.test(
    'is not fetched from the private network, without TLS, or for somebody who is not signed in',
    async () => {
      const hidden = await startLoopbackServer(
        '127.0.0.41',
        () => new Map([['/app.json', { body: '{}', headers: json }]]),
      );
      t.after(() => hidden.close());
      for (const clientId of [
        hidden.url('/app.json').replace('http:', 'https:'),
        hidden.url('/app.json'),
        `${origin}/`,
        `${origin}/folder/../app.json`,
        `${origin}/app.json#part`,
        `https://user@${new URL(origin).host}/app.json`,
      ]) {
        const answer = await describeRequest(service, createApp(service, clientId, redirectUri));
        assert.equal(answer.status, 422, clientId);
      }
      assert.equal(hidden.hits, 0);
      site.reset();
      const app = createApp(service, `${origin}/fresh.json`, redirectUri);
      const nobody = await service.get(`/console/authorization?${app.query()}`, { key: null });
      await fetch(`${service.url}/oauth/authorize?${app.query()}`, { redirect: 'manual' });
      assert.deepEqual([nobody.status, site.hits], [401, 0]);
    },
  );
});
