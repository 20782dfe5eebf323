import type { ToolListing } from '../../operations/declaration/operation.ts';

/** The MCP tools of this capability. */
export const extractTools: Readonly<Record<string, ToolListing>> = {
  extract: {
    toolset: 'extract',
    title: 'Extract values',
    description:
      'Returns typed values of one page with their evidence. For the records of a listing use collect; for plain text use scrape. 1 credit; 5 more if a model supplied a value.',
    fields: {
      url: '',
      schema: 'JSON Schema of the values',
      prompt: 'the values in words, instead of a schema',
      country: '',
      render: '',
    },
  },
};
