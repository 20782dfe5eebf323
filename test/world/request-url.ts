import type { IncomingMessage } from 'node:http';

/**
 * Returns the address that a request names. A path that begins with two slashes is a path here, not the name of another
 * host; a target that is no path at all (`*`) counts as `/`.
 */
export function requestUrl({ url = '/' }: Pick<IncomingMessage, 'url'>): URL {
  return (url.startsWith('/') ? URL.parse(`http://loopback${url}`) : null) ?? new URL('http://loopback/');
}
