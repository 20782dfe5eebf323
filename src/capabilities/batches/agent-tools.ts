import type { ToolListing } from '../../operations/declaration/operation.ts';

/** The MCP tools of this capability. */
export const batchTools: Readonly<Record<string, ToolListing>> = {
  batch: {
    toolset: 'read',
    title: 'Read a list of URLs',
    description:
      'Reads up to 100,000 URLs in the background and returns a job: wait with job (follow), then use job (results). For up to 100 URLs use scrape. 1 credit for each page.',
    fields: {
      urls: '',
      schema: 'JSON Schema of values to extract',
      prompt: '',
    },
  },
};
