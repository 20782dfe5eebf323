import { approveConnection } from '../../account/oauth/approvals.ts';
import { findOauthClient, registerOauthClient } from '../../account/oauth/clients.ts';
import { isAccessToken } from '../../account/oauth/secrets.ts';
import {
  exchangeCode,
  exchangeRefreshToken,
  findOauthPrincipal,
  revokeOauthToken,
} from '../../account/oauth/tokens.ts';
import type { FetchResource } from '../../fetching/fetch-resource.ts';
import type { OauthPorts } from '../../interfaces/http/oauth/oauth-ports.ts';
import { createLruCache } from '../../web/lru-cache.ts';
import type { AppContext } from '../app-context.ts';
import { toFailure } from '../operations/to-failure.ts';

/** Maximum size of a metadata document in bytes. */
const maxDocumentBytes = 16 * 1024;
const documentTimeoutMs = 10_000;
const maxCachedDocuments = 200;
/** Lifetime of a cached document without `Cache-Control`, and the maximum of one with it, in seconds. */
const defaultCacheSeconds = 300;
const maxCacheSeconds = 86_400;

/** Returns the seconds for which a response may be used again (RFC 9111 section 5.2.2). */
function cacheSeconds(cacheControl: string | undefined): number {
  if (cacheControl === undefined) return defaultCacheSeconds;
  if (/\bno-(?:store|cache)\b/i.test(cacheControl)) return 0;
  const maxAge = /\bmax-age=(\d{1,9})\b/i.exec(cacheControl)?.[1];
  return maxAge === undefined ? defaultCacheSeconds : Math.min(Number(maxAge), maxCacheSeconds);
}

/**
 * Creates the reader of metadata documents of clients. It contacts them through the guard, as any other site, and accepts no
 * redirect, because the URL is the identity of the client.
 */
function createMetadataReader(
  fetchResource: FetchResource,
  { clock }: Pick<AppContext, 'clock'>,
): OauthPorts['fetchMetadata'] {
  const cache = createLruCache<{ document: unknown; until: number }>(maxCachedDocuments);
  return async (url) => {
    const known = cache.get(url.href);
    if (known !== undefined && known.until > clock.now().getTime()) return known.document;
    const request = {
      url,
      exitOptions: { country: null, strictCountry: false, networks: ['service'] as const },
      maxBytes: maxDocumentBytes,
      timeoutMs: documentTimeoutMs,
      crawlDelayMs: null,
    };
    const { response } = await fetchResource(request, new AbortController().signal);
    if (response === null || response.statusCode !== 200 || response.redirects.length > 0) return null;
    if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(response.headers['content-type'] ?? ''))
      return null;
    try {
      const document: unknown = JSON.parse(new TextDecoder().decode(response.body));
      const until = clock.now().getTime() + 1_000 * cacheSeconds(response.headers['cache-control']);
      cache.set(url.href, { document, until });
      return document;
    } catch {
      // Not JSON: the person is told that the description of the app could not be read.
      return null;
    }
  };
}

/** Composes the authorization of MCP clients. */
export function composeOauth(app: AppContext, fetchResource: FetchResource): OauthPorts {
  const { database, clock } = app;
  return {
    register: (client) => registerOauthClient(database, client, clock.now()),
    findClient: (clientId) => findOauthClient(database, clientId),
    fetchMetadata: createMetadataReader(fetchResource, app),
    approve: (principal, approval) => approveConnection(database, principal, approval, clock.now()),
    exchangeCode: (exchange) => exchangeCode(database, exchange, clock.now()),
    exchangeRefreshToken: (exchange) => exchangeRefreshToken(database, exchange, clock.now()),
    revoke: (token, clientId) => revokeOauthToken(database, token, clientId, clock.now()),
    isAccessToken,
    findPrincipal: (token, resource) =>
      findOauthPrincipal(database, token, resource, clock.now()).catch((error: unknown) => {
        throw toFailure(error);
      }),
  };
}
