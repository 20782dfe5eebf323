/** Hosts that seldom have a certificate: IP addresses, and names without a dot such as `localhost` or `nas`. */
const localHost = /^(?:\[[^\]]*\]|[\d.]+|[^.]+)$/;

/** Adds the scheme that a user left out: `https`, or `http` for a host of the local network. */
export function completeAddress(text: string): string {
  const address = text.trim();
  if (address === '' || address.includes('://')) return address;
  const authority = address.split(/[/?#]/, 1)[0] ?? '';
  const host = authority.startsWith('[') ? `${authority.split(']', 1)[0]}]` : authority.split(':', 1)[0];
  return `${localHost.test(host ?? '') ? 'http' : 'https'}://${address}`;
}

/** Returns a web address without its scheme, `www.` and the slash at its end. */
export function shortAddress(address: string): string {
  const url = URL.parse(address);
  if (url === null || !url.protocol.startsWith('http')) return address;
  const path = `${url.pathname}${url.search}${url.hash}`;
  return `${url.host.replace(/^www\./, '')}${path === '/' ? '' : path}`;
}
