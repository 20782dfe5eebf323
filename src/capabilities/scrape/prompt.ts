import {
  type PromptDeclaration,
  requiredArgument,
  toolCall,
} from '../../operations/tools/prompt-declaration.ts';

/** The prompt of MCP clients for a common task: find facts on a page or site. */
export const scrapePrompt: PromptDeclaration = {
  name: 'find_facts',
  title: 'Find facts on a page or site',
  description: 'Answers a question from one page, or from other pages of its site.',
  arguments: [
    requiredArgument('url', 'URL', 'URL of the page or site.'),
    requiredArgument('question', 'Question', 'What you want to know.'),
  ],
  tools: ['scrape', 'read', 'map'],
  write: ({ url, question }) => `Answer from ${url}: ${question}
1. ${toolCall('scrape', { url, focus: question })}. If it is cut, make the call that it names (read).
2. If the page lacks the answer: ${toolCall('map', { url, search: 'WORDS OF THE QUESTION' })}, then scrape the best matches.
3. Answer with the URL of the page for each fact. Say what no page states; do not guess.`,
};
