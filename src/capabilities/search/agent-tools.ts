import type { ToolListing } from '../../operations/declaration/operation.ts';
import { searchPrompt } from './prompt.ts';

/** The MCP tools of this capability. */
export const searchTools: Readonly<Record<string, ToolListing>> = {
  search: {
    prompt: searchPrompt,
    toolset: 'read',
    title: 'Search the web',
    description:
      'Finds pages by words when you know no URL. An empty list means that nothing was found. 1 credit; with `scrape`, also 1 for each page.',
    fields: {
      query: '',
      limit: '',
      offset: '',
      country: '',
      freshness: '',
      since: '',
      include_domains: '',
      category: '',
      scrape: '`{}` also reads each result',
    },
    advice: {
      not_configured:
        'The operator of this instance has not set up a search engine, so a repeated call fails again. Use map for the pages of a site that may have the answer, or scrape with a URL.',
    },
  },
};
