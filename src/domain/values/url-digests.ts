import { createHash } from 'node:crypto';

/** Bytes of one digest: two of a million URLs have the same one with a probability of 1 to 40 million. */
const digestBytes = 8;

/** A set of URLs of which only digests are stored. */
export interface UrlDigests {
  has(url: string): boolean;
  add(url: string): void;
  readonly size: number;
  /** Returns the set as text for {@link createUrlDigests}. */
  serialize(): string;
}

function digestOf(url: string): string {
  return createHash('sha256').update(url).digest().toString('latin1', 0, digestBytes);
}

/** Creates a set from the text of an earlier one, or an empty set. */
export function createUrlDigests(serialized = ''): UrlDigests {
  const bytes = Buffer.from(serialized, 'base64');
  const digests = new Set<string>();
  for (let at = 0; at + digestBytes <= bytes.length; at += digestBytes) {
    digests.add(bytes.toString('latin1', at, at + digestBytes));
  }
  return {
    has: (url) => digests.has(digestOf(url)),
    add: (url) => void digests.add(digestOf(url)),
    get size() {
      return digests.size;
    },
    serialize: () => Buffer.from([...digests].join(''), 'latin1').toString('base64'),
  };
}
