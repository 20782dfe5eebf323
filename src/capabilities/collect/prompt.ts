import {
  optionalArgument,
  type PromptDeclaration,
  requiredArgument,
  toolCall,
} from '../../operations/tools/prompt-declaration.ts';

function listOf(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** The prompt of MCP clients for a common task: collect records into a table. */
export const collectPrompt: PromptDeclaration = {
  name: 'collect_table',
  title: 'Collect records into a table',
  description: 'Turns a listing (category, search results, directory) into a table over all its pages.',
  arguments: [
    requiredArgument('url', 'URL', 'URL of the listing.'),
    requiredArgument('fields', 'Fields', 'Columns, separated by commas, such as "name, price".'),
    optionalArgument('limit', 'Records', 'Maximum number of records.'),
  ],
  tools: ['collect', 'inspect'],
  write({ url, fields = '', limit }) {
    const count = Number(limit);
    const args = {
      url,
      fields: listOf(fields),
      ...(Number.isInteger(count) && count > 0 && { limit: count }),
    };
    return `Make a table of the records of ${url}${limit === undefined ? '' : `, at most ${limit}`}.
1. ${toolCall('collect', args)}
2. If columns are empty or records are missing: ${toolCall('inspect', { url })} lists the data sources and their fields; collect again with the names found there.
3. Return the table. State the number of records, the empty columns, whether pages remain, and the recipe id (rid) for later runs. Leave missing values empty; do not guess.`;
  },
};
