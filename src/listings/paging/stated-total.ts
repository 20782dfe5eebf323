const totalName =
  /^(?:x-(?:wp-|pagination-)?total(?:-(?:count|items|results|records|elements))?|total-count|x-count)$/;

/**
 * Returns the number of all records that the headers of a JSON response state, in a header such as `X-Total-Count` or in
 * `Content-Range` (RFC 9110, section 14.4); null if they state none.
 */
export function getStatedTotal(headers: Readonly<Record<string, string>>): number | null {
  if (!/json/i.test(headers['content-type'] ?? '')) return null;
  const range = /^[a-z]{0,20} ?\d{1,9}-\d{1,9}\/(\d{1,9})$/i.exec(headers['content-range']?.trim() ?? '');
  if (range !== null) return Number(range[1]);
  for (const [name, value] of Object.entries(headers))
    if (totalName.test(name) && /^\d{1,9}$/.test(value.trim())) return Number(value);
  return null;
}
