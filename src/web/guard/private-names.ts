/**
 * Suffixes of names that only a private network resolves: special-use names (RFC 6761, 6762, 8375) and common names of
 * machines, clouds and clusters.
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

/** Suffixes without DNS names, which are not resolved (RFC 6761 section 6.4, RFC 7686 section 2). */
export const unresolvableSuffixes: readonly string[] = ['invalid', 'onion', 'i2p'];
