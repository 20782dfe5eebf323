import type { MissingPart } from '../../../domain/system/missing-part.ts';
import { helpUri } from '../../../operations/tools/tool-declaration.ts';
import { defaultMaxTokens } from '../tools/tools.ts';
import { untrustedNotice } from './untrusted.ts';

const instructions = `webdata reads the web. Start with scrape if you know the URL, with search if you do not; extract and collect return typed values and records; browser is for pages that need clicks or a login. A page that could not be read is a result with a status and advice, not an error. Every answer states its price and a signed receipt. Each tool accepts \`max_tokens\` (default ${defaultMaxTokens}); a longer answer ends with the call that continues it. Arguments that a tool does not list go into \`options\`; read {"ref": "${helpUri('scrape')}"} describes them. ${untrustedNotice}`;

/** Returns the instructions of the server to models, with what this instance cannot do. */
export function instructionsFor(missingParts: readonly MissingPart[]): string {
  if (missingParts.length === 0) return instructions;
  return `${instructions} Not configured on this instance, so do not try: ${missingParts.map(({ text }) => text).join('; ')}.`;
}
