import { scopes as allScopes, type Scope } from '../../../domain/resources/account.ts';
import { Failure } from '../../../domain/system/failure.ts';
import { metadataUrlOf, type OauthClient, readMetadataDocument } from './client-metadata.ts';
import { defaultOauthScopes, isOwnResource, oauthScopes } from './oauth-metadata.ts';
import type { OauthPorts } from './oauth-ports.ts';
import { isRegisteredRedirect, type RedirectTarget, redirectTargetOf } from './redirect-uris.ts';

/** An authorization request of a known client to one of its redirect URIs. */
export interface AuthorizationRequest {
  clientId: string;
  client: OauthClient;
  redirectUri: string;
  target: RedirectTarget;
  state: string | null;
  challenge: string;
  scopes: Scope[];
  /** Error of the request, which the client receives; null if it can be approved. */
  error: AuthorizationError | null;
}

/** Error of an authorization request (RFC 6749 section 4.1.2.1). */
export interface AuthorizationError {
  code:
    | 'invalid_request'
    | 'unsupported_response_type'
    | 'invalid_scope'
    | 'invalid_target'
    | 'access_denied';
  description: string;
}

/** Maximum length of a query in characters. */
const maxQueryLength = 8_000;
const challengePattern = /^[A-Za-z0-9_-]{43}$/;

/** Returns the client of an id. Throws Failure `invalid`. */
async function findClient(ports: OauthPorts, clientId: string): Promise<OauthClient> {
  const url = metadataUrlOf(clientId);
  if (url === null) {
    const found = await ports.findClient(clientId);
    if (found !== null) return { ...found, verifiedHost: null };
    throw new Failure(
      'invalid',
      'The app is not registered with this service. Remove the connection in the app and add it again.',
    );
  }
  const client = readMetadataDocument(clientId, await ports.fetchMetadata(url));
  if (client !== null) return client;
  throw new Failure(
    'invalid',
    `The description of the app at ${clientId} could not be read or is not valid. Tell the provider of the app.`,
  );
}

/** Returns the scopes of a request; null if it names some, and none of them is known. */
function readScopes(text: string | null): Scope[] | null {
  const named = (text ?? '').split(' ').filter((name) => name !== '');
  if (named.length === 0) return [...defaultOauthScopes];
  const known = oauthScopes.filter((scope) => named.includes(scope));
  return known.length > 0 ? known : null;
}

function errorOf(query: URLSearchParams, issuer: string): AuthorizationError | null {
  const resources = query.getAll('resource');
  if (query.get('response_type') !== 'code')
    return { code: 'unsupported_response_type', description: 'response_type must be "code".' };
  if (
    query.get('code_challenge_method') !== 'S256' ||
    !challengePattern.test(query.get('code_challenge') ?? '')
  )
    return {
      code: 'invalid_request',
      description: 'PKCE is required: send code_challenge with code_challenge_method "S256".',
    };
  if (!resources.every((resource) => isOwnResource(resource, issuer)))
    return { code: 'invalid_target', description: 'resource must be the MCP endpoint of this service.' };
  if (readScopes(query.get('scope')) === null)
    return { code: 'invalid_scope', description: `scope must name one of ${oauthScopes.join(', ')}.` };
  return null;
}

/**
 * Reads the query of an authorization request. Throws Failure `invalid` if the client or its redirect URI is not known: such a
 * request is never answered to the redirect URI.
 */
export async function readAuthorizationRequest(
  ports: OauthPorts,
  text: string,
  issuer: string,
): Promise<AuthorizationRequest> {
  const query = new URLSearchParams(text.slice(0, maxQueryLength));
  const names = [...query.keys()].filter((name) => name !== 'resource');
  const isRepeated = new Set(names).size !== names.length;
  const clientId = query.get('client_id') ?? '';
  const redirectUri = query.get('redirect_uri') ?? '';
  if (text.length > maxQueryLength || isRepeated || clientId === '' || redirectUri === '')
    throw new Failure(
      'invalid',
      'The address of this page is not a complete authorization request. Start the connection in the app again.',
    );
  const client = await findClient(ports, clientId);
  const target = redirectTargetOf(redirectUri);
  if (target === null || !isRegisteredRedirect(redirectUri, client.redirectUris))
    throw new Failure(
      'invalid',
      'The app wants the answer at an address that it has not registered. Do not continue if you have not started this connection yourself.',
    );
  const scopes = readScopes(query.get('scope')) ?? [];
  const challenge = query.get('code_challenge') ?? '';
  const error = errorOf(query, issuer);
  return { clientId, client, redirectUri, target, state: query.get('state'), challenge, scopes, error };
}

/** Returns the address that answers an authorization request, with the issuer against mix-up attacks (RFC 9207). */
export function responseAddress(
  { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  issuer: string,
  answer: { code: string } | { error: AuthorizationError },
): string {
  const url = new URL(redirectUri);
  const values =
    'code' in answer
      ? { code: answer.code }
      : { error: answer.error.code, error_description: answer.error.description };
  for (const [name, value] of Object.entries({ ...values, ...(state !== null && { state }), iss: issuer }))
    url.searchParams.append(name, value);
  return url.href;
}

/** Returns the scopes in the order of their definition. */
export function sortScopes(chosen: readonly Scope[]): Scope[] {
  return allScopes.filter((scope) => chosen.includes(scope));
}
