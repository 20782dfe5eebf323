import { quirksPrefixes } from './quirks-prefixes.ts';

const doctypePattern =
  /^\s*([^\s>]*)(?:\s+(public|system)\s*(?:"([^"]*)"?|'([^']*)'?)\s*(?:"([^"]*)"?|'([^']*)'?)?)?/i;

/** Returns true if the text between `<!doctype` and `>` sets quirks mode (WHATWG HTML 13.2.6.4.1). */
export function isQuirksDoctype(content: string): boolean {
  const match = doctypePattern.exec(content.slice(0, 1000));
  if (match === null || match[1]?.toLowerCase() !== 'html') return true;
  if (match[2] === undefined) return /^\s*html\s+\S/i.test(content) && !/^\s*html\s*$/i.test(content);
  const publicId = (match[3] ?? match[4] ?? '').toLowerCase();
  if (match[2].toLowerCase() === 'system') {
    return publicId === 'http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd';
  }
  if (
    ['-//w3o//dtd w3 html strict 3.0//en//', '-/w3c/dtd html 4.0 transitional/en', 'html'].includes(publicId)
  ) {
    return true;
  }
  const systemId = match[5] ?? match[6];
  if (systemId?.toLowerCase() === 'http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd') return true;
  if (quirksPrefixes.some((prefix) => publicId.startsWith(prefix))) return true;
  return systemId === undefined && /^-\/\/w3c\/\/dtd html 4\.01 (?:frameset|transitional)\/\//.test(publicId);
}
