/** Texts up to this length are read at a glance. */
const maxShortLength = 110;

/** Divides a long text after its first sentence; a full stop between backticks ends none. The second part may be empty. */
export function splitSentence(text: string): [first: string, rest: string] {
  if (text.length <= maxShortLength) return [text, ''];
  let isCode = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '`') isCode = !isCode;
    const next = text[at + 2] ?? '';
    const endsHere = !isCode && text[at] === '.' && text[at + 1] === ' ';
    if (endsHere && (next === '`' || next !== next.toLowerCase()))
      return [text.slice(0, at + 1), text.slice(at + 2)];
  }
  return [text, ''];
}
