import { removeTrailingSlashes } from '../../../domain/values/trailing-slashes.ts';

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };
/** Session ids that crawlers leave out of keys. */
const sessionParameter = /^(?:jsessionid|phpsessid|sid|sessionid|aspsessionid[a-z]{8}|cfid|cftoken)=/i;
const sessionInPath = /;jsessionid=[0-9a-z._!$-]+|\/\((?:[a-z]\([0-9a-z]{24}\)|[0-9a-z]{24})\)(?=\/)/gi;

function createHostKey(host: string): string {
  const bare = host
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^www\d*\./, '');
  // IP addresses are not reversed.
  if (/^[\d.]+$/.test(bare) || bare.startsWith('[')) return bare;
  return bare.split('.').reverse().join(',');
}

/**
 * Returns the key by which archive indexes are sorted (SURT): reversed host labels, then path and sorted query, in
 * lower case, without scheme, `www.`, default port, fragment, last slash and session ids. Null for other URLs.
 */
export function createUrlKey(address: string): string | null {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `http://${address}`);
  if (url === null || defaultPorts[url.protocol] === undefined || url.hostname === '') return null;
  const port = url.port === '' || Object.values(defaultPorts).includes(url.port) ? '' : `:${url.port}`;
  const path = url.pathname.replace(sessionInPath, '').toLowerCase();
  const query = url.search
    .slice(1)
    .toLowerCase()
    .split('&')
    .filter((part) => part !== '' && !sessionParameter.test(part))
    .sort()
    .join('&');
  const bare = path.length > 1 ? removeTrailingSlashes(path) || '/' : path;
  return `${createHostKey(url.hostname)}${port})${bare}${query === '' ? '' : `?${query}`}`;
}

/** Removes the default port, which old captures contain. */
export function withoutDefaultPort(address: string): string {
  return address
    .replace(/^(http:\/\/[^/:]+):80(?=\/|$)/i, '$1')
    .replace(/^(https:\/\/[^/:]+):443(?=\/|$)/i, '$1');
}
