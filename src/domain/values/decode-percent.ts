/** Decodes percent-encoding (RFC 3986, 2.1); returns a text that does not encode UTF-8 as it is. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
