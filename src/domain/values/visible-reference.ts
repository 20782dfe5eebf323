/**
 * Characters that editors leave in addresses and nobody sees: zero-width spaces, soft hyphens and marks of direction. Joiners are
 * none of them: addresses in Persian and in Indian scripts contain them.
 */
const unseen = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]+/g;

/** Returns a reference to an address as a person sees it: without white space around it and without characters that show nothing. */
export function visibleReference(reference: string): string {
  return reference.replace(unseen, '').trim();
}
