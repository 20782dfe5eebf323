import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { registerApp } from '../service/oauth-client.ts';
import { startTestService } from '../service/running-service.ts';
import { pictureAndCheck, startConsoleBrowser } from './console-browser.ts';

/** The part of the package `oidc-provider`, which has no types, that this test uses. */
interface ProviderConstructor {
  new (issuer: string, configuration: object): { callback(): RequestListener };
}

const client = { id: 'webdata', secret: 'a-secret-of-the-test-0123456789' };

/**
 * Starts a real issuer on loopback, whose development pages accept any name as a login. The name is the e-mail address; one that
 * begins with "new" is not verified.
 */
async function startIssuer(t: TestContext) {
  const packageName = 'oidc-provider';
  const { default: Provider } = (await import(packageName)) as { default: ProviderConstructor };
  let handle: RequestListener = (_request, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as { port: number };
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    /** Registers the service, whose address is known only now. */
    register(redirectUri: string) {
      const provider = new Provider(url, {
        clients: [
          {
            client_id: client.id,
            client_secret: client.secret,
            redirect_uris: [redirectUri],
            grant_types: ['authorization_code'],
            response_types: ['code'],
          },
        ],
        pkce: { required: () => true },
        claims: { openid: ['sub'], email: ['email', 'email_verified'] },
        findAccount: (_context: unknown, id: string) => ({
          accountId: id,
          claims: () => ({ sub: id, email: id, email_verified: !id.startsWith('new') }),
        }),
      });
      handle = provider.callback();
    },
  };
}

test('signing in to the console through an issuer', async (t) => {
  const browser = await startConsoleBrowser(t);
  if (browser === null) return;
  const issuer = await startIssuer(t);
  const service = await startTestService(t, {
    WEBDATA_OIDC_ISSUER: issuer.url,
    WEBDATA_OIDC_CLIENT_ID: client.id,
    WEBDATA_OIDC_CLIENT_SECRET: client.secret,
    WEBDATA_OIDC_ALLOW: 'ada@example.com=read+admin, *@example.com=read',
  });
  const { name } = { name: new URL(issuer.url).host };

  async function signIn(login: string, path = ''): Promise<Page> {
    const { page } = await browser!.openWindow(service, { path });
    await page.getByRole('link', { name: `Sign in with ${name}` }).click();
    await page.getByPlaceholder('Enter any login').fill(login);
    await page.getByPlaceholder('and password').fill('any');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    return page;
  }

  const oidcOf = async (path: string) =>
    (path === '/v1/doctor' ? await service.post(path, undefined) : await service.get(path)).json.checks.oidc;

  await t.test('is an error in words while the issuer does not answer', async () => {
    const { page } = await browser.openWindow(service);
    await page.getByRole('link', { name: `Sign in with ${name}` }).click();
    await page
      .getByRole('alert')
      .getByText(/sign-in at the issuer failed/)
      .waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'sign-in-issuer'), []);
    assert.equal((await oidcOf('/v1/health')).status, 'not_tested');
    const { status, detail } = await oidcOf('/v1/doctor');
    assert.equal(status, 'unavailable');
    assert.match(detail, new RegExp(`^${name} does not state its endpoints: `));
  });

  await t.test('gives the scopes of the first rule, for a day, and is in the audit log', async () => {
    issuer.register(`${service.url}/console/oidc/callback`);
    assert.equal((await oidcOf('/v1/doctor')).status, 'ok');
    assert.equal((await oidcOf('/v1/health')).status, 'ok');
    const page = await signIn('Ada@example.com');
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    assert.doesNotMatch(page.url(), /token|code/);
    const session = (await page.evaluate(async () => (await fetch('/console/session')).json())) as {
      key_id: string;
      scopes: string[];
    };
    assert.deepEqual(session.scopes, ['read', 'admin']);
    const { keys } = (await service.get('/v1/keys')).json;
    const key = keys.find(({ key_id: id }: { key_id: string }) => id === session.key_id);
    assert.equal(key.name, 'ada@example.com');
    const hours = (Date.parse(key.expires_at) - Date.parse(key.created_at)) / 3_600_000;
    assert.equal(Math.round(hours), 24);
    const { audit } = (await service.get('/v1/audit?action=signed_in')).json;
    assert.equal(audit.length, 1);
    assert.deepEqual(
      [audit[0].key_id, audit[0].details.issuer, audit[0].details.email],
      [session.key_id, issuer.url, 'ada@example.com'],
    );
  });

  await t.test('comes back to the request of an app that wants to connect', async () => {
    const app = await registerApp(service);
    const page = await signIn('ada@example.com', `oauth/authorize?${app.query({ scope: 'read' })}`);
    await page.getByRole('heading', { name: 'Connect “Quay Assistant”?' }).waitFor();
    await page.getByRole('button', { name: 'Allow' }).waitFor();
  });

  await t.test('is refused to persons without a rule, and to unverified addresses', async () => {
    for (const login of ['eve@elsewhere.example', 'new@example.com', 'eve@example.com.elsewhere.example']) {
      const page = await signIn(login);
      await page
        .getByRole('alert')
        .getByText(/not on the list of persons/)
        .waitFor();
    }
  });

  await t.test('takes no code that this browser did not ask for', async () => {
    for (const headers of [{}, { cookie: 'webdata_oidc=e30' }]) {
      const answer = await fetch(`${service.url}/console/oidc/callback?code=stolen&state=other`, {
        redirect: 'manual',
        headers,
      });
      assert.deepEqual([answer.status, answer.headers.get('location')], [302, '/?sign_in_error=expired']);
    }
    const begun = await fetch(`${service.url}/console/oidc`, { redirect: 'manual' });
    const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? '';
    assert.match(begun.headers.get('location') ?? '', /code_challenge_method=S256/);
    const forged = await fetch(`${service.url}/console/oidc/callback?code=stolen&state=other`, {
      redirect: 'manual',
      headers: { cookie },
    });
    assert.equal(forged.headers.get('location'), '/?sign_in_error=issuer');
  });
});
