import { createHash, randomBytes } from 'node:crypto';
import type { Answered, TestService } from './running-service.ts';

/** An app that connects over OAuth, step by step. */
export interface OauthApp {
  clientId: string;
  redirectUri: string;
  verifier: string;
  /** Query of the authorization request; changes replace values, and null removes one. */
  query(changes?: Record<string, string | null>): string;
}

/** Values that an app sends and receives. */
export type Form = Record<string, string>;

/** Sends a form, as an app does. */
export async function sendForm(service: TestService, path: string, form: Form): Promise<Answered> {
  return service.request('POST', path, {
    key: null,
    raw: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
}

/** Creates an app with a client id that it has already. */
export function createApp(service: TestService, clientId: string, redirectUri: string): OauthApp {
  const verifier = randomBytes(32).toString('base64url');
  return {
    clientId,
    redirectUri,
    verifier,
    query(changes = {}) {
      const values: Record<string, string | null> = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        state: 'the state',
        scope: 'read write',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        resource: `${service.url}/mcp`,
        ...changes,
      };
      const kept = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null);
      return new URLSearchParams(kept).toString();
    },
  };
}

/** Registers an app. */
export async function registerApp(
  service: TestService,
  redirectUri = 'https://assistant.example/callback',
): Promise<OauthApp> {
  const body = { client_name: 'Quay Assistant', redirect_uris: [redirectUri] };
  const { json } = await service.post('/oauth/register', body, { key: null });
  return createApp(service, json.client_id, redirectUri);
}

/** Approves the request of an app with a key, as the consent page does, and returns the parameters of the answer. */
export async function approve(
  service: TestService,
  app: OauthApp,
  { changes = {}, scopes = ['read', 'write'], days = 30, key = service.key }: ApproveOptions = {},
): Promise<URLSearchParams> {
  const body = { query: app.query(changes), decision: 'approve', scopes, days };
  const answer = await service.post('/console/authorization', body, { key });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.json));
  return new URL(answer.json.redirect).searchParams;
}

interface ApproveOptions {
  changes?: Record<string, string | null>;
  scopes?: string[];
  days?: number;
  key?: string;
}

/** Exchanges a code. */
export function exchange(
  service: TestService,
  app: OauthApp,
  code: string,
  changes: Form = {},
): Promise<Answered> {
  return sendForm(service, '/oauth/token', {
    grant_type: 'authorization_code',
    code,
    client_id: app.clientId,
    redirect_uri: app.redirectUri,
    code_verifier: app.verifier,
    resource: `${service.url}/mcp`,
    ...changes,
  });
}

/** Connects an app and returns its tokens. */
export async function connectApp(service: TestService, app: OauthApp, options: ApproveOptions = {}) {
  const code = (await approve(service, app, options)).get('code') ?? '';
  const { json } = await exchange(service, app, code);
  return { code, access: json.access_token as string, refresh: json.refresh_token as string, json };
}

/** Exchanges a refresh token. */
export function refresh(service: TestService, app: OauthApp, token: string, changes: Form = {}) {
  return sendForm(service, '/oauth/token', {
    grant_type: 'refresh_token',
    refresh_token: token,
    client_id: app.clientId,
    ...changes,
  });
}

/** Calls a tool over MCP with a token. */
export function callTool(
  service: TestService,
  token: string | null,
  tool = 'job',
  args: object = { action: 'list' },
  url = service.url,
): Promise<Response> {
  return fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2025-06-18',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: tool, arguments: args },
    }),
  });
}
