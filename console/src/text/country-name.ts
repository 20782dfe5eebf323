const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

/** Returns the name of a country by its code of ISO 3166-1; any other text stays as it is. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code;
}

/** Returns a text with the names of these countries in place of their codes. */
export function nameCountries(text: string, codes: readonly string[]): string {
  return text.replace(/\b[A-Z]{2}\b/g, (code) => (codes.includes(code) ? countryName(code) : code));
}
