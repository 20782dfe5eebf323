import {
  optionalArgument,
  type PromptDeclaration,
  requiredArgument,
  toolCall,
} from '../../operations/tools/prompt-declaration.ts';

/** The prompt of MCP clients for a common task: research a question. */
export const searchPrompt: PromptDeclaration = {
  name: 'research',
  title: 'Research a question',
  description: 'Answers a question from several independent pages, with sources.',
  arguments: [
    requiredArgument('question', 'Question', 'What you want to know.'),
    optionalArgument('since', 'Since', 'Only pages that are not older, such as "2026" or "last month".', [
      'last day',
      'last week',
      'last month',
      'last year',
    ]),
  ],
  tools: ['search', 'scrape', 'read'],
  write: ({ question = '', since }) => `Research: ${question}${since === undefined ? '' : `\nSince: ${since}`}
1. ${toolCall('search', { query: question })}${since === undefined ? '' : ' with a fitting `freshness`'}; if needed, once more in other words.
2. ${toolCall('scrape', { urls: ['3 TO 5 RESULTS OF DIFFERENT SITES'], focus: question })}. Continue long pages with read.
3. If sources disagree or a claim has one source, search for that claim.
4. Answer with a URL for each claim. Name contradictions, dates and what you did not find.`,
};
