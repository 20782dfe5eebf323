const longestRefusal = 300;
const names = ['error', 'message', 'detail', 'msg', 'errors'] as const;
const deepest = 4;

/** The first text under the usual names of what services say of errors. */
function messageIn(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || depth > deepest) return null;
  if (Array.isArray(value)) return messageIn(value[0], depth + 1);
  const fields = value as Record<string, unknown>;
  for (const name of depth === 0 ? names : [...names.slice(1), 'error']) {
    const found = messageIn(fields[name], depth + 1);
    if (found !== null && found !== '') return found;
  }
  return null;
}

/** What a service says of a request that it does not take: its message, in a line of bounded length. */
export function refusalText(body: string): string {
  let said = body;
  try {
    const document: unknown = JSON.parse(body);
    said = messageIn(document, 0) ?? '';
  } catch {
    // Not every server refuses in JSON; a whole page says nothing in a line.
    if (/^\s*</.test(body)) said = /<title[^>]*>([^<]{1,200})/i.exec(body)?.[1] ?? '';
  }
  return said.replace(/\s+/g, ' ').trim().slice(0, longestRefusal);
}
