/** Words in front of the name of a place within a part of an address. */
const postalCode = /^(?:[A-Z]{1,2}-)?\d{4,6}\s+/u;
const maxParts = 8;

/** Returns the city in the lines of an address, whose parts are separated by commas; null if no part may be one. */
export function cityOf(lines: readonly string[]): string | null {
  for (const part of lines.flatMap((line) => line.split(/[,;]/, maxParts))) {
    const name = part.trim().replace(postalCode, '');
    // Streets and postal codes have numbers; a part of two capitals is a state or a country.
    if (!/\d/.test(name) && !/^\p{Lu}{2,3}$/u.test(name) && /\p{L}{2}/u.test(name)) return name;
  }
  return null;
}
