import { validateHeaderName, validateHeaderValue } from 'node:http';
import { Failure } from '../../domain/system/failure.ts';

/** Headers of the connection or of this service, which callers cannot set (RFC 9110 section 7.6.1). */
const protectedHeaders = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Default headers of every request. */
export interface ClientHeaders {
  userAgent: string;
  acceptLanguage: string;
}

/** Returns true if callers may set the header: not one of the connection, of framing, or of a proxy. */
export function canCallerSet(name: string): boolean {
  const lower = name.toLowerCase();
  return !protectedHeaders.has(lower) && !lower.startsWith('proxy-');
}

/**
 * Composes the headers of one hop: the defaults, then the caller's if allowed, then cookies. Throws a Failure of kind
 * `invalid` for an invalid header of the caller (RFC 9110 section 5.5).
 */
export function composeHeaders(
  client: ClientHeaders,
  caller: Record<string, string>,
  isRequestedOrigin: boolean,
  cookies: string | null,
): Record<string, string> {
  const headers: Record<string, string> = {
    'user-agent': client.userAgent,
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'accept-language': client.acceptLanguage,
    'accept-encoding': 'gzip, deflate, br, zstd',
  };
  if (isRequestedOrigin) {
    for (const [name, value] of Object.entries(caller)) {
      if (canCallerSet(name)) headers[name.toLowerCase()] = validateHeader(name, value);
    }
  }
  if (cookies !== null) headers.cookie = mergeCookies(headers.cookie, cookies);
  return headers;
}

function cookieName(pair: string): string {
  return pair.slice(0, Math.max(0, pair.indexOf('='))).trim();
}

/**
 * Adds the cookies of the client to those of the caller; both are values of a `Cookie` header. Of two with one name, that
 * of the client is sent: the site set it later.
 */
export function mergeCookies(callerCookies: string | undefined, clientCookies: string): string {
  const newerNames = new Set(clientCookies.split(';').map(cookieName));
  const kept = (callerCookies ?? '')
    .split(';')
    .filter((pair) => cookieName(pair) !== '' && !newerNames.has(cookieName(pair)));
  return [...kept.map((pair) => pair.trim()), clientCookies].join('; ');
}

function validateHeader(name: string, value: string): string {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return value;
  } catch (cause) {
    throw new Failure(
      'invalid',
      `The header ${JSON.stringify(name)} has an invalid name or value. Use printable ASCII characters.`,
      { cause },
    );
  }
}
