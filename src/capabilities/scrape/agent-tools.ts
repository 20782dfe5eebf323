import type { ToolListing } from '../../operations/declaration/operation.ts';
import { scrapePrompt } from './prompt.ts';

/** The MCP tools of this capability. */
export const scrapeTools: Readonly<Record<string, ToolListing>> = {
  scrape: {
    prompt: scrapePrompt,
    toolset: 'read',
    title: 'Read pages',
    description:
      'Reads web pages and documents as Markdown when you know the URL. To find URLs use search or map; for typed values use extract. 1 credit for each page that was read.',
    fields: {
      url: '',
      urls: 'up to 100 pages at once',
      formats: '',
      focus: 'return only the passages about these words',
      country: 'two-letter country of the exit',
      render: '`always` loads the page in a browser',
      max_age: 'accept a stored copy of this age in seconds, for 0 credits',
      login: 'id of a saved login',
    },
  },
};
