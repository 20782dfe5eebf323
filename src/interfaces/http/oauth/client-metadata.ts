import { z } from 'zod';
import { redirectTargetOf } from './redirect-uris.ts';

/** An OAuth client, as a person sees it. */
export interface OauthClient {
  name: string;
  redirectUris: string[];
  /** Host of the metadata document, which proves who wrote the name; null for a client that registered itself. */
  verifiedHost: string | null;
}

/** Maximum length of a client name in characters. */
const maxNameLength = 80;
const maxRedirectUris = 20;
/** Maximum length of the URL of a metadata document. */
const maxIdLength = 500;

const redirectUri = z.string().refine((uri) => redirectTargetOf(uri) !== null);

/**
 * Metadata of a client (RFC 7591 section 2). Only public clients are supported, which prove with PKCE that they started the
 * authorization. Unknown fields are ignored.
 */
const metadataSchema = z.object({
  client_name: z.string().max(1_000).nullish(),
  redirect_uris: z.array(redirectUri).min(1).max(maxRedirectUris),
});

const documentSchema = metadataSchema.extend({
  client_id: z.string(),
  client_name: z.string().max(1_000),
  token_endpoint_auth_method: z.literal('none').nullish(),
});

/**
 * Returns a name without characters that are invisible or change the direction of text, which could imitate other parts of the
 * page. Empty if nothing is left.
 */
function toVisibleName(name: string): string {
  const visible = name
    .replaceAll(/[\p{C}\p{Z}]/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
  return [...visible].slice(0, maxNameLength).join('').trim();
}

/** Returns the host of a redirect URI that was checked. */
function hostOf(uri: string): string {
  return redirectTargetOf(uri)?.host ?? '';
}

/** Why the metadata of a client cannot be used; the first values are error codes of RFC 7591 section 3.2.2. */
export type MetadataError = 'invalid_redirect_uri' | 'invalid_client_metadata';

/** Reads the body of a registration. */
export function readRegistration(body: unknown): Omit<OauthClient, 'verifiedHost'> | MetadataError {
  const read = metadataSchema.safeParse(body);
  if (!read.success) {
    const isRedirect = read.error.issues.some(({ path }) => path[0] === 'redirect_uris');
    return isRedirect ? 'invalid_redirect_uri' : 'invalid_client_metadata';
  }
  const { client_name: name, redirect_uris: redirectUris } = read.data;
  return { name: toVisibleName(name ?? '') || hostOf(redirectUris[0] ?? ''), redirectUris };
}

/**
 * Returns the URL of a client id that names a metadata document (draft-ietf-oauth-client-id-metadata-document): `https:` with a
 * path, without a fragment, credentials or dot segments. Null for every other client id.
 */
export function metadataUrlOf(clientId: string): URL | null {
  if (clientId.length > maxIdLength || !clientId.startsWith('https://')) return null;
  const url = URL.parse(clientId);
  if (url === null || url.pathname === '/' || url.hash !== '' || clientId.includes('#')) return null;
  // The parser resolves dot segments and escapes, so that another URL would be fetched than the one that is named.
  return url.href === clientId && url.username === '' && url.password === '' ? url : null;
}

/** Reads the metadata document of a client id; null if it is not valid for this id. */
export function readMetadataDocument(clientId: string, document: unknown): OauthClient | null {
  const read = documentSchema.safeParse(document);
  if (!read.success || read.data.client_id !== clientId) return null;
  const { host } = new URL(clientId);
  return {
    name: toVisibleName(read.data.client_name) || host,
    redirectUris: read.data.redirect_uris,
    verifiedHost: host,
  };
}
