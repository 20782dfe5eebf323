import { absentSuffixes, privateSuffixes } from './private-names.ts';

/** What the name of a host says before anybody resolves it. */
export type HostKind = 'ordinary' | 'loopback' | 'private' | 'absent' | 'malformed';

const privateEndings = new Set(privateSuffixes);
const absentEndings = new Set(absentSuffixes);

/**
 * The kind of a host name as `URL.hostname` gives it (folded, not an IP literal). `loopback` is localhost and what lies
 * under it (RFC 6761 section 6.3); `private` names only exist inside a network; `malformed` breaks the length rules of
 * RFC 1035 section 2.3.4.
 */
export function hostKind(hostname: string): HostKind {
  const name = withoutRootDot(hostname);
  if (!isWellFormed(name)) return 'malformed';
  const last = name.lastIndexOf('.');
  const ending = name.slice(last + 1);
  if (ending === 'localhost') return 'loopback';
  if (absentEndings.has(ending)) return 'absent';
  if (last < 0 || privateEndings.has(ending)) return 'private';
  const second = name.lastIndexOf('.', last - 1);
  return privateEndings.has(name.slice(second + 1)) ? 'private' : 'ordinary';
}

/** The name without the dot that marks it as absolute. */
export function withoutRootDot(hostname: string): string {
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
