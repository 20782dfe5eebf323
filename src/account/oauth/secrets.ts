import { randomBytes } from 'node:crypto';
import { base32 } from '../../domain/values/identifier.ts';

/** Kinds of secrets that OAuth clients receive, by their prefix. */
const prefixes = { code: 'wdc', access: 'wda', refresh: 'wdr' } as const;
const secretPattern = /^wd([acr])_[0-9abcdefghjkmnpqrstvwxyz]{52}$/;

/** Returns a new secret of 256 random bits. */
export function newOauthSecret(kind: keyof typeof prefixes): string {
  return `${prefixes[kind]}_${base32(randomBytes(32))}`;
}

/** Returns true if a token has the form of an OAuth access token. No generated API key has it. */
export function isAccessToken(token: string): boolean {
  return secretPattern.exec(token)?.[1] === 'a';
}
