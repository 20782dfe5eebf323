const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };
/** Session ids that crawlers leave out of keys. */
const sessionParameter = /^(?:jsessionid|phpsessid|sid|sessionid|aspsessionid[a-z]{8}|cfid|cftoken)=/i;
const sessionInPath = /;jsessionid=[0-9a-z._!$-]+|\/\((?:[a-z]\([0-9a-z]{24}\)|[0-9a-z]{24})\)(?=\/)/gi;

function hostKey(host: string): string {
  const bare = host
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^www\d*\./, '');
  // A numeric address is not turned round.
  if (/^[\d.]+$/.test(bare) || bare.startsWith('[')) return bare;
  return bare.split('.').reverse().join(',');
}

/**
 * The key that an archive's index sorts by (SURT): host labels turned round, then the path and the sorted query, all in
 * lower case, without scheme, `www.`, default port, fragment, last slash and session ids. Null for what is no web address.
 */
export function urlKeyOf(address: string): string | null {
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
  const bare = path.length > 1 ? path.replace(/\/+$/, '') || '/' : path;
  return `${hostKey(url.hostname)}${port})${bare}${query === '' ? '' : `?${query}`}`;
}

/** The address without its default port, which old captures carry. */
export function withoutDefaultPort(address: string): string {
  return address
    .replace(/^(http:\/\/[^/:]+):80(?=\/|$)/i, '$1')
    .replace(/^(https:\/\/[^/:]+):443(?=\/|$)/i, '$1');
}
