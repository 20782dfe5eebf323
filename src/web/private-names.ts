/**
 * Endings of names that only a private network resolves: special-use names (RFC 6761, 6762, 8375) and those that
 * machines, clouds and clusters make up for themselves.
 */
export const privateSuffixes: readonly string[] = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'home.arpa',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'svc',
  'in-addr.arpa',
  'ip6.arpa',
];

/** Endings that are never asked of DNS: no such name exists there (RFC 6761 section 6.4, RFC 7686 section 2). */
export const absentSuffixes: readonly string[] = ['invalid', 'onion', 'i2p'];
