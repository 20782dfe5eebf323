import { privateSuffixes, unresolvableSuffixes } from './private-names.ts';

/** Classification of a host name before it is resolved. */
export type HostKind = 'ordinary' | 'loopback' | 'private' | 'absent' | 'malformed';

const privateSuffixSet = new Set(privateSuffixes);
const absentSuffixSet = new Set(unresolvableSuffixes);

/**
 * Classifies a host name in the form of `URL.hostname` (normalised, not an IP literal). `loopback` is localhost and its
 * subdomains (RFC 6761 section 6.3); `private` names exist only inside a network; `malformed` names violate the length
 * limits of RFC 1035 section 2.3.4.
 */
export function classifyHost(hostname: string): HostKind {
  const name = removeTrailingDot(hostname);
  if (!isWellFormed(name)) return 'malformed';
  const last = name.lastIndexOf('.');
  const lastLabel = name.slice(last + 1);
  if (lastLabel === 'localhost') return 'loopback';
  if (absentSuffixSet.has(lastLabel)) return 'absent';
  if (last < 0 || privateSuffixSet.has(lastLabel)) return 'private';
  const second = name.lastIndexOf('.', last - 1);
  return privateSuffixSet.has(name.slice(second + 1)) ? 'private' : 'ordinary';
}

/** Returns the name without the trailing dot of an absolute name. */
export function removeTrailingDot(hostname: string): string {
  return hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
}

function isWellFormed(name: string): boolean {
  if (name.length === 0 || name.length > 253) return false;
  let start = 0;
  while (start <= name.length) {
    const dot = name.indexOf('.', start);
    const end = dot < 0 ? name.length : dot;
    if (end === start || end - start > 63) return false;
    start = end + 1;
  }
  return true;
}
