/** Escapes a name as a token of a JSON Pointer (RFC 6901 section 3). */
export function pointerToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Returns the unescaped tokens of a JSON Pointer (RFC 6901 section 4); none for that of the whole document, ''. */
export function pointerTokens(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}
