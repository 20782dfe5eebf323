/** Escapes the syntax characters of regular expressions in a text (ECMA-262, section 22.2.1). */
export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
