/** A scheme; a name before a port such as `localhost:8080` is none. */
const scheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i;

/** Hosts that seldom have a certificate: IP addresses, and names without a dot such as `localhost` or `nas`. */
const localHost = /^(?:\[[^\]]*\]|[\d.]+|[^.]+)$/;

/**
 * Adds the scheme that a user left out, as the console does: `https`, or `http` for a host of the local network. Returns a text that
 * starts like no host as it is, so that the service says what is wrong with it.
 */
export function completeAddress(text: string): string {
  const address = text.trim();
  if (!/^[\p{L}\p{N}[]/u.test(address) || /\s/.test(address) || scheme.test(address)) return text;
  const [authority = ''] = address.split(/[/?#]/, 1);
  const host = authority.startsWith('[') ? `${authority.split(']', 1)[0]}]` : authority.split(':', 1)[0];
  return `${localHost.test(host ?? '') ? 'http' : 'https'}://${address}`;
}

/** Fields that hold addresses of pages. */
export const addressFields: ReadonlySet<string> = new Set(['url', 'urls']);

/** Returns the fields of a call with complete addresses. */
export function completeAddresses(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const complete = (value: unknown) => (typeof value === 'string' ? completeAddress(value) : value);
  const entries = Object.entries(fields).map(([name, value]): [string, unknown] => {
    if (!addressFields.has(name)) return [name, value];
    return [name, Array.isArray(value) ? value.map(complete) : complete(value)];
  });
  return Object.fromEntries(entries);
}
