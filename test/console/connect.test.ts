import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type TestContext, test } from 'node:test';
import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import type { Page } from 'playwright-core';
import { type TextBlock, textOf } from '../interfaces/agent-client.ts';
import { registerApp } from '../service/oauth-client.ts';
import { startTestService, type TestService } from '../service/running-service.ts';
import { startWorld } from '../world/world.ts';
import { overflowsSideways, pictureAndCheck, startConsoleBrowser } from './console-browser.ts';

/** An assistant with the official client, which keeps what the protocol gives it and starts with nothing. */
async function startAssistant(t: TestContext, service: TestService) {
  const server = createServer((_request, response) => response.end('<title>Connected</title>'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const redirectUrl = `http://127.0.0.1:${(server.address() as { port: number }).port}/callback`;
  let information: OAuthClientInformationMixed | undefined;
  let tokens: OAuthTokens | undefined;
  let verifier = '';
  let asked: URL | undefined;
  const authProvider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { client_name: 'Harbour Assistant', redirect_uris: [redirectUrl] },
    state: () => 'a state of the assistant',
    clientInformation: () => information,
    saveClientInformation: (saved) => {
      information = saved;
    },
    tokens: () => tokens,
    saveTokens: (saved) => {
      tokens = saved;
    },
    redirectToAuthorization: (url) => {
      asked = url;
    },
    saveCodeVerifier: (saved) => {
      verifier = saved;
    },
    codeVerifier: () => verifier,
  };
  const openTransport = () =>
    new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { authProvider });
  return {
    redirectUrl,
    /** Connects without a token, and returns the address that the person is sent to. */
    async askForAccess(): Promise<string> {
      await assert.rejects(
        new Client({ name: 'assistant', version: '1' }).connect(openTransport()),
        UnauthorizedError,
      );
      return asked?.href ?? '';
    },
    /** Exchanges the answer for tokens, and connects. */
    async connect(answer: URLSearchParams): Promise<Client> {
      await openTransport().finishAuth(answer);
      const client = new Client({ name: 'assistant', version: '1' });
      await client.connect(openTransport());
      t.after(() => client.close());
      return client;
    },
    loseAccessToken() {
      if (tokens !== undefined) tokens = { ...tokens, access_token: `wda_${'0'.repeat(52)}` };
    },
  };
}

async function answerOf(page: Page, redirectUrl: string): Promise<URLSearchParams> {
  await page.waitForURL(`${redirectUrl}?**`);
  return new URL(page.url()).searchParams;
}

test('an assistant connects over OAuth', async (t) => {
  const browser = await startConsoleBrowser(t);
  if (browser === null) return;
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t);
  const article = world.site.url('/articles/notes-on-harbour-cranes');

  await t.test('from an empty state to a first scrape, by a person who signs in first', async (t) => {
    const assistant = await startAssistant(t, service);
    const address = await assistant.askForAccess();
    const { page, problems } = await browser.openWindow(service, {
      path: address.slice(service.url.length + 1),
    });
    await page.getByText('An app asks to connect').waitFor();
    await page.getByLabel('API key').fill(service.key);
    await page.getByLabel('API key').press('Enter');
    await page.getByRole('heading', { name: 'Connect “Harbour Assistant”?' }).waitFor();
    await page.getByText('A program on this computer (127.0.0.1)').waitFor();
    await page.getByText('Any program on this device can claim this name').waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'connect'), []);
    assert.equal(await overflowsSideways(page), false);
    await page.getByRole('button', { name: 'Allow' }).focus();
    await page.keyboard.press('Enter');
    const answer = await answerOf(page, assistant.redirectUrl);
    assert.equal(answer.get('iss'), service.url);
    const client = await assistant.connect(answer);
    const result = await client.callTool({ name: 'scrape', arguments: { url: article } });
    assert.match(textOf(result as { content: TextBlock[] }), /^ok .*harbour cranes/is);
    assert.deepEqual(problems, []);
    // The client replaces an access token that is not valid any more by itself.
    assistant.loseAccessToken();
    const again = await client.callTool({ name: 'scrape', arguments: { url: article } });
    assert.match(textOf(again as { content: TextBlock[] }), /^ok /);
  });

  await t.test('and the person sees it on the page Keys, and revokes it there', async (t) => {
    const assistant = await startAssistant(t, service);
    const address = await assistant.askForAccess();
    const { page } = await browser.signIn(service, { path: '#/keys' });
    await page.goto(address);
    await page.getByRole('checkbox', { name: 'write' }).uncheck();
    await page.getByLabel('Expires').selectOption('7');
    await page.getByRole('button', { name: 'Allow' }).click();
    const client = await assistant.connect(await answerOf(page, assistant.redirectUrl));
    assert.notEqual((await client.listTools()).tools.length, 0);
    await page.goto(`${service.url}/#/keys`);
    const row = page.getByRole('row', { name: /Harbour Assistant \(127\.0\.0\.1\)/ }).last();
    await row.getByRole('button', { name: /Revoke/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText(/was revoked/).waitFor();
    await assert.rejects(client.listTools());
  });

  await t.test('not if the person denies it', async (t) => {
    const assistant = await startAssistant(t, service);
    const address = await assistant.askForAccess();
    const { page } = await browser.signIn(service);
    await page.goto(address);
    await page.getByRole('button', { name: 'Deny' }).click();
    const answer = await answerOf(page, assistant.redirectUrl);
    assert.deepEqual([answer.get('error'), answer.get('code')], ['access_denied', null]);
    await assert.rejects(assistant.connect(answer));
  });

  await t.test(
    'and nothing is decided in a frame, or at an address that the app has not registered',
    async () => {
      const app = await registerApp(service);
      const { page } = await browser.signIn(service);
      await page.goto(
        `${service.url}/oauth/authorize?${app.query({ redirect_uri: 'https://evil.example/' })}`,
      );
      await page
        .getByRole('alert')
        .getByText(/an address that it has not registered/)
        .waitFor();
      assert.equal(await page.getByRole('button', { name: 'Allow' }).count(), 0);
      const document = await page.goto(`${service.url}/oauth/authorize?${app.query()}`);
      assert.match(document?.headers()['content-security-policy'] ?? '', /frame-ancestors 'none'/);
      await page.getByText('The app chose its name itself').waitFor();
      await page.getByText('assistant.example', { exact: true }).waitFor();
    },
  );

  await t.test('and a request with an error goes back to the app only when the person wants it', async () => {
    const app = await registerApp(service);
    const { page } = await browser.signIn(service);
    await page.route('https://assistant.example/**', (route) => route.fulfill({ body: 'back' }));
    await page.goto(`${service.url}/oauth/authorize?${app.query({ code_challenge: null })}`);
    await page
      .getByRole('alert')
      .getByText(/PKCE is required/)
      .waitFor();
    await page.getByRole('button', { name: 'Return to the app' }).click();
    await page.waitForURL('https://assistant.example/callback?error=invalid_request**');
  });
});
