import type { Context, Env, Hono } from 'hono';
import { z } from 'zod';
import type { IssuedTokens } from '../../../account/oauth/tokens.ts';
import type { Clock } from '../../../domain/system/clock.ts';
import { Failure } from '../../../domain/system/failure.ts';
import { readBody } from '../request/read-body.ts';
import { readJsonBody } from '../request/read-json-body.ts';
import { pageSecurityHeaders } from '../response/static-file.ts';
import { createAttemptLimit } from './attempt-limit.ts';
import { readRegistration } from './client-metadata.ts';
import {
  authorizePath,
  isOwnResource,
  mcpPath,
  registerPath,
  resourceMetadata,
  resourceMetadataPath,
  resourceOf,
  revokePath,
  serverMetadata,
  serverMetadataPath,
  tokenPath,
} from './oauth-metadata.ts';
import type { OauthPorts } from './oauth-ports.ts';

/** Dependencies of {@link addOauthRoutes}. */
export interface OauthRoutesOptions {
  ports: OauthPorts;
  /** Returns the issuer for a request; null if OAuth is not available at its address. Throws Failure `forbidden`. */
  issuer(context: Context): string | null;
  clientAddress(context: Context): string | null;
  clock: Clock;
}

const maxBodyBytes = 16 * 1024;
/** Registrations per minute and client address; a hosted assistant sends those of all its users. */
const registrationsPerMinute = 60;
/** Token requests per minute and client address. */
const tokensPerMinute = 600;

const secret = z.string().min(1).max(200);
const clientId = z.string().min(1).max(500);
const resource = z.string().max(500).optional();
const tokenRequestSchema = z.discriminatedUnion('grant_type', [
  z.object({
    grant_type: z.literal('authorization_code'),
    code: secret,
    client_id: clientId,
    redirect_uri: z.string().min(1).max(500),
    code_verifier: z.string().regex(/^[A-Za-z0-9._~-]{43,128}$/),
    resource,
  }),
  z.object({
    grant_type: z.literal('refresh_token'),
    refresh_token: secret,
    client_id: clientId,
    resource,
  }),
]);
const revocationSchema = z.object({ token: secret, client_id: clientId });

type TokenRequest = z.output<typeof tokenRequestSchema>;

const noStore = { 'cache-control': 'no-store', pragma: 'no-cache' };

/** Returns an error of the token endpoint or the registration (RFC 6749 section 5.2, RFC 7591 section 3.2.2). */
function oauthError(context: Context, error: string, description: string): Response {
  return context.json({ error, error_description: description }, 400, noStore);
}

/** Reads a form without repeated fields; null if it is not one (RFC 6749 section 3.2). */
async function readForm(context: Context): Promise<Record<string, string> | null> {
  const type = context.req.header('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type)) return null;
  const form = new URLSearchParams(new TextDecoder().decode(await readBody(context, maxBodyBytes)));
  const fields = Object.fromEntries(form);
  return Object.keys(fields).length === form.size ? fields : null;
}

function toTokenResponse(tokens: IssuedTokens): Record<string, unknown> {
  return {
    access_token: tokens.accessToken,
    token_type: 'Bearer',
    expires_in: tokens.expiresInSeconds,
    refresh_token: tokens.refreshToken,
    scope: tokens.scopes.join(' '),
  };
}

async function exchange(
  ports: OauthPorts,
  issuer: string,
  request: TokenRequest,
): Promise<IssuedTokens | null> {
  const named = request.resource === undefined ? null : resourceOf(issuer);
  if (request.grant_type === 'refresh_token')
    return ports.exchangeRefreshToken({
      refreshToken: request.refresh_token,
      clientId: request.client_id,
      resource: named,
    });
  return ports.exchangeCode({
    code: request.code,
    clientId: request.client_id,
    redirectUri: request.redirect_uri,
    verifier: request.code_verifier,
    resource: named,
  });
}

async function answerTokenRequest(context: Context, ports: OauthPorts, issuer: string): Promise<Response> {
  const form = await readForm(context);
  if (form === null)
    return oauthError(context, 'invalid_request', 'Send a form in which each field occurs once.');
  if (form.grant_type !== undefined && !['authorization_code', 'refresh_token'].includes(form.grant_type))
    return oauthError(
      context,
      'unsupported_grant_type',
      'grant_type must be "authorization_code" or "refresh_token".',
    );
  const read = tokenRequestSchema.safeParse(form);
  if (!read.success) {
    const fields = [...new Set(read.error.issues.map(({ path }) => String(path[0])))].join(', ');
    return oauthError(context, 'invalid_request', `Missing or not valid: ${fields}.`);
  }
  if (read.data.resource !== undefined && !isOwnResource(read.data.resource, issuer))
    return oauthError(context, 'invalid_target', `resource must be ${resourceOf(issuer)}.`);
  const tokens = await exchange(ports, issuer, read.data);
  if (tokens === null)
    return oauthError(
      context,
      'invalid_grant',
      'The code or token is unknown, used, expired, revoked, or does not belong to this request.',
    );
  return context.json(toTokenResponse(tokens), 200, noStore);
}

async function answerRegistration(context: Context, ports: OauthPorts): Promise<Response> {
  const client = readRegistration(await readJsonBody(context, maxBodyBytes));
  if (client === 'invalid_redirect_uri')
    return oauthError(
      context,
      client,
      'redirect_uris must be 1 to 20 addresses with https, with http on localhost, or with the scheme of an app.',
    );
  if (client === 'invalid_client_metadata')
    return oauthError(context, client, 'The body must be a JSON object with redirect_uris and client_name.');
  const id = await ports.register(client);
  const document = {
    client_id: id,
    client_name: client.name,
    redirect_uris: client.redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  return context.json(document, 201, noStore);
}

/**
 * Adds the authorization server of the MCP endpoint: metadata, registration, tokens and revocation. The authorization endpoint
 * only leads to the console, whose page asks the person; nothing leaves this service before that person has decided.
 */
export function addOauthRoutes<Environment extends Env>(
  app: Hono<Environment>,
  { ports, issuer, clientAddress, clock }: OauthRoutesOptions,
): void {
  const requireIssuer = (context: Context): string => {
    const found = issuer(context);
    if (found !== null) return found;
    throw new Failure(
      'not_found',
      'OAuth needs a public HTTPS address in BASE_URL, or a request to this machine. Use an API key.',
    );
  };
  const limitRegistrations = createAttemptLimit(registrationsPerMinute, clock);
  const limitTokens = createAttemptLimit(tokensPerMinute, clock);

  for (const path of [resourceMetadataPath, `${resourceMetadataPath}${mcpPath}`])
    app.get(path, (context) => context.json(resourceMetadata(requireIssuer(context))));
  app.get(serverMetadataPath, (context) => context.json(serverMetadata(requireIssuer(context))));
  app.get(authorizePath, (context) => {
    requireIssuer(context);
    // Not read here: the cookie of the console is not sent with a navigation from another site.
    const query = new URLSearchParams(new URL(context.req.url).search);
    return context.body(null, 302, { ...pageSecurityHeaders, ...noStore, location: `/#/connect?${query}` });
  });
  app.post(registerPath, (context) => {
    requireIssuer(context);
    limitRegistrations(clientAddress(context));
    return answerRegistration(context, ports);
  });
  app.post(tokenPath, (context) => {
    const found = requireIssuer(context);
    limitTokens(clientAddress(context));
    return answerTokenRequest(context, ports, found);
  });
  app.post(revokePath, async (context) => {
    requireIssuer(context);
    limitTokens(clientAddress(context));
    const read = revocationSchema.safeParse((await readForm(context)) ?? {});
    if (!read.success) return oauthError(context, 'invalid_request', 'token and client_id are required.');
    await ports.revoke(read.data.token, read.data.client_id);
    return context.body(null, 200, noStore);
  });
}
