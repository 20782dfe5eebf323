import { quirksPrefixes } from './quirks-prefixes.ts';

const shape =
  /^\s*([^\s>]*)(?:\s+(public|system)\s*(?:"([^"]*)"?|'([^']*)'?)\s*(?:"([^"]*)"?|'([^']*)'?)?)?/i;

/** Whether a document type (what stands between `<!doctype` and `>`) asks for quirks mode (WHATWG HTML 13.2.6.4.1). */
export function isQuirksDoctype(content: string): boolean {
  const found = shape.exec(content.slice(0, 1000));
  if (found === null || found[1]?.toLowerCase() !== 'html') return true;
  if (found[2] === undefined) return /^\s*html\s+\S/i.test(content) && !/^\s*html\s*$/i.test(content);
  const first = (found[3] ?? found[4] ?? '').toLowerCase();
  if (found[2].toLowerCase() === 'system') {
    return first === 'http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd';
  }
  if (
    ['-//w3o//dtd w3 html strict 3.0//en//', '-/w3c/dtd html 4.0 transitional/en', 'html'].includes(first)
  ) {
    return true;
  }
  const system = found[5] ?? found[6];
  if (system?.toLowerCase() === 'http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd') return true;
  if (quirksPrefixes.some((prefix) => first.startsWith(prefix))) return true;
  return system === undefined && /^-\/\/w3c\/\/dtd html 4\.01 (?:frameset|transitional)\/\//.test(first);
}
