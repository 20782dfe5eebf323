const maxMessageLength = 300;
const fieldNames = ['error', 'message', 'detail', 'msg', 'errors'] as const;
const maxDepth = 4;

/** Returns the first text in a field with a common name for error messages. */
function findMessage(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || depth > maxDepth) return null;
  if (Array.isArray(value)) return findMessage(value[0], depth + 1);
  const fields = value as Record<string, unknown>;
  for (const name of depth === 0 ? fieldNames : [...fieldNames.slice(1), 'error']) {
    const found = findMessage(fields[name], depth + 1);
    if (found !== null && found !== '') return found;
  }
  return null;
}

/** Returns the error message of a response in one line of limited length. */
export function parseErrorText(body: string): string {
  let message = body;
  try {
    const document: unknown = JSON.parse(body);
    message = findMessage(document, 0) ?? '';
  } catch {
    // Some servers return errors that are not JSON; of an HTML page only the title is used.
    if (/^\s*</.test(body)) message = /<title[^<>]*>([^<]{1,200})/i.exec(body)?.[1] ?? '';
  }
  return message.replace(/\s+/g, ' ').trim().slice(0, maxMessageLength);
}
