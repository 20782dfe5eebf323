import type { IncomingMessage } from 'node:http';

/**
 * Returns the URL of a request. A path that begins with two slashes is a path, not a host name; a target that is not
 * a path (`*`) counts as `/`.
 */
export function requestUrl({ url = '/' }: Pick<IncomingMessage, 'url'>): URL {
  return (url.startsWith('/') ? URL.parse(`http://loopback${url}`) : null) ?? new URL('http://loopback/');
}
