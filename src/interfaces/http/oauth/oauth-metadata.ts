import type { Scope } from '../../../domain/resources/account.ts';
import { isLoopbackHost } from './redirect-uris.ts';

/** Scopes that a client can ask for. `operator` is left out: it covers all accounts. */
export const oauthScopes = ['read', 'write', 'admin'] as const satisfies readonly Scope[];

/** Scopes that the tools need, except for those that change keys, logins and webhook secrets. */
export const defaultOauthScopes = ['read', 'write'] as const satisfies readonly Scope[];

export const mcpPath = '/mcp';
export const authorizePath = '/oauth/authorize';
export const tokenPath = '/oauth/token';
export const registerPath = '/oauth/register';
export const revokePath = '/oauth/revoke';
export const resourceMetadataPath = '/.well-known/oauth-protected-resource';
export const serverMetadataPath = '/.well-known/oauth-authorization-server';

/**
 * Returns the issuer for the base URL of a request: its origin. Null if OAuth is not available there: without TLS, tokens are
 * safe on this machine only, and a host that a request states is trusted only if it is this machine.
 */
export function issuerOf(baseUrl: string, isConfigured: boolean): string | null {
  const url = URL.parse(baseUrl);
  if (url === null || url.pathname !== '/') return null;
  const isLocal = isLoopbackHost(url.hostname);
  return isLocal || (isConfigured && url.protocol === 'https:') ? url.origin : null;
}

/** Returns the resource (RFC 8707) of an issuer: its MCP endpoint. */
export function resourceOf(issuer: string): string {
  return `${issuer}${mcpPath}`;
}

/**
 * Returns true if a client means the MCP endpoint of the issuer. Its query selects tools and is not part of the resource.
 */
export function isOwnResource(resource: string, issuer: string): boolean {
  const url = URL.parse(resource);
  if (url === null || url.hash !== '' || url.username !== '' || url.password !== '') return false;
  return url.origin === issuer && (url.pathname === mcpPath || url.pathname === `${mcpPath}/`);
}

/** Metadata of the MCP endpoint (RFC 9728). */
export function resourceMetadata(issuer: string): Record<string, unknown> {
  return {
    resource: resourceOf(issuer),
    authorization_servers: [issuer],
    scopes_supported: defaultOauthScopes,
    bearer_methods_supported: ['header'],
    resource_name: 'webdata',
    resource_documentation: `${issuer}/docs/mcp`,
  };
}

/** Metadata of the authorization server (RFC 8414). */
export function serverMetadata(issuer: string): Record<string, unknown> {
  return {
    issuer,
    authorization_endpoint: `${issuer}${authorizePath}`,
    token_endpoint: `${issuer}${tokenPath}`,
    registration_endpoint: `${issuer}${registerPath}`,
    revocation_endpoint: `${issuer}${revokePath}`,
    scopes_supported: oauthScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${issuer}/docs/mcp`,
  };
}

/** Reason of a challenge (RFC 6750 section 3.1); null if the request has no token. */
export type ChallengeError = 'invalid_token' | 'insufficient_scope' | null;

/** Returns the value of `WWW-Authenticate` that leads a client to the authorization (RFC 9728 section 5.1). */
export function challengeOf(issuer: string, error: ChallengeError, scopes: readonly Scope[]): string {
  const parts = [
    ...(error === null ? [] : [`error="${error}"`]),
    `resource_metadata="${issuer}${resourceMetadataPath}${mcpPath}"`,
    `scope="${scopes.join(' ')}"`,
  ];
  return `Bearer ${parts.join(', ')}`;
}
