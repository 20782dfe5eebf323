/** Returns the ISO 3166-1 code of a host's country-code top-level domain, or null. */
export function countryOf(url: string): string | null {
  const top = /\.([a-z]{2})$/i.exec(URL.parse(url)?.hostname ?? '')?.[1]?.toUpperCase();
  return top === undefined || /^(?:IO|AI|CO|ME|TV|CC|FM|GG|SO|TO)$/.test(top) ? null : top;
}
