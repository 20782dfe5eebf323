import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  approve,
  callTool,
  connectApp,
  createApp,
  exchange,
  type Form,
  refresh,
  registerApp,
  sendForm,
} from './oauth-client.ts';
import { startTestService } from './running-service.ts';

test('authorization of MCP clients', async (t) => {
  const service = await startTestService(t);
  const { port } = new URL(service.url);
  const issuer = service.url;
  const resource = `${issuer}/mcp`;

  await t.test('a request without a token is led to the metadata, which names the endpoints', async () => {
    const rejected = await callTool(service, null);
    assert.equal(rejected.status, 401);
    const challenge = rejected.headers.get('www-authenticate') ?? '';
    assert.equal(
      challenge,
      `Bearer resource_metadata="${issuer}/.well-known/oauth-protected-resource/mcp", scope="read write"`,
    );
    for (const path of ['', '/mcp']) {
      const { json } = await service.get(`/.well-known/oauth-protected-resource${path}`, { key: null });
      assert.deepEqual([json.resource, json.authorization_servers], [resource, [issuer]]);
    }
    const { json } = await service.get('/.well-known/oauth-authorization-server', { key: null });
    assert.equal(json.issuer, issuer);
    assert.deepEqual(json.code_challenge_methods_supported, ['S256']);
    assert.equal(json.authorization_response_iss_parameter_supported, true);
    assert.equal(json.client_id_metadata_document_supported, true);
    const wrong = await callTool(service, `wda_${'0'.repeat(52)}`);
    assert.equal(wrong.status, 401);
    assert.match(
      wrong.headers.get('www-authenticate') ?? '',
      /^Bearer error="invalid_token", resource_metadata=/,
    );
  });

  await t.test(
    'an approved app gets tokens that are a key of the account, with the name of the app',
    async () => {
      const app = await registerApp(service);
      const answer = await approve(service, app, { scopes: ['read'], days: 7 });
      assert.deepEqual([answer.get('state'), answer.get('iss')], ['the state', issuer]);
      const { json, headers } = await exchange(service, app, answer.get('code') ?? '');
      assert.deepEqual([json.token_type, json.expires_in, json.scope], ['Bearer', 3_600, 'read']);
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal((await callTool(service, json.access_token)).status, 200);
      const { keys } = (await service.get('/v1/keys')).json;
      const key = keys.find(({ name }: { name: string }) => name === 'Quay Assistant (assistant.example)');
      assert.deepEqual(key.scopes, ['read']);
      const days = (Date.parse(key.expires_at) - Date.parse(key.created_at)) / 86_400_000;
      assert.ok(days > 6.9 && days <= 7);
      const audit = (await service.get(`/v1/audit?subject=${key.key_id}`)).json.audit;
      assert.deepEqual([audit[0].action, audit[0].details.client_id], ['key_created', app.clientId]);
      await service.request('DELETE', `/v1/keys/${key.key_id}`);
      assert.equal((await callTool(service, json.access_token)).status, 401);
      assert.equal((await refresh(service, app, json.refresh_token)).json.error, 'invalid_grant');
    },
  );

  await t.test('API keys stay valid, and their errors have the same challenge', async () => {
    assert.equal((await callTool(service, service.key)).status, 200);
    const unknown = await callTool(service, 'wd_unknown_0123456789abcdef');
    assert.match(unknown.headers.get('www-authenticate') ?? '', /error="invalid_token"/);
    const elsewhere = await service.get('/v1/jobs', { key: null });
    assert.equal(elsewhere.headers.get('www-authenticate'), 'Bearer');
  });

  await t.test('access tokens are valid at the MCP endpoint of their issuer only', async () => {
    const { access } = await connectApp(service, await registerApp(service));
    assert.equal((await callTool(service, access)).status, 200);
    for (const path of ['/v1/jobs', '/v2/team/credit-usage', '/metrics', '/console/session'])
      assert.equal((await service.get(path, { key: access })).status, 401, path);
    // The same service under another name is another issuer.
    const other = `http://localhost:${port}`;
    assert.equal((await callTool(service, access, 'job', { action: 'list' }, other)).status, 401);
  });

  await t.test('a token cannot be asked for another resource', async () => {
    const app = await registerApp(service);
    for (const foreign of [
      'https://other.example/mcp',
      `${issuer}/v1`,
      `${issuer}/mcp#part`,
      issuer,
      'mcp',
    ]) {
      const described = await service.get(`/console/authorization?${app.query({ resource: foreign })}`);
      assert.match(described.json.error ?? '', /resource must be/, foreign);
      const code = (await approve(service, app)).get('code') ?? '';
      assert.equal(
        (await exchange(service, app, code, { resource: foreign })).json.error,
        'invalid_target',
        foreign,
      );
    }
    const chosen = await connectApp(service, app, { changes: { resource: `${resource}?tools=read` } });
    assert.equal((await callTool(service, chosen.access)).status, 200);
  });

  await t.test('a code is exchanged once, by its app, with its verifier, at its redirect URI', async () => {
    const app = await registerApp(service);
    const other = await registerApp(service);
    const exchanges: Form[] = [
      { code_verifier: 'a'.repeat(43) },
      { redirect_uri: 'https://assistant.example/other' },
      { client_id: other.clientId },
    ];
    for (const changes of exchanges) {
      const code = (await approve(service, app)).get('code') ?? '';
      const rejected = await exchange(service, app, code, changes);
      assert.deepEqual([rejected.status, rejected.json.error], [400, 'invalid_grant']);
      // A code that somebody else has tried is worth nothing.
      assert.equal((await exchange(service, app, code)).json.error, 'invalid_grant');
    }
    const first = await connectApp(service, app);
    assert.equal((await callTool(service, first.access)).status, 200);
    assert.equal((await exchange(service, app, first.code)).json.error, 'invalid_grant');
    assert.equal((await callTool(service, first.access)).status, 401);
    const { audit } = (await service.get('/v1/audit?action=key_revoked')).json;
    assert.equal(audit[0].details.reason, 'code_used_twice');
  });

  await t.test('two exchanges of a code at the same time give one connection at most', async () => {
    const app = await registerApp(service);
    const code = (await approve(service, app)).get('code') ?? '';
    const answers = await Promise.all(Array.from({ length: 4 }, () => exchange(service, app, code)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  });

  await t.test('PKCE is required, with S256 only', async () => {
    const app = await registerApp(service);
    const requests: Record<string, string | null>[] = [
      { code_challenge: null },
      { code_challenge_method: 'plain' },
      { code_challenge_method: null },
      { code_challenge: 'short' },
    ];
    for (const changes of requests) {
      const { json } = await service.get(`/console/authorization?${app.query(changes)}`);
      assert.match(json.error, /PKCE is required/);
      const answer = await approve(service, app, { changes });
      assert.deepEqual(
        [answer.get('code'), answer.get('error'), answer.get('iss')],
        [null, 'invalid_request', issuer],
      );
    }
  });

  await t.test('a refresh token is replaced, and a second use ends the connection', async () => {
    const app = await registerApp(service);
    const other = await registerApp(service);
    const first = await connectApp(service, app);
    assert.equal((await refresh(service, other, first.refresh)).json.error, 'invalid_grant');
    const second = await refresh(service, app, first.refresh);
    assert.equal(second.status, 200);
    assert.notEqual(second.json.refresh_token, first.refresh);
    assert.equal((await callTool(service, second.json.access_token)).status, 200);
    assert.equal((await refresh(service, app, first.refresh)).json.error, 'invalid_grant');
    assert.equal((await callTool(service, second.json.access_token)).status, 401);
    assert.equal((await refresh(service, app, second.json.refresh_token)).json.error, 'invalid_grant');
  });

  await t.test('an app revokes its connection, and not the one of another app', async () => {
    const app = await registerApp(service);
    const other = await registerApp(service);
    const { access, refresh: token } = await connectApp(service, app);
    await sendForm(service, '/oauth/revoke', { token, client_id: other.clientId });
    assert.equal((await callTool(service, access)).status, 200);
    const revoked = await sendForm(service, '/oauth/revoke', { token, client_id: app.clientId });
    assert.equal(revoked.status, 200);
    assert.equal((await callTool(service, access)).status, 401);
    assert.equal(
      (await sendForm(service, '/oauth/revoke', { token: 'none', client_id: 'none' })).status,
      200,
    );
  });

  await t.test(
    'a connection has at most the rights of the person, and ends with the key of the person',
    async () => {
      const made = await service.post('/v1/keys', {
        name: 'Ada',
        scopes: ['read'],
        requests_per_minute: 5,
        expires_at: new Date(Date.now() + 3_600_000).toISOString(),
      });
      const app = await registerApp(service);
      const described = await service.get(`/console/authorization?${app.query()}`, { key: made.json.key });
      assert.deepEqual(described.json.scopes, [
        { name: 'read', available: true },
        { name: 'write', available: false },
      ]);
      await assert.rejects(approve(service, app, { key: made.json.key }), /does not have the scope/);
      const { access, json } = await connectApp(service, app, { key: made.json.key, scopes: ['read'] });
      assert.ok(json.expires_in <= 3_600);
      const { keys } = (await service.get('/v1/keys')).json;
      const key = keys.at(-1);
      assert.equal(key.expires_at, made.json.expires_at);
      assert.equal(key.limits.requests_per_minute, 5);
      await service.request('DELETE', `/v1/keys/${made.json.key_id}`);
      assert.equal((await callTool(service, access)).status, 401);
    },
  );

  await t.test('a call without its scope names the scope to ask for, and an approval adds it', async () => {
    const app = await registerApp(service);
    const { access } = await connectApp(service, app, { scopes: ['read'] });
    const rejected = await callTool(service, access, 'scrape', { url: 'http://127.0.0.12/' });
    assert.equal(rejected.status, 403);
    assert.match(
      rejected.headers.get('www-authenticate') ?? '',
      /^Bearer error="insufficient_scope", resource_metadata="[^"]+", scope="read write"$/,
    );
    const wider = await connectApp(service, app);
    assert.equal(
      (await callTool(service, wider.access, 'scrape', { url: 'http://127.0.0.12/' })).status,
      200,
    );
    // A key has its scopes for good: the tool explains.
    const made = await service.post('/v1/keys', { name: 'reads', scopes: ['read'] });
    const explained = await callTool(service, made.json.key, 'scrape', { url: 'http://127.0.0.12/' });
    assert.equal(explained.status, 200);
  });

  await t.test(
    'nobody grants the scope of the operator, or a scope that the app has not asked for',
    async () => {
      const app = await registerApp(service);
      const { json } = await service.get(
        `/console/authorization?${app.query({ scope: 'read operator openid' })}`,
      );
      assert.deepEqual(json.scopes, [{ name: 'read', available: true }]);
      await assert.rejects(approve(service, app, { scopes: ['operator'] }));
      await assert.rejects(approve(service, app, { scopes: ['read', 'admin'] }), /not asked for/);
    },
  );

  await t.test('an answer goes to a registered address only', async () => {
    const app = await registerApp(service);
    for (const redirectUri of [
      'https://assistant.example/callback/',
      'https://assistant.example/callback?next=1',
      'https://assistant.example:444/callback',
      'https://assistant.example.evil.example/callback',
      'https://assistant.example@evil.example/callback',
      'http://assistant.example/callback',
      'javascript://assistant.example/callback',
    ]) {
      const query = app.query({ redirect_uri: redirectUri });
      const described = await service.get(`/console/authorization?${query}`);
      assert.equal(described.status, 422, redirectUri);
      assert.match(described.json.detail, /has not registered/);
      await assert.rejects(approve(service, app, { changes: { redirect_uri: redirectUri } }));
    }
    const unknown = createApp(service, 'client_unknown', app.redirectUri);
    assert.match(
      (await service.get(`/console/authorization?${unknown.query()}`)).json.detail,
      /not registered/,
    );
    const twice = await service.get(
      `/console/authorization?${app.query()}&redirect_uri=https://evil.example/`,
    );
    assert.equal(twice.status, 422);
  });

  await t.test('a program on this computer may listen on any port, at the registered path', async () => {
    const app = await registerApp(service, 'http://127.0.0.1:33418/callback');
    const moved = { ...app, redirectUri: 'http://127.0.0.1:50123/callback' };
    const code =
      (await approve(service, app, { changes: { redirect_uri: moved.redirectUri } })).get('code') ?? '';
    assert.equal((await exchange(service, moved, code)).status, 200);
    for (const redirectUri of ['http://127.0.0.1:50123/other', 'http://localhost:50123/callback'])
      await assert.rejects(approve(service, app, { changes: { redirect_uri: redirectUri } }), redirectUri);
  });

  await t.test('a registration takes safe addresses, and an app of a device', async () => {
    const register = (redirect_uris: unknown) =>
      service.post('/oauth/register', { redirect_uris }, { key: null });
    for (const uri of [
      'javascript://quay/%0aalert(1)',
      'data://text/html,x',
      'http://assistant.example/callback',
      'https://assistant.example/callback#part',
      'https://user:pass@assistant.example/',
      'https:\\\\assistant.example/',
      'https://assistant.example/\tcallback',
      'assistant',
      `https://assistant.example/${'a'.repeat(500)}`,
    ])
      assert.equal((await register([uri])).json.error, 'invalid_redirect_uri', uri);
    assert.equal((await register([])).status, 400);
    assert.equal((await register(undefined)).status, 400);
    const app = await register(['quayapp://connected/callback']);
    assert.equal(app.status, 201);
    assert.equal(app.json.token_endpoint_auth_method, 'none');
  });

  await t.test(
    'the authorization endpoint only leads to the console, whatever the request says',
    async () => {
      const app = await registerApp(service);
      const query = app.query({ redirect_uri: 'https://evil.example/', response_type: 'token' });
      const led = await fetch(`${issuer}/oauth/authorize?${query}`, { redirect: 'manual' });
      assert.equal(led.status, 302);
      assert.match(led.headers.get('location') ?? '', /^\/#\/connect\?response_type=token&/);
      assert.match(led.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
    },
  );

  await t.test('a decision needs a signed-in person, and a page of the service', async () => {
    const app = await registerApp(service);
    const body = { query: app.query(), decision: 'approve', scopes: ['read'], days: 1 };
    for (const method of ['GET', 'POST']) {
      const path = `/console/authorization${method === 'GET' ? `?${app.query()}` : ''}`;
      const nobody = await service.request(method, path, { key: null, ...(method === 'POST' && { body }) });
      assert.equal(nobody.status, 401, method);
    }
    const link = await service.post(
      `/v1/keys/${(await service.get('/v1/account')).json.keys[0].key_id}/link`,
      {},
    );
    const token = new URL(link.json.url).searchParams.get('token');
    const started = await fetch(`${issuer}/console/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: issuer },
      body: JSON.stringify({ token }),
    });
    const cookie = (started.headers.get('set-cookie') ?? '').split(';')[0] as string;
    const { csrf_token: csrf } = (await started.json()) as { csrf_token: string };
    const decide = (headers: Record<string, string>) =>
      service.post('/console/authorization', body, { key: null, headers: { cookie, ...headers } });
    assert.equal((await decide({ origin: issuer })).status, 403);
    assert.equal((await decide({ origin: 'https://evil.example', 'x-csrf-token': csrf })).status, 403);
    assert.equal((await decide({ origin: issuer, 'x-csrf-token': csrf })).status, 200);
  });

  await t.test('a denial and an error reach the app with the issuer, and without a code', async () => {
    const app = await registerApp(service);
    const answer = await service.post('/console/authorization', { query: app.query(), decision: 'deny' });
    const { searchParams } = new URL(answer.json.redirect);
    assert.equal(searchParams.get('error'), 'access_denied');
    assert.deepEqual([searchParams.get('iss'), searchParams.get('code')], [issuer, null]);
    const odd = await approve(service, app, { changes: { scope: 'everything' } });
    assert.equal(odd.get('error'), 'invalid_scope');
  });

  await t.test('malformed token requests are errors in the form of OAuth', async () => {
    const ask = async (form: Record<string, string>) =>
      (await sendForm(service, '/oauth/token', form)).json.error;
    assert.equal(await ask({}), 'invalid_request');
    assert.equal(await ask({ grant_type: 'password' }), 'unsupported_grant_type');
    assert.equal(await ask({ grant_type: 'authorization_code' }), 'invalid_request');
    const json = await service.post('/oauth/token', { grant_type: 'refresh_token' }, { key: null });
    assert.deepEqual([json.status, json.json.error], [400, 'invalid_request']);
    const twice = await service.request('POST', '/oauth/token', {
      key: null,
      raw: 'grant_type=refresh_token&refresh_token=a&client_id=b&client_id=c',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    assert.equal(twice.json.error, 'invalid_request');
  });

  await t.test('registrations are limited', async () => {
    const body = { redirect_uris: ['https://assistant.example/callback'] };
    const answers = await Promise.all(
      Array.from({ length: 130 }, () => service.post('/oauth/register', body, { key: null })),
    );
    const limited = answers.filter(({ status }) => status === 429);
    assert.ok(limited.length > 0);
    assert.ok(Number(limited[0]?.headers.get('retry-after')) > 0);
  });
});

test('OAuth is offered at addresses that are safe for tokens only', async (t) => {
  const paths = ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-authorization-server'];
  await t.test('a public HTTPS address is the issuer, whatever host a request names', async (t) => {
    const service = await startTestService(t, { BASE_URL: 'https://data.example.com' });
    const { json } = await service.get('/.well-known/oauth-authorization-server', { key: null });
    assert.equal(json.issuer, 'https://data.example.com');
    const challenge = (await callTool(service, null)).headers.get('www-authenticate') ?? '';
    assert.match(challenge, /resource_metadata="https:\/\/data\.example\.com\/\.well-known/);
  });
  await t.test('without TLS there is none, and keys work as before', async (t) => {
    const service = await startTestService(t, { BASE_URL: 'http://data.example.com' });
    for (const path of paths) assert.equal((await service.get(path, { key: null })).status, 404);
    assert.equal((await service.post('/oauth/register', {}, { key: null })).status, 404);
    assert.equal((await callTool(service, null)).headers.get('www-authenticate'), 'Bearer');
    assert.equal((await callTool(service, service.key)).status, 200);
  });
});
