/** Returns a text with single spaces for white space, and none at its ends. */
export function collapseSpace(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
