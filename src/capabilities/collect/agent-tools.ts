import type { ToolListing } from '../../operations/declaration/operation.ts';
import { collectPrompt } from './prompt.ts';

/** The MCP tools of this capability. */
export const collectTools: Readonly<Record<string, ToolListing>> = {
  collect: {
    prompt: collectPrompt,
    toolset: 'extract',
    title: 'Collect records',
    description:
      'Returns the records of a listing (category, search results, table) over all its pages and saves a recipe for later runs. For values of one page use extract. 1 credit for each page; 5 more if a model matched the fields.',
    fields: {
      url: '',
      fields: 'such as ["name", "price"]',
      limit: 'records',
      max_pages: '',
      country: '',
    },
  },
  recipe: {
    toolset: 'extract',
    title: 'Recipes',
    description:
      'Reads listings again by a saved recipe (`rid` of collect). `run` and `test` cost 1 credit for each page; all else is free.',
    fields: {
      rid: '',
      url: '',
      fields: '',
      name: '',
      limit: '',
      max_pages: '',
      continue: 'from the last run',
      offset: '',
    },
    actions: {
      create: '',
      list: '',
      get: '',
      run: 'reads the records',
      test: 'checks one page',
      delete: '',
    },
    advice: {
      not_found: 'Check the id; the tool recipe (action list) shows the recipes of this account.',
    },
  },
};
