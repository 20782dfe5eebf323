import { validateHeaderName, validateHeaderValue } from 'node:http';
import { Failure } from '../domain/failure.ts';

/** Headers that belong to the connection or to us, never to a caller (RFC 9110 section 7.6.1). */
const ownHeaders = new Set([
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

/** What every request says of us unless the caller says otherwise. */
export interface ClientHeaders {
  userAgent: string;
  acceptLanguage: string;
}

/** Whether a header of a caller may be sent: not one of the connection, of framing, or of a proxy. */
export function mayCallerSend(name: string): boolean {
  const lower = name.toLowerCase();
  return !ownHeaders.has(lower) && !lower.startsWith('proxy-');
}

/**
 * The headers of one hop: ours, then the caller's where they may go, then the cookies that the chain was given. Throws a
 * `Failure` of kind `invalid` for a caller's header that HTTP cannot carry (RFC 9110 section 5.5).
 */
export function composeHeaders(
  client: ClientHeaders,
  caller: Record<string, string>,
  isAskedOrigin: boolean,
  cookies: ReadonlyMap<string, string> | null,
): Record<string, string> {
  const headers: Record<string, string> = {
    'user-agent': client.userAgent,
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'accept-language': client.acceptLanguage,
    'accept-encoding': 'gzip, deflate, br, zstd',
  };
  if (isAskedOrigin) {
    for (const [name, value] of Object.entries(caller)) {
      if (mayCallerSend(name)) headers[name.toLowerCase()] = checkedValue(name, value);
    }
  }
  if (cookies !== null && cookies.size > 0) headers.cookie = mergeCookies(headers.cookie, cookies);
  return headers;
}

/** What the site set while redirecting is newer than what the caller brought. */
function mergeCookies(callers: string | undefined, cookies: ReadonlyMap<string, string>): string {
  const merged = new Map<string, string>();
  for (const pair of callers?.split(';') ?? []) {
    const equals = pair.indexOf('=');
    if (equals > 0) merged.set(pair.slice(0, equals).trim(), pair.slice(equals + 1).trim());
  }
  for (const [name, value] of cookies) merged.set(name, value);
  return [...merged].map(([name, value]) => `${name}=${value}`).join('; ');
}

function checkedValue(name: string, value: string): string {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return value;
  } catch (cause) {
    throw new Failure('invalid', `The header ${JSON.stringify(name)} cannot be sent.`, { cause });
  }
}
