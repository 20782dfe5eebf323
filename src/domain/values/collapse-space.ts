/** White space that is not a single space. */
const irregularSpace = /[^\S ]| {2}/;

/** Returns a text with single spaces for white space, and none at its ends. */
export function collapseSpace(text: string): string {
  const inner = text.trim();
  // Most texts have none, and a replacement that changes nothing costs several times as much as the look.
  return irregularSpace.test(inner) ? inner.replace(/\s+/g, ' ') : inner;
}
