import {
  optionalArgument,
  type PromptDeclaration,
  requiredArgument,
  toolCall,
} from '../../operations/tools/prompt-declaration.ts';

/** The prompt of MCP clients for a common task: watch a page or value. */
export const monitorPrompt: PromptDeclaration = {
  name: 'watch',
  title: 'Watch a page or value',
  description: 'Reports changes of a page, or of values on it, on a schedule.',
  arguments: [
    requiredArgument('url', 'URL', 'URL of the page or site.'),
    optionalArgument('what', 'What to watch', 'A value such as "the price"; the whole page if empty.'),
    optionalArgument('every', 'Interval', 'Time between checks, such as 1h or 1d.', [
      '15m',
      '1h',
      '6h',
      '12h',
      '1d',
      '7d',
    ]),
  ],
  tools: ['scrape', 'extract', 'monitor'],
  write({ url, what, every = '1d' }) {
    const look =
      what === undefined ? toolCall('scrape', { url }) : toolCall('extract', { url, prompt: what });
    const kind = what === undefined ? { kind: 'page' } : { kind: 'fields', schema: 'SCHEMA OF THE VALUES' };
    return `Watch ${url}${what === undefined ? '' : `: ${what}`}
1. ${look}. If it fails, stop and say why.
2. ${toolCall('monitor', { action: 'create', url, watch: kind, schedule: { every } })}
3. ${toolCall('monitor', { action: 'run', mid: 'ID' })}, then action checks: the first check must be ok.
4. State the present ${what === undefined ? 'content in one sentence' : 'values'}, the monitor id, the price of a check, and that action checks lists the changes.`;
  },
};
